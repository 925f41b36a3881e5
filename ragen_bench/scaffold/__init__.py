"""`new_env`: writes a plug-in package with a small, real environment that passes the battery."""

from __future__ import annotations

import keyword
import re
import sys
from importlib.resources import files
from pathlib import Path

from ragen_bench.errors import InvalidConfig, StorageError

#: Template -> where it goes; `PACKAGE` stands for the import name.
FILES = {
    "pyproject.toml.jinja": "pyproject.toml",
    "README.md.jinja": "README.md",
    "init.py.jinja": "src/PACKAGE/__init__.py",
    "config.py.jinja": "src/PACKAGE/config.py",
    "tasks.py.jinja": "src/PACKAGE/tasks.py",
    "env.py.jinja": "src/PACKAGE/env.py",
    "oracle.py.jinja": "src/PACKAGE/oracle.py",
    "test_env.py.jinja": "tests/test_PACKAGE.py",
}

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*\Z")
_LONGEST = 40
#: Names that would shadow what the plug-in itself imports.
_TAKEN = ("ragen_bench", "ragen", "gymnasium", "numpy", "test", "tests", "env")


def new_env(name: str, folder: str | Path = ".") -> Path:
    """Writes an installable plug-in package `folder/NAME` and returns its path.

    Args:
        name: such as "number-walk": the distribution is `number-walk`, the import `number_walk`, the
            environment `number_walk/NumberWalk-v1`.
        folder: where the package's folder is made.

    Raises:
        InvalidConfig: a name that cannot be all of these, or a folder that exists.
        StorageError: the folder cannot be written.
    """
    # jinja2 is needed here only, so the library's start does not pay for it.
    import jinja2

    names = names_of(name)
    target = Path(folder) / names["distribution"]
    if target.exists():
        raise InvalidConfig(
            "NAME", str(target), "a folder that does not exist yet; remove it or choose another"
        )
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined, keep_trailing_newline=True, autoescape=False
    )
    templates = files("ragen_bench.scaffold") / "templates"
    try:
        for template, place in FILES.items():
            text = environment.from_string((templates / template).read_text(encoding="utf-8")).render(names)
            file = target / place.replace("PACKAGE", names["package"])
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageError(f"cannot write the package {target}: {error}") from error
    return target


def names_of(name: str) -> dict[str, str]:
    """The names that a plug-in needs, from one: distribution, package, namespace, env and id.

    Raises:
        InvalidConfig: `name` cannot be all of them.
    """
    allowed = f"letters, digits, '-' and '_', a letter first, at most {_LONGEST} characters (number-walk)"
    if not isinstance(name, str) or not _NAME.match(name) or len(name) > _LONGEST:
        raise InvalidConfig("NAME", name, allowed)
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[0-9]+", name)
    package = "_".join(words).lower()
    if keyword.iskeyword(package) or package in _TAKEN or package in sys.stdlib_module_names:
        allowed = "no Python keyword, no module of Python's and no package that the plug-in imports"
        raise InvalidConfig("NAME", name, allowed)
    env = "".join(word[:1].upper() + word[1:] for word in words)
    return {
        "distribution": package.replace("_", "-"),
        "package": package,
        "namespace": package,
        "env": env,
        "id": f"{package}/{env}-v1",
    }
