"use client";
// Filter bar: query, row kinds, task and problems. Counts are rows.
import { type CSSProperties, type KeyboardEvent, memo, useEffect, useRef } from "react";
import { findQueryError } from "../../lib/dialects/filter.ts";
import { ITEM_KINDS, type ItemKind } from "../../lib/dialects/kinds.ts";
import { clearSearch, type Filter, isSearching } from "../../lib/dialects/settings.ts";
import { setAllGroupsExpanded } from "../../lib/session/row-navigation.ts";
import { emitUiEvent, onUiEvent } from "../../lib/session/ui-events.ts";
import { toggleNoise } from "../../lib/session/view.ts";
import { getAgentNames } from "../../lib/timeline/hops/agent-names.ts";
import { getEndLabel } from "../../lib/timeline/hops/call-ends.ts";
import { DialectToggle } from "../dialects/dialect-toggle.tsx";
import { ITEM_KIND_META } from "../labels/item-kind-meta.ts";
import { leaveField } from "../leave-field.ts";
import { useServerFeatures } from "../server-features.ts";
import { useRun, useSession, useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { formatCount } from "../ui/format.ts";
import { Kbd } from "../ui/kbd.tsx";
import { Select } from "../ui/select.tsx";
import { abbreviateId } from "../ui/short-id.tsx";
import { estimateToggleWidth, ToggleChip } from "../ui/toggle-chip.tsx";
import { useInterpretedRun } from "../use-interpretation.ts";

const BAR =
  "@container/filter flex h-8.5 flex-none items-center gap-1.5 border-b border-line-2 px-3 max-phone:overflow-x-auto max-phone:*:flex-none max-phone:group-data-problems/timeline:hidden";
const QUERY = "min-w-24 flex-[0_1_170px] @max-[760px]/filter:flex-[0_1_126px]";
/**
 * Where the labels do not fit, icons take their place; where those do not fit either, they scroll
 * sideways. On a phone, the whole bar scrolls.
 */
const KINDS =
  "@container mr-auto flex min-w-0 flex-1 overflow-x-auto [scrollbar-width:none] max-phone:[container-type:normal]";
const KIND_ROW = "flex gap-0.5 [--room:calc(100cqi-var(--needed))] max-phone:[--room:1px]";

export function FilterBar() {
  const { view } = useSession();
  const { allRows } = useInterpretedRun();
  const filter = useView((state) => state.filter);
  const features = useServerFeatures();
  const change = (part: Partial<Filter>) => view.setState({ filter: { ...filter, ...part } });
  const counts = ITEM_KINDS.map((kind) => ({ kind, count: allRows.countKind(kind) }));
  const needed = counts
    .filter(({ count }) => count > 0)
    .reduce(
      (sum, { kind, count }) => sum + estimateToggleWidth(ITEM_KIND_META[kind].label, count),
      0,
    );
  return (
    <div className={BAR} role="toolbar" aria-label="Filter">
      <QueryField />
      <DialectToggle />
      <span data-part="kinds" className={KINDS}>
        <span
          className={KIND_ROW}
          style={{ "--needed": `${needed + NOISE_WIDTH}px` } as CSSProperties}
        >
          {counts.map(({ kind, count }) => (
            <ToggleChip
              key={kind}
              // Without room for all kinds, kinds without rows are hidden.
              className="data-hollow:aria-pressed:@max-[1401px]/filter:hidden"
              label={ITEM_KIND_META[kind].label}
              shortIcon={ITEM_KIND_META[kind].icon}
              hue={ITEM_KIND_META[kind].hue}
              count={count}
              pressed={!filter.hidden.includes(kind)}
              onToggle={(only) => change({ hidden: toggleKind(filter.hidden, kind, only) })}
            />
          ))}
          <NoiseToggle />
        </span>
      </span>
      <GroupsToggle />
      <TaskSelect filter={filter} onChange={change} />
      <CallFilter filter={filter} onChange={change} />
      {filter.problems && (
        <Button
          size={24}
          icon="close"
          className="bg-accent-bg"
          aria-label="Only rows with problems: show all"
          onClick={() => change({ problems: false })}
        >
          Problems
        </Button>
      )}
      {features && <features.NoteList />}
      {isSearching(filter) && (
        <Button size={24} onClick={() => view.setState({ filter: clearSearch(filter) })}>
          Clear
        </Button>
      )}
    </div>
  );
}

interface FilterFieldProps {
  filter: Filter;
  onChange: (part: Partial<Filter>) => void;
}

/** Rendered by itself, because React writes to an input whenever it renders it. */
const QueryField = memo(function QueryField() {
  const { view } = useSession();
  const filter = useView((state) => state.filter);
  const onChange = (part: Partial<Filter>) => view.setState({ filter: { ...filter, ...part } });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => onUiEvent("focus-filter", () => input.current?.select()), []);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      return emitUiEvent("focus-rows");
    }
    if (event.key !== "Escape") return;
    if (filter.query === "") leaveField(event);
    else onChange({ query: "" });
  };
  const problem = findQueryError(filter);
  return (
    <TextField
      ref={input}
      size={26}
      icon="search"
      label="Filter rows"
      placeholder="Filter rows"
      className={QUERY}
      value={filter.query}
      invalid={problem !== null}
      title={problem ?? undefined}
      onChange={(query) => onChange({ query })}
      onKeyDown={onKeyDown}
    >
      {filter.query !== "" || filter.regex ? (
        <Button
          size={24}
          className="mono"
          pressed={filter.regex}
          title="Use a regular expression"
          aria-label="Regular expression"
          onClick={() => onChange({ regex: !filter.regex })}
        >
          .*
        </Button>
      ) : (
        <Kbd keys="/" />
      )}
    </TextField>
  );
});

