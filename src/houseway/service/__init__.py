"""The table service: a pit of many tables over HTTP and WebSocket, on the pure decisions and the one journal of each table."""
