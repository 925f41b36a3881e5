"""Actor, reference and critic on one frozen base: three sets of adapters, one copy of the weights."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from ragen_bench.agents.hf import HFPolicy
from ragen_bench.agents.hf_loading import Loaded, load
from ragen_bench.errors import InvalidConfig, MissingExtra, ModelError
from ragen_bench.rng import Rng
from ragen_bench.trainers.config import WITH_CRITIC, TrainConfig
from ragen_bench.trainers.losses import entropy
from ragen_bench.trainers.starpo.trajectories import TokenSequence

ACTOR, CRITIC, REFERENCE = "default", "critic", "reference"


class ActorCritic:
    """A causal language model with an actor adapter, and a critic adapter with a value head where needed.

    The reference is the base without adapters; a run that starts from an adapter keeps a frozen copy of it
    as the reference.

    Args:
        config: the run's.
        model: resolved folder or hub id.

    Raises:
        ModelError: the model or adapter cannot be loaded or is of a kind that cannot be trained here.
    """

    def __init__(self, config: TrainConfig, model: str | Path) -> None:
        try:
            import peft
        except ImportError as error:
            raise MissingExtra("peft", "train", "training") from error
        loaded = load(model, None, config.device, config.dtype)
        self.device, self.tokenizer = loaded.device, loaded.tokenizer
        self._path, self._dtype = loaded.path, loaded.dtype
        for parameter in loaded.model.parameters():
            parameter.requires_grad_(False)
        targets: Any = config.lora.targets
        if targets != "all-linear":
            targets = [name.strip() for name in targets.split(",")]
        lora = peft.LoraConfig(
            r=config.lora.r,
            lora_alpha=config.lora.alpha,
            lora_dropout=0.0,
            target_modules=targets,
            task_type="CAUSAL_LM",
        )
        # Adapter weights are drawn from torch's global generator; it is put back as it was.
        with _seeded(Rng.of("adapters", config.seed).below(1 << 31)):
            try:
                self.peft: Any = peft.get_peft_model(loaded.model, lora)
            except ValueError as error:
                raise InvalidConfig("lora.targets", config.lora.targets, "names of linear modules") from error
            self.has_critic = config.method == "starpo" and config.advantage.estimator in WITH_CRITIC
            if self.has_critic:
                self.peft.add_adapter(CRITIC, lora)
            hidden = loaded.model.config.get_text_config().hidden_size
            self.value_head = nn.Linear(hidden, 1, device=self.device, dtype=torch.float32)
        nn.init.zeros_(self.value_head.weight)
        nn.init.zeros_(self.value_head.bias)
        self.has_reference = config.adapter is not None
        if config.adapter is not None:
            self._start_from(Path(config.adapter).expanduser(), lora)
        self.model: Any = self.peft.get_base_model()
        self._text_config = self.model.config.get_text_config()
        if getattr(self._text_config, "final_logit_softcapping", None):
            raise ModelError("models that cap their logits cannot be trained here; use another base model")
        self.peft.eval()  # no dropout, in sampling and in training: the ratio starts at exactly 1
        self.use(ACTOR)

    def _start_from(self, path: Path, lora: Any) -> None:
        from peft import get_peft_model_state_dict, load_peft_weights, set_peft_model_state_dict

        try:
            weights = load_peft_weights(str(path), device=str(self.device))
            # The frozen copy first: from then on it is what the divergence is measured from.
            self.peft.add_adapter(REFERENCE, lora)
            stray = sorted(set(weights) ^ set(get_peft_model_state_dict(self.peft, adapter_name=ACTOR)))
            if stray:
                raise ValueError(f"{len(stray)} weights have no counterpart, for example {stray[0]}")
            for name in (REFERENCE, ACTOR):
                set_peft_model_state_dict(self.peft, weights, adapter_name=name)
        except (OSError, ValueError, RuntimeError, KeyError) as error:
            raise ModelError(
                f"the adapter {str(path)!r} cannot be loaded onto the base model with lora.r={lora.r}: "
                f"{' '.join(str(error).split())[:200]}. Give an adapter with that rank and those targets"
            ) from error

    # ------------------------------------------------------------------------------ adapters

    def use(self, adapter: str) -> None:
        """Makes an adapter the active one; only actor and critic are ever trained."""
        self.peft.set_adapter(adapter)
        for name, parameter in self.peft.named_parameters():
            if "lora_" in name:
                parameter.requires_grad_(f".{ACTOR}." in name or f".{CRITIC}." in name)

    @contextmanager
    def as_reference(self) -> Iterator[None]:
        """The reference policy: the starting adapter, or the base alone."""
        if self.has_reference:
            self.use(REFERENCE)
            try:
                yield
            finally:
                self.use(ACTOR)
        else:
            with self.peft.disable_adapter():
                yield

    @contextmanager
    def as_critic(self) -> Iterator[None]:
        """The critic's adapter."""
        self.use(CRITIC)
        try:
            yield
        finally:
            self.use(ACTOR)

    def parameters_of(self, adapter: str) -> list[nn.Parameter]:
        """Trained parameters, in a fixed order."""
        own = [p for name, p in self.peft.named_parameters() if "lora_" in name and f".{adapter}." in name]
        return own + (list(self.value_head.parameters()) if adapter == CRITIC else [])

    def state(self) -> dict[str, Tensor]:
        """Trained tensors by name, on the CPU."""
        tensors = {name: p for name, p in self.peft.named_parameters() if "lora_" in name}
        tensors |= {f"value_head.{name}": p for name, p in self.value_head.named_parameters()}
        return {name: tensor.detach().cpu().clone().contiguous() for name, tensor in tensors.items()}

    def load_state(self, state: dict[str, Tensor]) -> None:
        """The inverse of `state`.

        Raises:
            ModelError: names or shapes differ.
        """
        own = {name: p for name, p in self.peft.named_parameters() if "lora_" in name}
        own |= {f"value_head.{name}": p for name, p in self.value_head.named_parameters()}
        if set(own) != set(state) or any(own[name].shape != state[name].shape for name in own):
            raise ModelError("the checkpoint belongs to another model or other lora settings")
        with torch.no_grad():
            for name, parameter in own.items():
                parameter.copy_(state[name])

    def save_adapter(self, folder: Path) -> None:
        """The actor as a peft adapter, for `ragen-bench evaluate BASE+FOLDER`."""
        self.peft.save_pretrained(str(folder), selected_adapters=[ACTOR])

    # ------------------------------------------------------------------------------- scoring

    def policy(self, **settings: Any) -> HFPolicy:
        """The actor as a sampling policy, sharing these weights."""
        return HFPolicy(Loaded(self.model, self.tokenizer, self._path, self.device, self._dtype), **settings)

    def _hidden(self, batch: Batch) -> Tensor:
        """Hidden states before each policy token, shape (policy tokens, hidden)."""
        output = self.model.get_decoder()(
            input_ids=batch.ids, attention_mask=batch.attention, use_cache=False
        ).last_hidden_state
        return output[:, :-1][batch.mask[:, 1:]]

    def log_probs(
        self, batch: Batch, temperature: float, with_entropy: bool = False
    ) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the policy tokens and the entropies at their places.

        Returns:
            Two tensors of shape (B, T) with 0 where the mask is 0; the entropies are 0 unless asked for.
        """
        hidden = self._hidden(batch)
        logits = self.model.get_output_embeddings()(hidden).float() / temperature
        chosen = batch.ids[:, 1:][batch.mask[:, 1:]]
        picked = torch.log_softmax(logits, dim=-1).gather(1, chosen[:, None])[:, 0]
        entropies = entropy(logits) if with_entropy else torch.zeros_like(picked)
        return batch.spread(picked), batch.spread(entropies)

    def values(self, batch: Batch) -> Tensor:
        """The critic's value before each policy token, shape (B, T); 0 where the mask is 0."""
        with self.as_critic():
            hidden = self._hidden(batch)
        return batch.spread(self.value_head(hidden.float())[:, 0])


