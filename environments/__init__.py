"""The built-in environments, one package each, all of one shape.

An environment `name` has:

* `__init__.py`: `SPECS`, newest first. Imports `ragen_bench.spec` and the config, nothing heavy.
* `config.py`: a frozen dataclass of everything that shapes a task.
* `env.py`: the `TextEnv`; its docstring is the environment's page.
* `tasks.py`: `TASKS`, the seeded generator of tasks.
* `oracle.py`: `Oracle`, which solves every generated task or plays it as well as can be.
* `heuristics.py`: cheap policies.

Further modules are split by topic. Environments are versioned apart, so none imports another.
"""
