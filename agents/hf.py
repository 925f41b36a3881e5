"""Models in this process, through transformers: batched decoding on CPU or GPU, LoRA adapters.

torch and transformers are imported when a policy is made, not before.
"""

from __future__ import annotations

import importlib.metadata
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragen_bench.agents.chat_format import ChatFormat
from ragen_bench.agents.model_files import model_hash
from ragen_bench.errors import InvalidConfig, ModelError
from ragen_bench.policy import Completion, Message, Request, Usage
from ragen_bench.reply import choose_protocol, stop_after_answer
from ragen_bench.reply.tags import THINK_OPEN

if TYPE_CHECKING:
    from ragen_bench.agents.hf_decode import Decoder, Row
    from ragen_bench.agents.hf_loading import Loaded

#: New tokens per reply where the caller says nothing.
NEW_TOKENS = {"tags": 1024, "native": 16384}

# Tokens decoded to look for a closing tag; the longest, `</answer>`, has nine characters.
_TAIL = 12


class HFPolicy:
    """A causal language model of transformers as a batching policy.

    Every request is decoded by a stream of its own, made from its seed: the reply does not depend on
    the other requests (apart from rounding noise, which is smallest in f32), and torch's global
    generators are neither read nor moved.

    Args:
        model: a folder, a `.gguf` file or a hub id; or a model that is loaded already (a trainer's).
        adapter: a folder with a LoRA adapter of peft, or None.
        device: "auto" (a GPU where torch sees one), "cpu", "cuda", "cuda:1".
        dtype: "auto" (bf16 where the hardware has it, else f32), "bf16", "f16" or "f32".
        batch_size: replies decoded side by side; None for 8 on CPU and 32 on a GPU.
        max_new_tokens: per reply; None for 1,024 (tags) or 16,384 (native).
        temperature, top_p: None for the model's own generation config; where that is silent, 0.6 and
            0.95. Temperature 0 is greedy.
        protocol: "tags", "native" or "auto". Under "native" the model's own thinking is turned on.
        think: the prompt asks for thinking in tags (tags only).
        stop_after_answer: end a reply after its first complete answer block outside the thinking.
            None: only under "tags".
        log_probs: give the log-probability of every sampled token.
        max_context: tokens of prompt and reply together; None for the model's own limit.

    Attributes:
        batch_size: halved once when memory runs out.
        protocol: "tags" or "native".
        system_role: the chat template shows system messages.
        opened: the prompt ends in `<think>`, so replies start inside the thinking.
        max_context: as above, resolved.

    Raises:
        ModelError: the model or adapter cannot be loaded.
        MissingExtra: torch, transformers or peft is not installed.
        InvalidConfig: a setting outside what is allowed.
    """

    def __init__(
        self,
        model: str | Path | Loaded,
        adapter: str | Path | None = None,
        *,
        device: str = "auto",
        dtype: str = "auto",
        batch_size: int | None = None,
        max_new_tokens: int | None = None,
        temperature: float | None = None,
        top_p: float | None = None,
        protocol: str = "tags",
        think: bool = True,
        stop_after_answer: bool | None = None,
        log_probs: bool = True,
        max_context: int | None = None,
    ) -> None:
        if protocol not in ("tags", "native", "auto"):
            raise InvalidConfig("protocol", protocol, '"tags", "native" or "auto"')
        for name, value in (
            ("batch_size", batch_size),
            ("max_new_tokens", max_new_tokens),
            ("max_context", max_context),
        ):
            if value is not None and value < 1:
                raise InvalidConfig(name, value, "at least 1")
        from ragen_bench.agents.hf_loading import Loaded, load

        loaded = model if isinstance(model, Loaded) else load(model, adapter, device, dtype)
        # After loading, which says what to install where torch is missing.
        from ragen_bench.agents.hf_sampling import Sampling

        self._name = str(loaded.path) if isinstance(model, Loaded) else str(model)
        self._adapter = Path(adapter).expanduser() if adapter is not None else None
        self._loaded = loaded
        self._tokenizer = loaded.tokenizer
        self.sampling = Sampling.resolve(loaded.model.generation_config, temperature, top_p)
        if protocol == "auto":
            template = getattr(self._tokenizer, "chat_template", None)
            protocol = choose_protocol(template if isinstance(template, str) else None)
        self.protocol = protocol
        self.chat = ChatFormat(self._tokenizer, enable_thinking=protocol == "native")
        self.system_role = self.chat.system_role
        self.batch_size = batch_size or (32 if loaded.device.startswith("cuda") else 8)
        self.max_new_tokens = max_new_tokens or NEW_TOKENS[protocol]
        self.max_context = _context_limit(loaded.model, self._tokenizer, max_context)
        self.log_probs = log_probs
        self.stops_early = protocol == "tags" if stop_after_answer is None else stop_after_answer
        probe: Message = {"role": "user", "content": "hello"}
        self.opened = self.chat.text([probe]).rstrip().endswith(THINK_OPEN)
        # Inside these replies nothing counts as an answer before `</think>`.
        self._inside = self.opened or (protocol == "tags" and think)
        self._end = _end_tokens(loaded.model, self._tokenizer)
        self._closes: dict[int, bool] = {}
        self._halved = False

    @property
    def model(self) -> Any:
        """The transformers model, adapter layers inside."""
        return self._loaded.model

    @property
    def tokenizer(self) -> Any:
        """The model's tokenizer."""
        return self._tokenizer

    def count_tokens(self, messages: Sequence[Message]) -> int:
        """Prompt tokens of `messages`, template included."""
        return len(self.chat.tokens(messages))

    def reply(self, messages: Sequence[Message], *, seed: int) -> Completion:
        """The reply to `messages`; the same for the same seed and messages."""
        return self.reply_many([Request(tuple(messages), seed)])[0]

    def reply_many(self, requests: Sequence[Request]) -> list[Completion]:
        """The replies, in the order of the requests, decoded `batch_size` at a time."""
        waiting = iter(enumerate(requests))
        found: dict[int, Completion] = {}
        for number, completion in self.reply_stream(lambda room: islice(waiting, room)):
            found[number] = completion
        return [found[number] for number in range(len(requests))]

    def reply_stream(
        self, feed: Callable[[int], Iterable[tuple[Any, Request]]]
    ) -> Iterator[tuple[Any, Completion]]:
        """Replies as they come in, with free places filled from `feed`: no request waits for another.

        Args:
            feed: called with the number of free places; gives at most that many pairs of a key and a
                request. It may give none now and some later, after a reply was handed out; the
                stream ends when it gives none while nothing is being decoded.

        Yields:
            The key of a request and its completion.

        Raises:
            ModelError: out of memory even with half the batch size.
        """
        decoder = self._decoder()
        again: deque[Row] = deque()
        while True:
            admitted: list[Row] = []
            room = self.batch_size - decoder.live
            # Letting rows in copies the cache, so it pays to let several in at once.
            if room >= max(1, self.batch_size // 8) or not decoder.live:
                while again and len(admitted) < room:
                    admitted.append(again.popleft())
                # A refused request leaves its place free, and its caller may have another.
                while len(admitted) < room and (pairs := list(feed(room - len(admitted)))):
                    for key, request in pairs:
                        row = self._row(key, request)
                        if isinstance(row, Completion):
                            yield key, row
                        else:
                            admitted.append(row)
            if not admitted and not decoder.live:
                return
            done: list[Row] = []
            try:
                if admitted:
                    done += decoder.admit(admitted)
                done += decoder.step()
            except (RuntimeError, MemoryError) as error:
                self._halve(error)
                lost = dict.fromkeys([*decoder.unfinished(), *admitted])
                again.extend(row.restarted() for row in lost if row not in done)
                decoder = self._decoder()
            for row in done:
                yield row.key, self._completion(row)

    def settings(self) -> dict[str, Any]:
        """What decides the replies, for a run's record. JSON-able; reads the weights' hash."""
        packages = ("torch", "transformers", "tokenizers", "peft")
        return {
            "backend": "transformers",
            "model": self._name,
            "model_hash": model_hash(self._loaded.path) if self._loaded.path is not None else None,
            "adapter": str(self._adapter) if self._adapter is not None else None,
            "adapter_hash": model_hash(self._adapter) if self._adapter is not None else None,
            "device": self._loaded.device,
            "dtype": self._loaded.dtype,
            "versions": {name: _version(name) for name in packages},
            "chat_template_hash": self.chat.template_hash,
            "has_chat_template": self.chat.has_template,
            "system_role": self.system_role,
            "control_tokens_sanitised": self.chat.sanitised,
            "protocol": self.protocol,
            "sampling": self.sampling.as_dict(),
            "max_new_tokens": self.max_new_tokens,
            "max_context": self.max_context,
            "stop_after_answer": self.stops_early,
            "batch_size": self.batch_size,
        }

    def _decoder(self) -> Decoder:
        from ragen_bench.agents.hf_decode import Decoder

        stop = self._has_answered if self.stops_early else None
        pad = self._tokenizer.pad_token_id
        if pad is None:
            pad = min(self._end, default=0)
        return Decoder(self._loaded.model, self.sampling, self._end, pad, stop)

    def _row(self, key: Any, request: Request) -> Row | Completion:
        """A row to decode, or the outcome of a prompt that leaves no place for a token."""
        from ragen_bench.agents.hf_decode import Row

        prompt = self.chat.tokens(request.messages) or [min(self._end, default=0)]
        free = self.max_context - len(prompt)
        if free < 1:
            usage = Usage(prompt_tokens=len(prompt), completion_tokens=0)
            return Completion("", usage, finish_reason="context")
        return Row(key, prompt, request.seed, min(self.max_new_tokens, free))

    def _completion(self, row: Row) -> Completion:
        ended = bool(row.tokens) and row.tokens[-1] in self._end
        text = self._text(row.tokens[:-1] if ended else row.tokens)
        return Completion(
            text,
            Usage(prompt_tokens=len(row.prompt), completion_tokens=len(row.tokens)),
            token_ids=tuple(row.tokens),
            log_probs=tuple(row.log_probs) if self.log_probs else None,
            finish_reason=row.finish_reason or "stop",
        )

    def _text(self, tokens: Sequence[int]) -> str:
        # Special tokens stay visible: what the model said is what is recorded.
        text = self._tokenizer.decode(
            list(tokens), skip_special_tokens=False, clean_up_tokenization_spaces=False
        )
        return str(text)

    def _has_answered(self, row: Row) -> bool:
        token = row.tokens[-1]
        closes = self._closes.get(token)
        if closes is None:
            closes = self._closes[token] = ">" in self._text([token])
        # The whole reply is decoded only where its tail holds a closing answer tag.
        if not closes or "</ans" not in self._text(row.tokens[-_TAIL:]):
            return False
        return stop_after_answer(self._text(row.tokens), self._inside) is not None

    def _halve(self, error: BaseException) -> None:
        from ragen_bench.agents.hf_loading import is_out_of_memory

        if not is_out_of_memory(error):
            raise error
        if self._halved or self.batch_size == 1:
            raise ModelError(
                f"out of memory with {self.batch_size} replies at a time. "
                "Lower --batch-size or --max-new-tokens, or use a smaller model"
            ) from error
        self._halved = True
        self.batch_size = max(1, self.batch_size // 2)
        import torch

        if torch.cuda.is_available():
            torch.cuda.empty_cache()


def _context_limit(model: Any, tokenizer: Any, wanted: int | None) -> int:
    config = model.config.get_text_config()
    limits = [
        getattr(config, "max_position_embeddings", None),
        getattr(tokenizer, "model_max_length", None),
    ]
    # Tokenizers without a limit say 10**30.
    known = [int(n) for n in limits if isinstance(n, int | float) and 0 < n < 10**9]
    own = min(known, default=None)
    if wanted is None:
        return own if own is not None else 4096
    if own is not None and wanted > own:
        raise InvalidConfig("max_context", wanted, f"at most {own}, the model's own limit")
    return wanted


def _end_tokens(model: Any, tokenizer: Any) -> frozenset[int]:
    own = getattr(model.generation_config, "eos_token_id", None)
    ids = list(own) if isinstance(own, list | tuple) else [own]
    return frozenset(int(i) for i in [*ids, tokenizer.eos_token_id] if i is not None)


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
