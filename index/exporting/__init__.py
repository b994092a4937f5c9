"""Papers as files that other programs read: BibTeX, RIS, CSV, Markdown. Pure: from papers to text."""
