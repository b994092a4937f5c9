"""From a query to a page of papers."""
