"""The session: whose turn it is, what happened, the sand. A state machine without camera, clock or file.

    session = Session.start(setup, at=clock())
    heard = session.hear(EndTurn(press="…", pressed_at=…, at=clock()))
    if isinstance(heard, Declined): …    # say why: heard.say("en")
    else: journal.append(heard.news); session = heard

State is the fold of events: `Session.from_events(events).state == session.state`.
"""
