"""The table in the terminal: a session, what a person may type there, and the layout drawn as text."""
