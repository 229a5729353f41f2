"use client";
// All that is wrong with the run, below its rows: a line a rule, worst first, as of the playhead.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { goToEvidence } from "../../lib/session/problems.ts";
import { useDesk } from "../command/desk.tsx";
import { useMoment, useView } from "../session.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { plural } from "../ui/format.ts";
import { listTarget } from "../ui/roving.ts";
import { EmptyState } from "../ui/status.tsx";
import { ToggleChip } from "../ui/toggle-chip.tsx";
import { useReading } from "../use-reading.ts";
import { isListed, type LineFilter, type ProblemLine, problemLines } from "./lines.ts";
import { SEVERITIES, SEVERITY_LOOKS } from "./looks.ts";
import { type LineActions, ProblemItem } from "./problem-item.tsx";
import { useMuted } from "./use-muted.ts";

const NO_FILTER: LineFilter = { hidden: [], query: "" };
/** So many lines are stepped over at once. */
const PAGE = 8;

export default function ProblemsPanel() {
  const { screen } = useDesk();
  const reading = useReading();
  const moment = useMoment();
  const muted = useMuted();
  const scope = useView((view) => view.scope);
  const [filter, setFilter] = useState(NO_FILTER);
  const [showsMuted, showMuted] = useState(false);
  const all = problemLines(reading, moment, scope);
  const heard = all.filter(({ rule }) => !muted.has(rule.rule));
  const silent = all.filter(({ rule }) => muted.has(rule.rule));
  const listed = heard.filter((line) => isListed(line, filter));
  // Those that are muted are looked at by themselves.
  const lines = showsMuted && silent.length > 0 ? silent : listed;
  return (
    <section className="problems-panel" aria-label="Problems" data-testid="problems">
      <header className="problems-head">
        <h2>{scope === "all" ? "Problems" : "Problems of this exchange"}</h2>
        <Counts lines={heard} filter={filter} onChange={setFilter} />
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
        <Lines lines={lines} />
      ) : (
        <Nothing
          isFiltered={heard.length > 0}
          silent={silent.length}
          what={scope === "all" ? "run" : "exchange"}
          onClear={() => setFilter(NO_FILTER)}
        />
      )}
    </section>
  );
}

interface CountsProps {
  lines: readonly ProblemLine[];
  filter: LineFilter;
  onChange: (filter: LineFilter) => void;
}

/** Rules of each severity; those broken only later are told apart. */
function Counts({ lines, filter, onChange }: CountsProps) {
  const { hidden } = filter;
  const later = lines.filter(({ count }) => count === 0).length;
  return (
    <span className="problems-counts">
      {SEVERITIES.map((severity) => {
        const { hue, icon, word } = SEVERITY_LOOKS[severity];
        const count = lines.filter(({ rule }) => rule.severity === severity).length;
        return (
          <ToggleChip
            key={severity}
            label={`${word}s`}
            hue={hue}
            icon={icon}
            count={count}
            pressed={!hidden.includes(severity)}
            onToggle={(only) => onChange({ ...filter, hidden: toggled(hidden, severity, only) })}
          />
        );
      })}
      {later > 0 && <span className="problems-later">{later} only later</span>}
    </span>
  );
}

type Hidden = LineFilter["hidden"];

/** Alt-click leaves one; on the only one left it brings all back. */
function toggled(hidden: Hidden, severity: Hidden[number], only: boolean): Hidden {
  if (only) {
    const others = SEVERITIES.filter((other) => other !== severity);
    return others.every((other) => hidden.includes(other)) ? [] : others;
  }
  return hidden.includes(severity)
    ? hidden.filter((other) => other !== severity)
    : [...hidden, severity];
}

function Lines({ lines }: { lines: readonly ProblemLine[] }) {
  const desk = useDesk();
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState<string | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  /** The line that takes the focus, once one that had it is gone. */
  const heir = useRef<string | null>(null);
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = lines;
    if (heir.current === null) return;
    buttonOf(list.current, heir.current)?.focus();
    heir.current = null;
  });
  const actions = useMemo<LineActions>(
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
    const to = listTarget(event.key, index, lines.length, PAGE, () => true);
    // What would move among the rows stays here.
    if (to !== undefined || /^Arrow/.test(event.key)) event.preventDefault();
    if (to !== undefined) buttonOf(list.current, lines[to]?.rule.rule ?? "")?.focus();
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

function buttonOf(list: HTMLElement | null, rule: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-problem="${CSS.escape(rule)}"]`) ?? null;
}

interface NothingProps {
  isFiltered: boolean;
  silent: number;
  /** What is looked at. */
  what: "run" | "exchange";
  onClear: () => void;
}

function Nothing({ isFiltered, silent, what, onClear }: NothingProps) {
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
        ? `${plural(silent, "rule")} of this ${what} ${silent === 1 ? "is" : "are"} muted.`
        : `Nothing this ${what} shows breaks a rule.`}
    </EmptyState>
  );
}
