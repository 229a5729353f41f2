"use client";
// Problems panel below the rows: one row per rule, most severe first, as of the playhead.
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { goToEvidence } from "../../lib/session/problem-navigation.ts";
import { ALL_RULES } from "../../lib/session/view.ts";
import { useAppContext } from "../app-context.tsx";
import { PendingLine, PendingText, useNewestRead, useTextRead } from "../loaded-text.tsx";
import { usePlayheadEvent, useView } from "../session.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { formatQuantity } from "../ui/format.ts";
import { getListTarget } from "../ui/roving-focus.ts";
import { EmptyState } from "../ui/status.tsx";
import { ToggleChip } from "../ui/toggle-chip.tsx";
import { useInterpretedRun } from "../use-interpretation.ts";
import { ProblemItem, type ProblemRowActions } from "./problem-item.tsx";
import {
  createProblemRows,
  matchesProblemFilter,
  type ProblemFilter,
  type ProblemRow,
} from "./problem-rows.ts";
import { useProblemsStore } from "./problems-store.ts";
import { SEVERITIES, SEVERITY_META } from "./severity-meta.ts";
import { useMutedRules } from "./use-muted-rules.ts";

const NO_ROWS: readonly ProblemRow[] = [];
const NO_FILTER: ProblemFilter = { hidden: [], query: "" };
/** Rows per Page Up or Page Down. */
const PAGE_ROWS = 8;

const HEAD =
  "flex h-9 flex-none items-center gap-2 border-b border-line-1 bg-bg-2 pr-2 pl-3 max-phone:h-auto max-phone:flex-wrap max-phone:py-1.5";

export default function ProblemsPanel() {
  const { view } = useAppContext();
  const toggle = useProblemsStore((problems) => problems.toggle);
  const interpreted = useInterpretedRun();
  const playhead = usePlayheadEvent();
  const muted = useMutedRules();
  const scope = useView((view) => view.scope);
  const [filter, setFilter] = useState(NO_FILTER);
  const [showsMuted, showMuted] = useState(false);
  const read = useTextRead(
    useCallback(
      () => createProblemRows(interpreted.interpretation, playhead, scope),
      [interpreted, playhead, scope],
    ),
  );
  const all = useNewestRead(read, interpreted.version.timeline) ?? NO_ROWS;
  const active = all.filter(({ rule }) => !muted.has(rule.id));
  const mutedRows = all.filter(({ rule }) => muted.has(rule.id));
  const listed = active.filter((line) => matchesProblemFilter(line, filter));
  // Muted problems are shown on their own.
  const lines = showsMuted && mutedRows.length > 0 ? mutedRows : listed;
  return (
    <section className="flex min-h-0 flex-1 flex-col" aria-label="Problems" data-testid="problems">
      <header className={HEAD}>
        <h2 className="text-12/5 font-semibold">
          {scope === "all" ? "Problems" : "Problems in this exchange"}
        </h2>
        <SeverityCounts lines={active} filter={filter} onChange={setFilter} />
        <TextField
          size={26}
          icon="search"
          label="Filter problems"
          placeholder="Filter problems"
          className="min-w-16 flex-[0_1_180px] max-phone:order-2 max-phone:flex-1"
          value={filter.query}
          onChange={(query) => setFilter({ ...filter, query })}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            if (filter.query === "") event.currentTarget.blur();
            else setFilter({ ...filter, query: "" });
          }}
        />
        <OnlyProblemsToggle />
        {mutedRows.length > 0 && (
          <Button
            size={24}
            icon="mute"
            className="max-phone:order-3"
            pressed={showsMuted}
            onClick={() => showMuted(!showsMuted)}
          >
            {mutedRows.length} muted
          </Button>
        )}
        <span className="ml-auto flex gap-0.5">
          <IconButton
            icon="book"
            label="All rules"
            size={24}
            onClick={() => view.setState({ openRule: ALL_RULES })}
          />
          <IconButton icon="close" label="Close problems" keys="!" size={24} onClick={toggle} />
        </span>
      </header>
      {lines.length > 0 && read.kind === "failed" && (
        <p className="px-3 py-1 text-12">
          <PendingLine read={read} />
        </p>
      )}
      {lines.length > 0 ? (
        <ProblemRows lines={lines} />
      ) : read.kind !== "loaded" ? (
        <PendingText read={read} />
      ) : (
        <NoProblems
          isFiltered={active.length > 0}
          mutedCount={mutedRows.length}
          what={scope === "all" ? "run" : "exchange"}
          onClear={() => setFilter(NO_FILTER)}
        />
      )}
    </section>
  );
}

