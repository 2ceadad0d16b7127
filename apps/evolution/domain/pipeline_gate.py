"""The gate before the review of a pipeline: what speaks against it, shown from the start."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from apps.errors import DomainError
from apps.evolution.domain.chain_mining import are_alike
from apps.evolution.domain.json_place import places
from apps.evolution.domain.pipeline_check import check_references, check_tools
from apps.evolution.domain.pipeline_draft import called_tools
from apps.evolution.domain.pipeline_yaml import PipelineDocument, parse_pipeline
from apps.evolution.domain.quality_gate import (
    Check,
    Finding,
    GateFacts,
    confidence_finding,
    grounding_findings,
    security_findings,
)
from apps.evolution.domain.security_scan import scan

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

MOST_FINDINGS = 5
_CHECKS_OF_DOCUMENT: tuple[Check, ...] = ("name", "references", "tools", "near_duplicate")
_HOST_KEY = re.compile(r"(?:^|_)(?:host|hostname|domain|server)$", re.IGNORECASE)
_URL = re.compile(r"\w+://[^\s\"'<>]+")


@dataclass(frozen=True, slots=True)
class KnownPipeline:
    """A pipeline of the tenant, with the tools that it calls in their order."""

    name: str
    tools: Sequence[str]


@dataclass(frozen=True, slots=True)
class PipelineFacts:
    """What the gate has to know beside the text.

    `schemas` are the JSON schemas of what the registered tools take; `seen` is all that the runs
    of the evidence were given and gave, in which an address may stand.
    """

    shared: GateFacts
    schemas: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    pipelines: Sequence[KnownPipeline] = ()
    seen: str = ""


def check_pipeline(text: str, *, facts: PipelineFacts) -> list[Finding]:
    """Run every check on a pipeline's YAML, at least one finding each, in a fixed order."""
    document, format_finding = _read(text)
    return [
        format_finding,
        *_document_findings(document, facts),
        confidence_finding(facts.shared),
        *grounding_findings(facts.shared),
        *_security_findings(text, document, facts),
    ]


def _read(text: str) -> tuple[PipelineDocument | None, Finding]:
    try:
        document = parse_pipeline(text)
    except DomainError as error:
        return None, Finding("format", "fail", error.detail)
    return document, Finding("format", "pass", "It follows the format of pipelines.")


def _document_findings(
    document: PipelineDocument | None, facts: PipelineFacts
) -> Iterator[Finding]:
    if document is None:
        for check in _CHECKS_OF_DOCUMENT:
            yield Finding(check, "fail", "Cannot be checked while the format is broken.")
        return
    yield _name_finding(document, facts)
    yield from _reference_findings(document)
    yield from _tool_findings(document, facts)
    yield _twin_finding(document, facts)


def _name_finding(document: PipelineDocument, facts: PipelineFacts) -> Finding:
    shared = facts.shared
    if document.name in set(shared.taken_names).difference(shared.improves):
        detail = f"The name '{document.name}' belongs to another pipeline."
        return Finding("name", "fail", detail)
    return Finding("name", "pass", "No other pipeline, active or archived, has this name.")


def _reference_findings(document: PipelineDocument) -> Iterator[Finding]:
    problems = check_references(document)
    for problem in problems[:MOST_FINDINGS]:
        yield Finding("references", "fail", str(problem))
    if not problems:
        yield Finding("references", "pass", "Every reference leads to something.")


def _tool_findings(document: PipelineDocument, facts: PipelineFacts) -> Iterator[Finding]:
    """Tell tools that agents used, and that are to be registered, from those unheard of."""
    missing = [tool for tool in document.tools if tool not in facts.schemas]
    unheard_of = [tool for tool in missing if tool not in facts.shared.known_tools]
    if unheard_of:
        detail = f"Nobody here has used or registered {_quoted(unheard_of)}."
        yield Finding("tools", "fail", detail)
    if used := [tool for tool in missing if tool not in unheard_of]:
        yield Finding("tools", "warn", f"Register {_quoted(used)} before the pipeline is run.")
    problems = [
        problem for problem in check_tools(document, facts.schemas) if ".params" in problem.path
    ]
    for problem in problems[:MOST_FINDINGS]:
        yield Finding("tools", "fail", str(problem))
    if not missing and not problems:
        yield Finding("tools", "pass", "Every tool is registered and is given what it needs.")


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _twin_finding(document: PipelineDocument, facts: PipelineFacts) -> Finding:
    own = called_tools(document)
    twins = [
        one.name
        for one in facts.pipelines
        if one.name not in facts.shared.improves and are_alike(own, tuple(one.tools))
    ]
    if twins:
        detail = f"It calls nearly the same tools in the same order as {_quoted(twins)}."
        return Finding("near_duplicate", "fail", detail)
    return Finding("near_duplicate", "pass", "No other pipeline is nearly the same.")


def _security_findings(
    text: str, document: PipelineDocument | None, facts: PipelineFacts
) -> Iterator[Finding]:
    triggers = document.triggers if document else ()
    description = document.description if document else ""
    strange = _strange_hosts(document, facts) if document else []
    threats = scan(text, triggers=triggers, description=description)
    if threats or not strange:
        yield from security_findings(threats)
    if strange:
        detail = f"It names {_quoted(strange)}, which no run of the evidence did."
        yield Finding("security", "warn", detail)


def _strange_hosts(document: PipelineDocument, facts: PipelineFacts) -> list[str]:
    """List the hosts written in params that stand in none of the runs."""
    hosts = dict.fromkeys(
        host for step in document.every_step for host in _hosts(step.params) if host
    )
    return [host for host in hosts if host.casefold() not in facts.seen.casefold()][:MOST_FINDINGS]


def _hosts(params: Mapping[str, Any]) -> Iterator[str]:
    for path, value in places(dict(params)):
        if not isinstance(value, str) or "${" in value:
            continue
        for url in _URL.findall(value):
            yield _host_of(url)
        if path and _HOST_KEY.search(str(path[-1])) and "://" not in value:
            yield value.strip()


def _host_of(url: str) -> str:
    try:
        return urlsplit(url).hostname or url
    except ValueError:
        return url