class Batch:
    """Sequences padded on the right to one length.

    Attributes:
        ids, attention: (B, T), long.
        mask: (B, T), bool, True on policy tokens. A first token is never one.
        old_log_probs: (B, T), of sampling.
    """

    def __init__(self, sequences: Sequence[TokenSequence], pad: int, device: str) -> None:
        width = max(len(sequence.ids) for sequence in sequences)

        def table(rows: list[list[Any]], fill: Any, dtype: torch.dtype) -> Tensor:
            full = [row + [fill] * (width - len(row)) for row in rows]
            return torch.tensor(full, dtype=dtype, device=device)

        self.ids = table([s.ids for s in sequences], pad, torch.long)
        self.attention = table([[1] * len(s.ids) for s in sequences], 0, torch.long)
        self.mask = table([s.mask for s in sequences], 0, torch.long).bool()
        self.old_log_probs = table([s.log_probs for s in sequences], 0.0, torch.float32)

    def spread(self, values: Tensor) -> Tensor:
        """Values of the policy tokens at their places, (B, T), 0 elsewhere."""
        placed = torch.zeros(self.mask.shape, dtype=values.dtype, device=values.device)
        return placed.masked_scatter(self.mask, values)

    def table(self, rows: Sequence[Sequence[float]]) -> Tensor:
        """Per-token numbers of the sequences as a tensor like `ids`."""
        width = self.ids.shape[1]
        full = [list(row) + [0.0] * (width - len(row)) for row in rows]
        return torch.tensor(full, dtype=torch.float32, device=self.ids.device)


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        yield


def micro_batches(lengths: Sequence[int], most_tokens: int) -> list[list[int]]:
    """Positions in parts of at most `most_tokens` padded tokens, similar lengths together.

    Raises:
        InvalidConfig: one alone is longer than that.
    """
    order = sorted(range(len(lengths)), key=lambda i: (lengths[i], i))
    parts: list[list[int]] = []
    for position in order:
        if lengths[position] > most_tokens:
            raise InvalidConfig("optimiser.micro_tokens", most_tokens, f"at least {lengths[position]}")
        # Lengths ascend, so the newcomer is the part's width.
        if parts and (len(parts[-1]) + 1) * lengths[position] <= most_tokens:
            parts[-1].append(position)
        else:
            parts.append([position])
    return parts
