"""Tests as public data sets write them down: as JSON, in rows or in columns, plain or compressed."""

from __future__ import annotations

import base64
import binascii
import json
import pickletools
import zlib
from typing import Any

from ragen_bench.environments.deepcoder.reference import check_plain

#: Bytes that a compressed field may unfold to.
MOST_BYTES = 1 << 28
#: A pickled text is made of these; anything else could run code when it is unpickled.
_OF_A_TEXT = frozenset(
    ("PROTO", "FRAME", "UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8", "PUT", "BINPUT",
     "LONG_BINPUT", "MEMOIZE", "STOP")
)  # fmt: skip

Test = dict[str, Any]


class Broken(ValueError):
    """A row that is not as its schema says; the message says why, without the place."""


def json_of(name: str, value: Any) -> Any:
    """What a field holds that is JSON text, or is already read.

    Raises:
        Broken: it is neither.
    """
    if not isinstance(value, str):
        if isinstance(value, list | dict):
            return value
        raise Broken(f"{name} is no JSON text")
    try:
        return json.loads(value)
    except (ValueError, RecursionError) as error:
        raise Broken(f"{name} is not JSON: {error}") from error


def private_tests(value: Any) -> Any:
    """What LiveCodeBench's private_test_cases holds: JSON, or base64 of zlib of JSON.

    The published file pickles the JSON text before it compresses it. A pickle is never loaded here: its
    instructions are read one by one, and it is accepted only if it is one text and nothing else.

    Raises:
        Broken: anything else, a pickle of other objects among it.
    """
    if not isinstance(value, str) or value.lstrip()[:1] in ("[", "{"):
        return json_of("private_test_cases", value)
    try:
        packed = base64.b64decode(value, validate=True)
        unpack = zlib.decompressobj()
        content = unpack.decompress(packed, MOST_BYTES)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise Broken(f"private_test_cases is neither JSON nor base64 of zlib: {error}") from error
    if unpack.unconsumed_tail:
        raise Broken(f"private_test_cases unfolds to more than {MOST_BYTES:,} bytes")
    if content[:1] == b"\x80":
        return json_of("private_test_cases", _pickled_text(content))
    try:
        return json_of("private_test_cases", content.decode())
    except UnicodeDecodeError as error:
        raise Broken("private_test_cases is no text when unfolded") from error


def _pickled_text(content: bytes) -> str:
    texts: list[str] = []
    try:
        for instruction, argument, _ in pickletools.genops(content):
            if instruction.name not in _OF_A_TEXT:
                raise Broken(
                    f"private_test_cases is a pickle of more than a text ({instruction.name}), which is "
                    "refused: loading it could run code. Write the tests as JSON"
                )
            if isinstance(argument, str):
                texts.append(argument)
    except Broken:
        raise
    except ValueError as error:  # cut short, or no pickle
        raise Broken(f"private_test_cases is a damaged pickle: {error}") from error
    if len(texts) != 1:
        raise Broken("private_test_cases is a pickle of more than one text, which is refused")
    return texts[0]


def in_rows(found: Any, name: str) -> tuple[str, list[Test]]:
    """(function or "", tests) of a list of tests, each with input and output.

    Args:
        found: as read from JSON.
        name: the function's name, where the row says it elsewhere.

    Raises:
        Broken: no such list.
    """
    if not isinstance(found, list) or not all(isinstance(test, dict) for test in found):
        raise Broken("its tests are no list of objects")
    if not found:
        return "", []
    first = found[0]
    about = first.get("metadata") if isinstance(first.get("metadata"), dict) else {}
    kinds = (first.get("testtype"), first.get("type"))
    functional = "functional" in kinds or "function_call" in kinds
    functional = functional or (kinds == (None, None) and bool(first.get("fn_name")))
    if not functional:
        return "", [_printed(test.get("input"), test.get("output")) for test in found]
    entry = str(first.get("fn_name") or about.get("func_name") or name)
    if not entry.isidentifier():
        raise Broken("its tests call a function, but name none")
    if all(isinstance(test.get("input"), str) for test in found):
        # One JSON value a line: an argument each, and the result.
        pairs = [
            ([json_of("input", line) for line in test["input"].split("\n") if line.strip()], _value(test))
            for test in found
        ]
        return entry, [_called(*pair) for pair in pairs]
    return entry, _unwrapped([(test.get("input"), test.get("output")) for test in found])


def in_columns(found: dict[str, Any], name: str) -> tuple[str, list[Test]]:
    """(function or "", tests) of an object with lists `inputs` and `outputs`, and maybe `fn_name`.

    Raises:
        Broken: no such object.
    """
    inputs, outputs = found.get("inputs", []), found.get("outputs", [])
    if not isinstance(inputs, list) or not isinstance(outputs, list) or len(inputs) != len(outputs):
        raise Broken("its inputs and outputs are no lists of one length")
    entry = str(found.get("fn_name") or name)
    if not entry:
        return "", [_printed(*pair) for pair in zip(inputs, outputs, strict=True)]
    if not entry.isidentifier():
        raise Broken("its tests call a function with a name that is none")
    return entry, _unwrapped(list(zip(inputs, outputs, strict=True)))


def _value(test: Test) -> Any:
    output = test.get("output")
    return json_of("output", output) if isinstance(output, str) else output


def _unwrapped(pairs: list[tuple[Any, Any]]) -> list[Test]:
    """Tests that call a function. Where every output is a list of one item, that item is what is returned."""
    if all(isinstance(output, list) and len(output) == 1 for _, output in pairs):
        pairs = [(given, output[0]) for given, output in pairs]
    return [_called(given if isinstance(given, list) else [given], output) for given, output in pairs]


def _called(arguments: list[Any], output: Any) -> Test:
    try:
        check_plain([arguments, output], 100)
    except ValueError as error:
        raise Broken(f"a test is no plain data: {error}") from error
    return {"input": arguments, "output": output}


def _printed(given: Any, output: Any) -> Test:
    texts = [_joined(value) for value in (given, output)]
    return {"input": texts[0], "output": texts[1]}


def _joined(value: Any) -> str:
    """A text; some rows write one as a list of lines."""
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return "\n".join(value)
    if not isinstance(value, str):
        raise Broken("a test that reads standard input has an input or output that is no text")
    return value
