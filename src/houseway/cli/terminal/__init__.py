"""A table at the terminal: the session, the verbs that a person may type, and the layout drawn as text."""
