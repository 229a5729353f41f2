"use client";
// Header row of a turn or of a call between agents: who called whom, the words, how it went, what it
// contains, and its task.
import type { CSSProperties } from "react";
import type { RowGroup } from "../../lib/dialects/row-groups.ts";
import type { RowList } from "../../lib/dialects/rows.ts";
import type { MutedRules } from "../../lib/lint/active-problems.ts";
import { formatVerdictTitle } from "../../lib/lint/verdict/verdict-words.ts";
import { type RowGroupSummary, summarizeRowGroup } from "../../lib/report/row-group-summary.ts";
import { findCalleeName, findCallerLabel } from "../../lib/timeline/hops/agent-names.ts";
import type { CallEdge, TappedCall } from "../../lib/timeline/hops/tapped-call.ts";
import { EDGE_LINES, getHandLabel } from "../labels/edge-labels.ts";
import { formatExchangeTitle } from "../labels/exchange-label.ts";
import { getTaskColor } from "../labels/task-color.ts";
import { formatState, getVerdictMeta } from "../labels/verdict-labels.ts";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatCount, formatDuration, formatOffset, formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { ShortId } from "../ui/short-id.tsx";
import { Spinner } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import type { Axis } from "./use-axis.ts";

/** A row contains only cells. */
const CELL_PROPS = { role: "gridcell" } as const;
/** The columns of the rows end where the header needs all of the width. */
const CELL =
  "col-span-full row-start-1 row-end-[span_2] flex min-w-0 items-center gap-2.5 whitespace-nowrap";
const TIME = "w-15 flex-none text-right text-12/5 text-fg-3 max-phone:hidden";
const WORDS =
  "min-w-15 flex-1 truncate text-13/5 font-semibold text-fg-1 group-data-future/row:text-fg-3";
const CALL =
  "max-w-1/2 flex-none truncate text-13/5 font-semibold text-fg-1 group-data-future/row:text-fg-3";
const CALL_WORDS = "min-w-0 flex-1 truncate text-12/5 text-fg-3";
const EDGE = "flex-none rounded-2 border px-1.5 text-11/[18px] text-fg-3";
/** What the user decided is always shown. */
const EDGE_BY_RULE = "@max-[720px]/rows:sr-only";
const FACT_TEXT = "text-12/5 text-fg-2 group-data-future/row:text-fg-3";
const FACT = `flex-none ${FACT_TEXT}`;
/** The same width in all rows, so that numbers stand below each other. */
const NUMBER = `${FACT} text-right @max-[640px]/rows:hidden`;
/** A long state is cut before the ID of its task. */
const STATE = `${FACT_TEXT} inline-flex min-w-5 items-center gap-1.5 [&_svg]:flex-none [&_svg]:text-hue`;
const STATE_LABEL = "truncate max-w-45 @max-[540px]/rows:sr-only";
const TASK =
  "inline-flex w-25 flex-none items-center gap-1.5 text-11/5 text-fg-2 @max-[540px]/rows:w-auto";
const TASK_ID = "@max-[540px]/rows:sr-only";
const MARK = "size-2 flex-none rounded-[2px] forced-color-adjust-none";

interface GroupHeaderProps {
  rows: RowList;
  group: RowGroup;
  /** Names of agents, by target. */
  names: ReadonlyMap<string, string>;
  axis: Axis | null;
  playhead: number;
  muted: MutedRules;
  /** The run is still being recorded or read. */
  isGrowing: boolean;
  expanded: boolean;
}

