"""The body: settings, wiring, memory, transports, the local workspace, the command line."""
