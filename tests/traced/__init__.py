"""Path-traced pictures of both games, made without the virtual table: how does it fare in strangers'?"""