export function GroupHeader(props: GroupHeaderProps) {
  const { rows, group, names, axis, playhead, muted, isGrowing, expanded } = props;
  const { interpretation } = rows;
  const summary = summarizeRowGroup(rows, group, playhead, { muted, isGrowing });
  const { prompt, task, events, problems, hasErrors, durationMs } = summary;
  const isRunning = isGrowing && summary.outcome === null;
  const hasTime = axis !== null && !Number.isNaN(group.time);
  const words = prompt === "" ? formatExchangeTitle(group.exchange) : prompt;
  const call = interpretation.timeline.callTree.find(group.exchange.index);
  const since = Math.max(playhead, group.firstEvent);
  return (
    <span {...CELL_PROPS} data-part="turn" className={CELL}>
      {hasTime && <span className={TIME}>{formatOffset(group.time - axis.origin)}</span>}
      <Icon name={expanded ? "chevron-down" : "chevron-right"} size={14} className="text-fg-3" />
      {call && <CallTitle call={call} names={names} n={since} />}
      <span
        data-part="words"
        className={call ? CALL_WORDS : WORDS}
        dir="auto"
        title={boundText(words)}
      >
        {boundText(words)}
      </span>
      {call && <EdgeTag edge={call.edgeAt(since)} />}
      <GroupState summary={summary} isRunning={isRunning} />
      {problems > 0 && (
        <Tag hue={hasErrors ? "error" : "warning"} icon="warning">
          {formatCount(problems)}
          <span className="sr-only">{problems === 1 ? " problem" : " problems"}</span>
        </Tag>
      )}
      <span className={cx(NUMBER, "w-20")}>
        {events > 0 ? formatQuantity(events, "event") : ""}
      </span>
      {hasTime && (
        <span className={cx(NUMBER, "w-16")}>
          {durationMs >= 0 ? formatDuration(durationMs) : ""}
        </span>
      )}
      {task && <TaskId index={task.index} id={task.id} />}
    </span>
  );
}

/** Who called whom. */
function CallTitle({ call, names, n }: { call: TappedCall; names: Names; n: number }) {
  const caller = findCallerLabel(call, names, n);
  const callee = findCalleeName(call, names);
  return (
    <span data-part="call" className={CALL} dir="auto" title={boundText(`${caller} → ${callee}`)}>
      <span className="@max-[540px]/rows:sr-only">{boundText(caller)} </span>
      <span aria-hidden="true" className="@max-[540px]/rows:hidden">
        →{" "}
      </span>
      <span className="sr-only">called </span>
      {boundText(callee)}
    </span>
  );
}

type Names = ReadonlyMap<string, string>;

/** How the call that it was made for is known, or that the user cut it. */
function EdgeTag({ edge }: { edge: CallEdge | null }) {
  if (!edge) return null;
  const byHand = getHandLabel(edge);
  const text = byHand ?? (edge.kind === "recorded" ? "recorded" : edge.certainty);
  return (
    <span
      data-part="edge"
      className={cx(EDGE, !byHand && EDGE_BY_RULE, EDGE_LINES[edge.kind])}
      title={edge.because}
    >
      {text}
      {edge.kind === "inferred" && <span className="sr-only">, inferred</span>}
    </span>
  );
}

function GroupState({ summary, isRunning }: { summary: RowGroupSummary; isRunning: boolean }) {
  const { outcome, state } = summary;
  if (outcome) {
    const { icon, hue } = getVerdictMeta(outcome);
    return (
      <span data-part="state" className={STATE} data-hue={hue}>
        <Icon name={icon} size={14} />
        <span className={STATE_LABEL}>
          {outcome.error === undefined ? formatVerdictTitle(outcome) : boundText(outcome.error)}
        </span>
      </span>
    );
  }
  if (state === null && !isRunning) return null;
  return (
    <span data-part="state" className={STATE} data-hue="accent">
      {isRunning && <Spinner size={14} />}
      <span className={STATE_LABEL}>{boundText(formatState(state ?? "waiting"))}</span>
    </span>
  );
}

function TaskId({ index, id }: { index: number; id: string }) {
  const style: CSSProperties = { background: getTaskColor(index) };
  return (
    <span data-part="task" className={TASK} title={`task ${boundText(id) || "without id"}`}>
      <i aria-hidden="true" className={MARK} style={style} />
      <ShortId id={id || "no id"} className={TASK_ID} />
    </span>
  );
}
