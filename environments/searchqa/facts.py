"""The ontology that worlds are made of."""

from __future__ import annotations

from ragen_bench.environments.searchqa.facts_nature import NATURE
from ragen_bench.environments.searchqa.facts_people import PEOPLE
from ragen_bench.environments.searchqa.facts_works import WORKS
from ragen_bench.environments.searchqa.kinds import KINDS
from ragen_bench.environments.searchqa.ontology import Ontology

ONTOLOGY = Ontology(KINDS, (*PEOPLE, *NATURE, *WORKS))
