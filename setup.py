"""Maps the top-level folders onto one import name; everything else is in pyproject.toml.

`environments/` in the repository is `ragen_bench.environments` once installed, and so on. The same
four names are listed in `ragen_bench/__init__.py`, which finds them in an uninstalled source tree.
"""

from setuptools import find_namespace_packages, setup

FOLDERS = ("environments", "agents", "trainers", "leaderboards")
# Committed run folders are evidence, not code: they stay in the repository and the sdist.
EXCLUDE = ("results", "results.*", "*__pycache__*")

packages = find_namespace_packages(include=["ragen_bench*"], exclude=["*__pycache__*"])
package_dir = {"ragen_bench": "ragen_bench"}
for folder in FOLDERS:
    package_dir[f"ragen_bench.{folder}"] = folder
    packages.append(f"ragen_bench.{folder}")
    packages += [f"ragen_bench.{folder}.{name}" for name in find_namespace_packages(folder, exclude=EXCLUDE)]

setup(packages=packages, package_dir=package_dir)
