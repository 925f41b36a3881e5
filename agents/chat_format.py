"""From chat messages to a model's prompt tokens, through the tokenizer's own chat template."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Sequence
from typing import Any

from ragen_bench.errors import ModelError
from ragen_bench.policy import Message

#: Used for models without a chat template (base models): one labelled paragraph per message, then
#: the label of the reply. `PLAIN_TEMPLATE` names it in run settings.
PLAIN_TEMPLATE = "plain: 'System: ...', 'User: ...', 'Assistant: ...', blank line between"

_LABELS = {"system": "System", "user": "User", "assistant": "Assistant"}
_PROBE = "probe-of-the-system-role"


class ChatFormat:
    """How one tokenizer writes a conversation.

    Attributes:
        has_template: False when the plain fallback is in use.
        system_role: the template shows a system message. Where it does not, the system text goes
            into the first user message.
        knows_thinking: the template has a switch `enable_thinking`.
        native_thinking: the template speaks of `<think>`, so the model has thinking of its own.
        sanitised: control tokens inside message texts are encoded as ordinary text, so that no
            observation or reply can end a turn or open another. Needs a recent transformers.
        template_hash: hex SHA-256 of the template.

    Args:
        tokenizer: a transformers tokenizer.
        enable_thinking: passed to templates that know it.
    """

    def __init__(self, tokenizer: Any, *, enable_thinking: bool = False) -> None:
        self._tokenizer = tokenizer
        template = _template_text(tokenizer)
        self.has_template = template is not None
        self.template_hash = hashlib.sha256((template or PLAIN_TEMPLATE).encode()).hexdigest()
        self.knows_thinking = template is not None and "enable_thinking" in template
        self.native_thinking = template is not None and (self.knows_thinking or "<think>" in template)
        self._options: dict[str, Any] = {"enable_thinking": enable_thinking} if self.knows_thinking else {}
        self.sanitised = False
        if self.has_template:
            self.sanitised = self._turn_on_sanitising()
        self.system_role = self._shows_system()

    def text(self, messages: Sequence[Message]) -> str:
        """The prompt as text, up to where the reply begins."""
        if not self.has_template:
            parts = [f"{_LABELS.get(m['role'], m['role'])}: {m['content']}\n\n" for m in messages]
            return "".join(parts) + "Assistant:"
        rendered = self._apply(self._fold(messages), tokenize=False)
        return str(rendered)

    def tokens(self, messages: Sequence[Message]) -> list[int]:
        """The prompt as token ids, shape (T,).

        Raises:
            ModelError: the template refuses these messages.
        """
        if not self.has_template:
            return list(self._tokenizer(self.text(messages)).input_ids)
        if self.sanitised:
            ids = self._apply(
                self._fold(messages), tokenize=True, return_dict=False, sanitize_control_tokens=True
            )
            return list(ids)
        return list(self._tokenizer(self.text(messages), add_special_tokens=False).input_ids)

    def _fold(self, messages: Sequence[Message]) -> list[Message]:
        if self.system_role:
            return list(messages)
        system = "\n\n".join(m["content"] for m in messages if m["role"] == "system")
        others = [m for m in messages if m["role"] != "system"]
        if not system:
            return others
        if others and others[0]["role"] == "user":
            first: Message = {"role": "user", "content": f"{system}\n\n{others[0]['content']}"}
            return [first, *others[1:]]
        return [{"role": "user", "content": system}, *others]

    def _apply(self, messages: Sequence[Message], **options: Any) -> Any:
        import jinja2

        try:
            return self._tokenizer.apply_chat_template(
                [dict(m) for m in messages], add_generation_prompt=True, **self._options, **options
            )
        except jinja2.TemplateError as error:
            roles = ", ".join(m["role"] for m in messages)
            raise ModelError(
                f"the model's chat template refuses a conversation with the roles {roles}: {error}. "
                "Use a model whose template takes alternating user and assistant turns"
            ) from error

    def _shows_system(self) -> bool:
        if not self.has_template:
            return True
        self.system_role = True
        probe: list[Message] = [{"role": "system", "content": _PROBE}, {"role": "user", "content": "hello"}]
        try:
            return _PROBE in self.text(probe)
        except ModelError:
            return False

    def _turn_on_sanitising(self) -> bool:
        known = inspect.signature(self._tokenizer.apply_chat_template).parameters
        if "sanitize_control_tokens" not in known or not hasattr(self._tokenizer, "chat_control_tokens"):
            return False
        # Only tokens that the tokenizer itself calls special: `<think>` in earlier replies stays a token.
        self._tokenizer.chat_control_tokens = []
        self.system_role = True
        try:
            plain = self._apply([{"role": "user", "content": "hello"}], tokenize=True, return_dict=False)
            safe = self._apply(
                [{"role": "user", "content": "hello"}],
                tokenize=True,
                return_dict=False,
                sanitize_control_tokens=True,
            )
        except (ModelError, ValueError, TypeError, NotImplementedError):
            return False
        return list(plain) == list(safe)


def _template_text(tokenizer: Any) -> str | None:
    template = getattr(tokenizer, "chat_template", None)
    if isinstance(template, dict):
        template = template.get("default") or next(iter(template.values()), None)
    return template if isinstance(template, str) and template.strip() else None
