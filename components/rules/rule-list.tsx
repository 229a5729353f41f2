"use client";
// Searchable list of all rules, with the number of violations in the open run.
import { type KeyboardEvent, useRef, useState } from "react";
import { RULES_BY_ID } from "../../lib/lint/all-rules.ts";
import { collectProblemHistories } from "../../lib/lint/problem-history.ts";
import type { Rule } from "../../lib/lint/rules/rule.ts";
import { ALL_RULES } from "../../lib/session/view.ts";
import { formatHeading, SEVERITIES, SEVERITY_META } from "../problems/severity-meta.ts";
import { useMutedRules } from "../problems/use-muted-rules.ts";
import { cx } from "../ui/cx.ts";
import { TextField } from "../ui/field.tsx";
import { formatCount, formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { getListTarget } from "../ui/roving-focus.ts";
import { useInterpretation } from "../use-interpretation.ts";

const PAGE_ROWS = 10;

const ROW =
  "flex min-h-10 w-full items-center gap-2 px-2.5 py-1 text-left text-12/4 focus-visible:-outline-offset-3";
const SHOWN_ROW =
  "bg-accent-bg shadow-[inset_2px_0_var(--accent)] forced-colors:outline forced-colors:-outline-offset-3 forced-colors:outline-[Highlight]";
const STATE = "flex-none text-11 text-fg-2";

/** Most severe first, then by name. */
const SORTED_RULES: readonly Rule[] = [...RULES_BY_ID.values()].sort(
  (a, b) =>
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || (a.id < b.id ? -1 : 1),
);

interface RuleListProps {
  shown: string;
  onChoose: (rule: string) => void;
}

export function RuleList({ shown, onChoose }: RuleListProps) {
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(shown);
  const list = useRef<HTMLUListElement>(null);
  const interpretation = useInterpretation();
  const muted = useMutedRules();
  const { timeline } = interpretation;
  const broken = new Map(
    collectProblemHistories(timeline, interpretation).map((one) => [
      one.rule.id,
      one.countAt(timeline.lastEvent),
    ]),
  );
  const found = SORTED_RULES.filter((rule) => matchesQuery(rule, query));
  const index = Math.max(
    0,
    found.findIndex(({ id: rule }) => rule === active),
  );
  const focus = (to: number) => list.current?.querySelectorAll<HTMLElement>("button")[to]?.focus();
  const onListKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = getListTarget(event.key, index, found.length, PAGE_ROWS, () => true);
    if (to === undefined) return;
    event.preventDefault();
    focus(to);
  };
  return (
    <div
      data-part="rules"
      className={cx(
        "flex min-h-0 flex-col border-r border-line-2 bg-bg-0 max-phone:border-r-0",
        shown !== ALL_RULES && "max-phone:hidden",
      )}
    >
      <TextField
        size={26}
        icon="search"
        label="Find a rule"
        className="m-2.5 flex-none"
        placeholder="Find a rule"
        value={query}
        onChange={setQuery}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") focus(index);
          else if (event.key === "Enter" && found[0]) onChoose(found[0].id);
          else return;
          event.preventDefault();
        }}
      />
      <p className="sr-only" role="status">
        {formatQuantity(found.length, "rule")}
      </p>
      <ul ref={list} className="min-h-0 overflow-auto" aria-label="Rules" onKeyDown={onListKey}>
        {found.map((rule, at) => {
          const { hue, icon, label } = SEVERITY_META[rule.severity];
          const count = broken.get(rule.id) ?? 0;
          return (
            <li key={rule.id} data-hue={hue}>
              <button
                type="button"
                className={cx(ROW, rule.id === shown ? SHOWN_ROW : "hover:bg-bg-2")}
                tabIndex={at === index ? 0 : -1}
                aria-current={rule.id === shown ? "page" : undefined}
                onFocus={() => setActive(rule.id)}
                onClick={() => onChoose(rule.id)}
              >
                <Icon name={icon} size={14} className="text-hue" />
                <span className="min-w-0 flex-1">
                  <span className="sr-only">{label}: </span>
                  <b className="block truncate font-medium">{formatHeading(rule.title)}</b>
                  <code className="font-mono text-11 text-fg-3">{rule.id}</code>
                </span>
                {muted.has(rule.id) && <span className={STATE}>muted</span>}
                {count > 0 && (
                  <span className={STATE}>
                    ×{formatCount(count)}
                    <span className="sr-only"> in this run</span>
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      {found.length === 0 && <p className="p-3 text-12/5 text-fg-2">No rules match.</p>}
    </div>
  );
}

function matchesQuery({ id: rule, title: label, message, spec }: Rule, query: string): boolean {
  const text = `${rule} ${label} ${message} ${spec}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
