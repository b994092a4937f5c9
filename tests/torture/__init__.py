"""A crowd and a bad day: the whole bot in a local workspace in which much goes wrong."""
