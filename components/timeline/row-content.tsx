"use client";
// Content of an expanded row: the beginning of its text, or the steps of a plan.
import { memo } from "react";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import { getItemTextAt } from "../../lib/dialects/item-content.ts";
import { getStepsAt, PlanSteps } from "../content/plan-steps.tsx";
import { useTimeFormatter } from "../labels/time-settings.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { cx } from "../ui/cx.ts";
import { formatQuantity } from "../ui/format.ts";
import type { Axis } from "./use-axis.ts";

const CONTENT =
  "@container/body row-start-2 mb-2 ml-5 overflow-hidden text-12/5 text-fg-2 max-phone:col-start-2 max-phone:col-end-4 max-phone:row-start-3 max-phone:ml-0 phone:col-[entry]";

const MAX_TEXT_LENGTH = 600;
/** Steps listed in a row; the inspector lists all. */
const MAX_STEPS = 12;

/** The steps of a plan, else the beginning of the text. */
export function RowBody({
  interpretation,
  item,
  playhead,
  axis,
  running,
}: {
  interpretation: Interpretation;
  item: Item;
  playhead: number;
  axis: Axis | null;
  running: boolean;
}) {
  const formatTime = useTimeFormatter(interpretation.timeline);
  const detail = interpretation.details.get(item);
  const plan = detail?.kind === "plan" && detail.leadItem === item ? detail : null;
  const steps = plan ? getStepsAt(plan, playhead) : [];
  if (!plan || steps.length === 0) {
    const text = getItemTextAt(interpretation, item, playhead, MAX_TEXT_LENGTH);
    return <RowText key={item.index} text={text} running={running} />;
  }
  const time = (ms: number) => (Number.isNaN(ms) ? "" : formatTime(ms, axis?.origin ?? 0));
  return (
    <div role="gridcell" className={CONTENT}>
      <PlanSteps
        interpretation={interpretation}
        plan={plan}
        steps={steps.slice(0, MAX_STEPS)}
        playhead={playhead}
        time={time}
      />
      {steps.length > MAX_STEPS && (
        <p className="text-fg-3">
          {formatQuantity(steps.length - MAX_STEPS, "more step")} in the inspector
        </p>
      )}
    </div>
  );
}

interface RowTextProps {
  text: string;
  running: boolean;
}

const RowText = memo(function RowContent({ text, running }: RowTextProps) {
  if (text === "") return null;
  return (
    <div role="gridcell" className={cx(CONTENT, running ? "max-h-37" : "max-h-19")}>
      <Markdown text={text} />
    </div>
  );
});