/** Leaves out the rows without problems. */
function OnlyProblemsToggle() {
  const { view } = useAppContext();
  const filter = useView((state) => state.filter);
  return (
    <Button
      size={24}
      className="max-phone:order-3"
      pressed={filter.problems}
      onClick={() => view.setState({ filter: { ...filter, problems: !filter.problems } })}
    >
      Only their rows
    </Button>
  );
}

interface SeverityCountsProps {
  lines: readonly ProblemRow[];
  filter: ProblemFilter;
  onChange: (filter: ProblemFilter) => void;
}

/** Counts of rules by severity, and of those violated only after the playhead. */
function SeverityCounts({ lines, filter, onChange }: SeverityCountsProps) {
  const { hidden } = filter;
  const later = lines.filter(({ count }) => count === 0).length;
  return (
    <span className="flex flex-none items-center max-phone:order-1 max-phone:-ml-1.5 max-phone:flex-[1_0_100%]">
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
      {later > 0 && (
        <span className="pl-1.5 text-12/5 whitespace-nowrap text-fg-3">{later} later</span>
      )}
    </span>
  );
}

type HiddenSeverities = ProblemFilter["hidden"];

/** Alt-click shows only one severity. Alt-click on the only one shown shows all again. */
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
  const app = useAppContext();
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  /** The row that takes the focus after the focused row was muted. */
  const nextFocus = useRef<string | null>(null);
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = lines;
    if (nextFocus.current === null) return;
    findRowButton(list.current, nextFocus.current)?.focus();
    nextFocus.current = null;
  });
  const actions = useMemo<ProblemRowActions>(
    () => ({
      go(rule, evidence) {
        goToEvidence(app, rule, evidence);
        app.layout.getState().showInspector();
      },
      explain: (rule) => app.view.setState({ openRule: rule }),
      toggle: (rule) =>
        setOpened((now) => {
          const next = new Set(now);
          if (!next.delete(rule)) next.add(rule);
          return next;
        }),
      focused: setActive,
      muted(rule) {
        const names = latest.current.map((line) => line.rule.id);
        const at = names.indexOf(rule);
        nextFocus.current = names[at + 1] ?? names[at - 1] ?? null;
      },
    }),
    [app],
  );
  const index = Math.max(
    0,
    lines.findIndex(({ rule }) => rule.id === active),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || !event.target.dataset.problem) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = getListTarget(event.key, index, lines.length, PAGE_ROWS, () => true);
    // Keeps the arrow keys from moving in the timeline.
    if (to !== undefined || /^Arrow/.test(event.key)) event.preventDefault();
    if (to !== undefined) findRowButton(list.current, lines[to]?.rule.id ?? "")?.focus();
  };
  return (
    <ul
      ref={list}
      className="min-h-0 overflow-auto"
      aria-label="Problems by rule"
      onKeyDown={onKeyDown}
    >
      {lines.map((line, at) => (
        <ProblemItem
          key={line.rule.id}
          line={line}
          active={at === index}
          open={opened.has(line.rule.id)}
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
  mutedCount: number;
  /** The scope that is shown. */
  what: "run" | "exchange";
  onClear: () => void;
}

function NoProblems({ isFiltered, mutedCount, what, onClear }: NoProblemsProps) {
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
    <EmptyState icon="ok" title={mutedCount > 0 ? "No active problems" : "No problems"}>
      {mutedCount > 0
        ? `${formatQuantity(mutedCount, "violated rule")} in this ${what} ${mutedCount === 1 ? "is" : "are"} muted.`
        : `This ${what} does not violate any rule.`}
    </EmptyState>
  );
}
