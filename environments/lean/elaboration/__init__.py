"""From written terms to terms of the kernel: names, implicit arguments, unification."""
