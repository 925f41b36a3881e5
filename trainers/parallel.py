"""Data-parallel training: every process plays a share of the groups and computes a share of the gradient.

Started by `accelerate launch` or `torchrun`, which name the processes in the environment. The batch is put
together on every process, so filters, advantages and weights are those of one process; only gradients are
summed. The result differs from one process by rounding alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import torch

T = TypeVar("T")


class Processes:
    """The processes of a run; one alone unless a launcher says otherwise.

    Attributes:
        rank, count: this process and how many there are.
    """

    def __init__(self) -> None:
        self.rank = int(os.environ.get("RANK", "0"))
        self.count = int(os.environ.get("WORLD_SIZE", "1"))
        if self.count > 1:
            import torch
            import torch.distributed as distributed

            if not distributed.is_initialized():
                distributed.init_process_group("nccl" if torch.cuda.is_available() else "gloo")

    @property
    def first(self) -> bool:
        """The process that writes files and talks."""
        return self.rank == 0

    def share(self, items: Sequence[T]) -> list[T]:
        """This process's items."""
        return list(items[self.rank :: self.count])

    def gather(self, items: Sequence[T]) -> list[T]:
        """The inverse of `share`, on every process: the items of all, in their first order."""
        if self.count == 1:
            return list(items)
        import torch.distributed as distributed

        shares: list[Any] = [None] * self.count
        distributed.all_gather_object(shares, list(items))
        total = sum(map(len, shares))
        return [shares[i % self.count][i // self.count] for i in range(total)]

    def sum_gradients(self, parameters: Iterable[torch.nn.Parameter]) -> None:
        """Adds up gradients over processes; one that computed none counts as zero."""
        if self.count == 1:
            return
        import torch
        import torch.distributed as distributed

        own = list(parameters)
        for parameter in own:
            if parameter.grad is None:
                parameter.grad = torch.zeros_like(parameter)
        flat = torch.cat([p.grad.reshape(-1) for p in own if p.grad is not None])
        distributed.all_reduce(flat)
        start = 0
        for parameter in own:
            assert parameter.grad is not None
            size = parameter.grad.numel()
            parameter.grad.copy_(flat[start : start + size].view_as(parameter.grad))
            start += size

    def sum_figures(self, figures: dict[str, float]) -> dict[str, float]:
        """Adds up numbers over processes."""
        if self.count == 1:
            return figures
        import torch.distributed as distributed

        shares: list[Any] = [None] * self.count
        distributed.all_gather_object(shares, figures)
        return {key: sum(share[key] for share in shares) for key in figures}

    def agree(self, value: T) -> T:
        """The first process's value, on every process."""
        if self.count == 1:
            return value
        import torch.distributed as distributed

        box: list[Any] = [value]
        distributed.broadcast_object_list(box, src=0)
        agreed: T = box[0]
        return agreed

    def close(self) -> None:
        """Leaves the group."""
        if self.count > 1:
            import torch.distributed as distributed

            distributed.destroy_process_group()


def is_first() -> bool:
    """Whether this is the process that talks, without joining the others."""
    return os.environ.get("RANK", "0") == "0"