const NOISE_LABEL = "Noise";
const NOISE_WIDTH = estimateToggleWidth(NOISE_LABEL, "");
const NOISE_TITLE =
  "Protocol noise: submitted and working states, HTTP facts, keep-alives and lookups";

/** Rows that say only that the protocol works. */
function NoiseToggle() {
  const { view } = useSession();
  const { rows } = useInterpretedRun();
  const isHidden = useView((state) => state.filter.hidesNoise);
  return (
    <span className="flex-none" title={NOISE_TITLE}>
      <ToggleChip
        label={NOISE_LABEL}
        shortIcon="filter"
        hue="other"
        pressed={!isHidden}
        {...(isHidden && { count: `${formatCount(rows.hiddenNoise)} hidden` })}
        onToggle={() => toggleNoise(view)}
      />
    </span>
  );
}

/** Collapses all turns, or expands them if some are collapsed. */
function GroupsToggle() {
  const session = useSession();
  const { outline } = useInterpretedRun();
  if (!outline.hasHeaders) return null;
  const isCollapsed = outline.groups.some(({ key }) => outline.isCollapsed(key));
  return (
    <IconButton
      icon={isCollapsed ? "expand-all" : "collapse-all"}
      label={isCollapsed ? "Expand all turns" : "Collapse all turns"}
      keys={isCollapsed ? "shift+right" : "shift+left"}
      size={24}
      iconSize={14}
      onClick={() => setAllGroupsExpanded(session, isCollapsed)}
    />
  );
}

/** Which calls between agents are shown, if not all. */
function CallFilter({ filter: { calls }, onChange }: FilterFieldProps) {
  const { interpretation } = useInterpretedRun();
  if (calls === null) return null;
  const { timeline } = interpretation;
  const names = getAgentNames(timeline, timeline.lastEvent);
  const getLabel = (key: string | null) =>
    key === null ? "any" : boundText(getEndLabel(key, names));
  const label = `${getLabel(calls.from)} → ${getLabel(calls.to)}`;
  return (
    <Button
      size={24}
      icon="close"
      className="max-w-60 truncate bg-accent-bg"
      title={`Only calls ${label}`}
      aria-label={`Only calls ${label}: show all`}
      onClick={() => onChange({ calls: null })}
    >
      {label}
    </Button>
  );
}

function TaskSelect({ filter, onChange }: FilterFieldProps) {
  const tasks = useRun((run) => run.timeline.tasks);
  if (tasks.length < 2) return null;
  const options = [
    { value: "all", label: "All tasks" },
    ...tasks.map(({ index, id, stateLabel }) => ({
      value: String(index),
      label: `task ${abbreviateId(id) || "without id"} · ${stateLabel ?? "unknown"}`,
    })),
  ];
  return (
    <Select
      label="Task"
      fitted
      options={options}
      value={filter.task === null ? "all" : String(filter.task)}
      onChange={(value) => onChange({ task: value === "all" ? null : Number(value) })}
    />
  );
}

/** Alt-click shows only one kind; on the only shown kind, it shows all again. */
function toggleKind(hidden: readonly ItemKind[], kind: ItemKind, only: boolean): ItemKind[] {
  if (only) {
    const others = ITEM_KINDS.filter((other) => other !== kind);
    return others.every((other) => hidden.includes(other)) ? [] : others;
  }
  return hidden.includes(kind) ? hidden.filter((other) => other !== kind) : [...hidden, kind];
}
