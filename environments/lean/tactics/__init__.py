"""The tactics. Each builds a part of a proof term that the kernel checks at the end."""
