"use client";
// All that is wrong with the run, below its rows: a line a rule, worst first, as of the playhead.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { goToEvidence } from "../../lib/session/problem-navigation.ts";
import { useAppContext } from "../app-context.tsx";
import { usePlayheadEvent, useView } from "../session.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { formatQuantity } from "../ui/format.ts";
import { getListTarget } from "../ui/roving-focus.ts";
import { EmptyState } from "../ui/status.tsx";
import { ToggleChip } from "../ui/toggle-chip.tsx";
import { useInterpretation } from "../use-interpretation.ts";
import { ProblemItem, type ProblemRowActions } from "./problem-item.tsx";
import {
  createProblemRows,
  matchesProblemFilter,
  type ProblemFilter,
  type ProblemRow,
} from "./problem-rows.ts";
import { SEVERITIES, SEVERITY_META } from "./severity-meta.ts";
import { useMutedRules } from "./use-muted-rules.ts";

const NO_FILTER: ProblemFilter = { hidden: [], query: "" };
/** So many lines are stepped over at once. */
const PAGE_ROWS = 8;

export default function ProblemsPanel() {
  const { screen } = useAppContext();
  const interpretation = useInterpretation();
  const playhead = usePlayheadEvent();
  const muted = useMutedRules();
  const scope = useView((view) => view.scope);
  const [filter, setFilter] = useState(NO_FILTER);
  const [showsMuted, showMuted] = useState(false);
  const all = createProblemRows(interpretation, playhead, scope);
  const heard = all.filter(({ rule }) => !muted.has(rule.rule));
  const silent = all.filter(({ rule }) => muted.has(rule.rule));
  const listed = heard.filter((line) => matchesProblemFilter(line, filter));
  // Those that are muted are looked at by themselves.
  const lines = showsMuted && silent.length > 0 ? silent : listed;
  return (
    <section className="problems-panel" aria-label="Problems" data-testid="problems">
      <header className="problems-head">
        <h2>{scope === "all" ? "Problems" : "Problems of this exchange"}</h2>
        <SeverityCounts lines={heard} filter={filter} onChange={setFilter} />
        <TextField
          size={26}
          icon="search"
          label="Filter problems"
          placeholder="Filter problems"
          className="problems-query"
          value={filter.query}
          onChange={(query) => setFilter({ ...filter, query })}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            if (filter.query === "") event.currentTarget.blur();
            else setFilter({ ...filter, query: "" });
          }}
        />
        {silent.length > 0 && (
          <Button size={24} icon="mute" pressed={showsMuted} onClick={() => showMuted(!showsMuted)}>
            {silent.length} muted
          </Button>
        )}
        <span className="problems-end">
          <IconButton icon="book" label="All rules" size={24} onClick={() => screen.openRules()} />
          <IconButton
            icon="close"
            label="Close problems"
            keys="!"
            size={24}
            onClick={() => screen.toggleProblems()}
          />
        </span>
      </header>
      {lines.length > 0 ? (
        <ProblemRows lines={lines} />
      ) : (
        <NoProblems
          isFiltered={heard.length > 0}
          silent={silent.length}
          what={scope === "all" ? "run" : "exchange"}
          onClear={() => setFilter(NO_FILTER)}
        />
      )}
    </section>
  );
}

interface SeverityCountsProps {
  lines: readonly ProblemRow[];
  filter: ProblemFilter;
  onChange: (filter: ProblemFilter) => void;
}

/** Rules of each severity; those broken only later are told apart. */
function SeverityCounts({ lines, filter, onChange }: SeverityCountsProps) {
  const { hidden } = filter;
  const later = lines.filter(({ count }) => count === 0).length;
  return (
    <span className="problems-counts">
      {SEVERITIES.map((severity) => {
        const { hue, icon, label } = SEVERITY_META[severity];
        const count = lines.filter(({ rule }) => rule.severity === severity).length;
        return (
          <ToggleChip
            key={severity}
            label={`${label}s`}
            hue={hue}
            icon={icon}
            count={count}
            pressed={!hidden.includes(severity)}
            onToggle={(only) =>
              onChange({ ...filter, hidden: toggleSeverity(hidden, severity, only) })
            }
          />
        );
      })}
      {later > 0 && <span className="problems-later">{later} only later</span>}
    </span>
  );
}

type HiddenSeverities = ProblemFilter["hidden"];

/** Alt-click leaves one; on the only one left it brings all back. */
function toggleSeverity(
  hidden: HiddenSeverities,
  severity: HiddenSeverities[number],
  only: boolean,
): HiddenSeverities {
  if (only) {
    const others = SEVERITIES.filter((other) => other !== severity);
    return others.every((other) => hidden.includes(other)) ? [] : others;
  }
  return hidden.includes(severity)
    ? hidden.filter((other) => other !== severity)
    : [...hidden, severity];
}

function ProblemRows({ lines }: { lines: readonly ProblemRow[] }) {
  const desk = useAppContext();
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  /** The line that takes the focus, once one that had it is gone. */
  const heir = useRef<string | null>(null);
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = lines;
    if (heir.current === null) return;
    findRowButton(list.current, heir.current)?.focus();
    heir.current = null;
  });
  const actions = useMemo<ProblemRowActions>(
    () => ({
      go(rule, evidence) {
        goToEvidence(desk, rule, evidence);
        desk.screen.showInspector();
      },
      explain: (rule) => desk.screen.openRules(rule),
      toggle: (rule) =>
        setOpened((now) => {
          const next = new Set(now);
          if (!next.delete(rule)) next.add(rule);
          return next;
        }),
      focused: setActive,
      muted(rule) {
        const names = latest.current.map((line) => line.rule.rule);
        const at = names.indexOf(rule);
        heir.current = names[at + 1] ?? names[at - 1] ?? null;
      },
    }),
    [desk],
  );
  const index = Math.max(
    0,
    lines.findIndex(({ rule }) => rule.rule === active),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || !event.target.dataset.problem) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = getListTarget(event.key, index, lines.length, PAGE_ROWS, () => true);
    // What would move among the rows stays here.
    if (to !== undefined || /^Arrow/.test(event.key)) event.preventDefault();
    if (to !== undefined) findRowButton(list.current, lines[to]?.rule.rule ?? "")?.focus();
  };
  return (
    <ul ref={list} className="problem-list" aria-label="Problems by rule" onKeyDown={onKeyDown}>
      {lines.map((line, at) => (
        <ProblemItem
          key={line.rule.rule}
          line={line}
          active={at === index}
          open={opened.has(line.rule.rule)}
          actions={actions}
        />
      ))}
    </ul>
  );
}

function findRowButton(list: HTMLElement | null, rule: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-problem="${CSS.escape(rule)}"]`) ?? null;
}

interface NoProblemsProps {
  isFiltered: boolean;
  silent: number;
  /** What is looked at. */
  what: "run" | "exchange";
  onClear: () => void;
}

function NoProblems({ isFiltered, silent, what, onClear }: NoProblemsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon="search"
        title="No problems match"
        action={
          <Button variant="outline" onClick={onClear}>
            Clear filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState icon="ok" title={silent > 0 ? "No problems but the muted" : "No problems"}>
      {silent > 0
        ? `${formatQuantity(silent, "rule")} of this ${what} ${silent === 1 ? "is" : "are"} muted.`
        : `Nothing this ${what} shows breaks a rule.`}
    </EmptyState>
  );
}
