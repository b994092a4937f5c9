"""One module a format: from a file to records."""
