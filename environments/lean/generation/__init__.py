"""Statements made together with their proofs, family by family."""
