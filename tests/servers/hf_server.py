"""A real model behind an OpenAI-compatible endpoint on loopback, with log-probabilities.

It serves an `HFPolicy`: requests that wait are decoded side by side. Sampling is fixed when the policy
is made, so a request for another temperature is refused instead of being answered wrongly.

`python -m tests.servers.hf_server FOLDER` writes its base URL on the first line and serves until killed.
"""

from __future__ import annotations

import argparse
import json
import queue
import sys
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import Any

from ragen_bench.agents.hf import HFPolicy
from ragen_bench.policy import Completion, Request
from tests.servers.loopback import JsonHandler, listen

Pair = tuple[Future[Completion], Request]


class Engine:
    """Runs a policy on one thread; whoever asks shares its batches."""

    def __init__(self, policy: HFPolicy) -> None:
        self.policy = policy
        self._waiting: queue.Queue[Pair | None] = queue.Queue()
        self._first: Pair | None = None
        self._taken: list[Pair] = []
        self._thread = threading.Thread(target=self._work, name="engine", daemon=True)
        self._thread.start()

    def ask(self, request: Request) -> Completion:
        """The completion of `request`; an error of the model is raised here."""
        future: Future[Completion] = Future()
        self._waiting.put((future, request))
        return future.result()

    def close(self) -> None:
        """Stop once everything asked for is answered."""
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._waiting.get()) is not None:
            self._first, self._taken = first, []
            try:
                for future, completion in self.policy.reply_stream(self._feed):
                    future.set_result(completion)
            except Exception as error:  # noqa: BLE001 - belongs to those who asked
                for future, _ in self._taken:
                    if not future.done():
                        future.set_exception(error)

    def _feed(self, room: int) -> list[Pair]:
        pairs = [] if self._first is None else [self._first]
        self._first = None
        while len(pairs) < room and not self._waiting.empty():
            pair = self._waiting.get()
            if pair is None:
                # Left for the outer loop, which stops when what is decoding now is done.
                self._waiting.put(None)
                break
            pairs.append(pair)
        self._taken += pairs
        return pairs


class Handler(JsonHandler):
    """`GET /models` and `POST /chat/completions`."""

    engine: Engine
    name: str

    def do_GET(self) -> None:
        self.send_json({"object": "list", "data": [{"id": self.name, "object": "model"}]})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        sampling = self.engine.policy.sampling.as_dict()
        for field in ("temperature", "top_p"):
            if field in body and body[field] != sampling[field]:
                what = f"Unsupported value: {field!r} is {sampling[field]} on this server"
                return self.send_error_json(400, what, param=field)
        if body.get("stream") or body.get("n", 1) != 1:
            return self.send_error_json(400, "neither streams nor several choices are served")
        try:
            completion = self.engine.ask(Request(tuple(body["messages"]), body.get("seed", 0)))
        except Exception as error:  # noqa: BLE001 - the client must hear of it
            return self.send_error_json(500, f"{type(error).__name__}: {error}")
        if completion.finish_reason == "context":
            what = "the prompt does not fit the context"
            return self.send_error_json(400, what, code="context_length_exceeded")
        self.send_json(self._answer(body, completion))

    def _answer(self, body: Mapping[str, Any], completion: Completion) -> dict[str, Any]:
        ids, text, finish = completion.token_ids or (), completion.text, completion.finish_reason
        limit = body.get("max_completion_tokens", body.get("max_tokens", len(ids)))
        if len(ids) > limit:
            ids, finish = ids[:limit], "length"
            text = self.engine.policy.tokenizer.decode(list(ids))
        log_probs = None
        if body.get("logprobs"):
            values = completion.log_probs or ()
            log_probs = {"content": [self._entry(body, i, v) for i, v in zip(ids, values, strict=False)]}
        prompt = completion.usage.prompt_tokens or 0
        return {
            "object": "chat.completion",
            "model": self.name,
            "choices": [
                {
                    "index": 0,
                    "finish_reason": finish,
                    "logprobs": log_probs,
                    "message": {"role": "assistant", "content": text},
                }
            ],
            "usage": {
                "prompt_tokens": prompt,
                "completion_tokens": len(ids),
                "total_tokens": prompt + len(ids),
            },
        }

    def _entry(self, body: Mapping[str, Any], token_id: int, value: float) -> dict[str, Any]:
        token = self.engine.policy.tokenizer.decode([token_id])
        shown = f"token_id:{token_id}" if body.get("return_tokens_as_token_ids") else token
        return {"token": shown, "logprob": value, "bytes": list(token.encode()), "top_logprobs": []}


@contextmanager
def serve_policy(policy: HFPolicy, name: str = "model", port: int = 0) -> Iterator[str]:
    """Serve `policy` under the model name `name`; gives the base URL."""
    engine = Engine(policy)
    try:
        with listen(type("PolicyHandler", (Handler,), {"engine": engine, "name": name}), port) as base_url:
            yield base_url
    finally:
        engine.close()


def main() -> None:
    """Serve a model folder from the command line."""
    parser = argparse.ArgumentParser(description="A model folder behind an OpenAI-compatible endpoint.")
    parser.add_argument("model")
    parser.add_argument("--name", default="model")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--batch-size", type=int)
    parser.add_argument("--max-new-tokens", type=int)
    options = parser.parse_args()
    policy = HFPolicy(options.model, batch_size=options.batch_size, max_new_tokens=options.max_new_tokens)
    with serve_policy(policy, options.name, options.port) as base_url, suppress(KeyboardInterrupt):
        sys.stdout.write(f"{base_url}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
