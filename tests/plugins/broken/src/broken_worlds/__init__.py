"""A plug-in that cannot be imported."""

raise RuntimeError("the licence server is on holiday")
