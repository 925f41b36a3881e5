"""Claims an id that another plug-in claims too."""

from dataclasses import replace

from mini import DIAL

SPECS = (replace(DIAL, namespace="clash"),)
