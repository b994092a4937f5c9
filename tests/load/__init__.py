"""Fifty requests a second, with faults: nothing lost, nothing doubled, acknowledged in time, memory flat."""
