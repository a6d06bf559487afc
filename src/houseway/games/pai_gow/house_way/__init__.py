"""House ways: how a certificate holder completes 621a.10(d), as lists of rules that can be checked."""
