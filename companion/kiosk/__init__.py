"""The screens: drawn from the session's views, answering with intents."""
