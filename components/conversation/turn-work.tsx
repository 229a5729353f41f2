"use client";
// The work of a turn, folded into one line: its plans, tool calls, thoughts and reports of progress.
// While the turn runs it is open.

import { useState } from "react";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import { getItemTextAt, getItemTitleAt } from "../../lib/dialects/item-content.ts";
import { removeMarkdownMarks } from "../../lib/text/markdown-marks.ts";
import { useAppContext } from "../app-context.tsx";
import { getStepStatus, getStepsAt, PlanSteps } from "../content/plan-steps.tsx";
import { ShowMore } from "../content/show-more.tsx";
import { getToolFailure, getToolStateMeta } from "../content/tool-facts.tsx";
import { ITEM_KIND_META } from "../labels/item-kind-meta.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { describeItemProblems } from "../problems/item-problems.ts";
import { useMutedRules } from "../problems/use-muted-rules.ts";
import { useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatDuration, formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";
import { Tag } from "../ui/tag.tsx";
import { inspectItem } from "./item-actions.tsx";

interface TurnWorkProps {
  interpretation: Interpretation;
  plans: readonly Item[];
  steps: readonly Item[];
  playhead: number;
  isRunning: boolean;
}

export function TurnWork({ interpretation, plans, steps, playhead, isRunning }: TurnWorkProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? isRunning;
  const failures = countFailures({ interpretation, plans, steps, playhead });
  return (
    <div
      data-part="work"
      className="min-w-0 rounded-3 bg-bg-2 px-1.5 py-1 inset-ring inset-ring-line-1 forced-colors:border"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-7 w-full min-w-0 items-center gap-2 rounded-2 px-1.5 text-left text-12 text-fg-2 hover:text-fg-1"
        onClick={() => setChosen(!isOpen)}
      >
        <Icon name={isOpen ? "chevron-down" : "chevron-right"} size={12} />
        {isRunning && <Spinner size={12} />}
        <span className="min-w-0 truncate empty:hidden">
          {formatWork({ interpretation, plans, steps, playhead })}
        </span>
        {failures > 0 && (
          <span data-hue="error" className="flex flex-none items-center gap-1 text-hue">
            <Icon name="error" size={14} />
            {formatQuantity(failures, "tool call")} failed
          </span>
        )}
        {!isRunning && <WorkProblem items={[...plans, ...steps]} playhead={playhead} />}
      </button>
      {isOpen && (
        <div className="grid grid-cols-1 gap-1 px-1.5 pt-1 pb-1.5">
          {plans.map((item) => (
            <PlanView
              key={item.index}
              interpretation={interpretation}
              item={item}
              playhead={playhead}
            />
          ))}
          {steps.length > 0 && (
            <ShowMore
              items={steps}
              renderList={(items) => <ol aria-label="Steps">{items}</ol>}
              renderItem={(item) => (
                <li key={item.index}>
                  <StepLine interpretation={interpretation} item={item} playhead={playhead} />
                </li>
              )}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** The worst problem of the work, as the row that has it says it. */
function WorkProblem({ items, playhead }: { items: readonly Item[]; playhead: number }) {
  const muted = useMutedRules();
  const found = items
    .map((item) => describeItemProblems(item, playhead, muted))
    .filter((problems) => problems !== null);
  const worst = found.find(({ hue }) => hue === "error") ?? found[0];
  if (!worst) return null;
  return (
    <Tag hue={worst.hue} icon="warning" className="ml-auto">
      {worst.label}
    </Tag>
  );
}

type Work = Omit<TurnWorkProps, "isRunning">;

function isFailedTool({ details, timeline }: Interpretation, item: Item, n: number): boolean {
  const detail = details.get(item);
  return detail?.kind === "tool" && detail.call.stateAt(timeline, n) === "failed";
}

const countFailures = ({ interpretation, steps, playhead }: Work): number =>
  steps.filter((item) => isFailedTool(interpretation, item, playhead)).length;

/** `Plan 2 of 4 done · 3 tool calls · 1 thought`, without the calls that failed. */
function formatWork({ interpretation, plans, steps, playhead }: Work): string {
  const facts = plans.map((item) => formatPlan(interpretation, item, playhead));
  const kinds = steps
    .filter((item) => !isFailedTool(interpretation, item, playhead))
    .map((item) => item.kindAt(playhead));
  for (const [kind, word] of STEP_WORDS) {
    const count = kinds.filter((it) => it === kind).length;
    if (count > 0) facts.push(formatQuantity(count, word));
  }
  return facts.join(" · ");
}

const STEP_WORDS = [
  ["tool", "tool call"],
  ["thought", "thought"],
  ["message", "update"],
  ["other", "other event"],
] as const;

function formatPlan({ details }: Interpretation, item: Item, n: number): string {
  const plan = details.get(item);
  const steps = plan?.kind === "plan" ? getStepsAt(plan, n) : [];
  if (steps.length === 0) return "Plan";
  const done = steps.filter((step) => getStepStatus(step) === "completed").length;
  return `Plan ${done} of ${steps.length} done`;
}

interface WorkItemProps {
  interpretation: Interpretation;
  item: Item;
  playhead: number;
}

/** The steps of a plan, or its text. */
function PlanView({ interpretation, item, playhead }: WorkItemProps) {
  const app = useAppContext();
  const { time } = useEventFormatter(interpretation.timeline);
  const isSelected = useView(({ selected }) => selected === item.index);
  const plan = interpretation.details.get(item);
  const steps = plan?.kind === "plan" ? getStepsAt(plan, playhead) : [];
  return (
    <div
      data-item={item.index}
      className={cx("min-w-0 rounded-2 px-1.5 py-1", isSelected && "bg-accent-bg")}
    >
      <button
        type="button"
        className="mb-1 flex items-center gap-1.5 text-12 font-medium text-hue hover:underline"
        data-hue="plan"
        onClick={() => inspectItem(app, item)}
      >
        <Icon name="plan" size={14} />
        Plan
      </button>
      {plan?.kind === "plan" && steps.length > 0 ? (
        <PlanSteps
          interpretation={interpretation}
          plan={plan}
          steps={steps.slice(0, MAX_PLAN_STEPS)}
          playhead={playhead}
          time={time}
        />
      ) : (
        <Markdown
          className="text-12/4.75"
          text={getItemTextAt(interpretation, item, playhead, MAX_PLAN_LENGTH)}
        />
      )}
    </div>
  );
}

/** The inspector shows all of it. */
const MAX_PLAN_STEPS = 100;
const MAX_PLAN_LENGTH = 4000;
const MAX_PREVIEW_LENGTH = 400;

/** One step, which leads to its row. */
function StepLine({ interpretation, item, playhead }: WorkItemProps) {
  const app = useAppContext();
  const isSelected = useView(({ selected }) => selected === item.index);
  const kind = item.kindAt(playhead);
  const { icon, hue } = ITEM_KIND_META[kind];
  const detail = interpretation.details.get(item);
  const call = detail?.kind === "tool" ? detail.call : null;
  const failure = call ? getToolFailure(call, interpretation.timeline, playhead) : "";
  const text =
    failure !== ""
      ? failure
      : removeMarkdownMarks(getItemTextAt(interpretation, item, playhead, MAX_PREVIEW_LENGTH));
  const title =
    kind === "message" || kind === "thought"
      ? ""
      : boundText(getItemTitleAt(interpretation, item, playhead));
  const meta = call && getToolStateMeta(call, interpretation.timeline, playhead);
  const duration = call
    ? call.endTimeAt(interpretation.timeline, playhead) - item.time
    : Number.NaN;
  return (
    <button
      type="button"
      data-item={item.index}
      aria-pressed={isSelected}
      title="Inspect"
      className={cx(
        "flex w-full min-w-0 items-baseline gap-2 rounded-2 px-1.5 py-0.75 text-left text-12/5 hover:bg-bg-3",
        isSelected && "bg-accent-bg",
      )}
      onClick={() => inspectItem(app, item)}
    >
      <span className="self-start pt-[3px] text-hue" data-hue={hue}>
        <Icon name={icon} size={14} />
      </span>
      {title !== "" && <span className="mono min-w-0 flex-none truncate text-fg-1">{title}</span>}
      <span
        className={cx("min-w-0 flex-1 text-fg-2", title === "" ? "line-clamp-3" : "truncate")}
        dir="auto"
      >
        {boundText(text)}
      </span>
      {meta && (
        <Tag hue={meta.hue} icon={meta.icon} faint>
          {meta.label}
        </Tag>
      )}
      {!Number.isNaN(duration) && (
        <span className="flex-none text-11/5 text-fg-3 tabular-nums">
          {formatDuration(duration)}
        </span>
      )}
    </button>
  );
}
