"""StarPO: policy optimisation over whole trajectories (RAGEN, arXiv 2504.20073, section 3)."""
