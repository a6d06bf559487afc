"""Printed documents, typeset with Typst."""
