"""The collapse evaluator: entropy, mutual information, regimes. Not written yet."""
