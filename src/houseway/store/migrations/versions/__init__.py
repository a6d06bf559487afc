"""The versions of the tables, in order; a version that was released is never changed."""
