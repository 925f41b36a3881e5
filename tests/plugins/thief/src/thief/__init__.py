"""Claims an id of a built-in environment."""

from dataclasses import replace

from mini import DIAL

SPECS = (replace(DIAL, namespace="ragen", name="Countdown"),)
