"""The table service: a pit of many tables over HTTP and WebSocket, each with its journal."""
