"use client";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
// The steps of a plan as of the playhead: what is done, being done, still to do, and since when.
import type { PlanDetail } from "../../lib/dialects/item-detail.ts";
import {
  getStepHistories,
  getStepItemsAt,
  type StepHistory,
} from "../../lib/dialects/plan-history.ts";
import type { PlanStepStatus } from "../../lib/dialects/plan-parser.ts";
import { useSession } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { formatQuantity } from "../ui/format.ts";
import { Icon, type IconName } from "../ui/icons.tsx";

const STATUS_META: Readonly<Record<PlanStepStatus, { icon: IconName; word: string }>> = {
  pending: { icon: "waiting", word: "to do" },
  "in-progress": { icon: "play", word: "being done" },
  completed: { icon: "ok", word: "done" },
  failed: { icon: "error", word: "failed" },
};

/** Longer plans are read as text. */
const MAX_TEXT_LENGTH = 100_000;

export function getStepsAt(plan: PlanDetail, n: number): readonly StepHistory[] {
  const isLong = plan.history
    .versionsAt(n)
    .some((version) => version.textLengthAt(n) > MAX_TEXT_LENGTH);
  return isLong ? [] : getStepHistories(plan, n).filter(({ removedIn }) => removedIn === null);
}

export function getStepStatus({ states }: StepHistory): PlanStepStatus {
  return states[states.length - 1]?.status ?? "pending";
}

export interface PlanStepsProps {
  interpretation: Interpretation;
  plan: PlanDetail;
  steps: readonly StepHistory[];
  playhead: number;
  /** A time as the reader counts it. */
  time: (ms: number) => string;
}

export function PlanSteps({ interpretation, plan, steps, playhead, time }: PlanStepsProps) {
  const { view } = useSession();
  const { events } = interpretation.timeline;
  return (
    <ol className="plan-steps" aria-label="Steps of the plan">
      {steps.map((step, i) => {
        const status = getStepStatus(step);
        const { icon, word } = STATUS_META[status];
        const since = step.states[step.states.length - 1]?.firstEvent ?? -1;
        const isTimed = status !== "pending" && since >= 0;
        const served = step.id === null ? [] : getStepItemsAt(plan, step.id, playhead);
        return (
          <li key={step.id ?? `${String(i)} ${step.title}`} data-status={status}>
            <Icon name={icon} size={14} />
            <span className="sr-only">{word}: </span>
            <span className="plan-step-title" dir="auto">
              {boundText(step.title)}
            </span>
            {step.agent !== null && (
              <span className="plan-step-agent">{boundText(step.agent)}</span>
            )}
            {served.length > 0 && (
              <button
                type="button"
                className="ui-chip"
                onClick={(event) => {
                  event.stopPropagation();
                  const [first] = served;
                  if (first) view.setState({ selected: first.index, event: null });
                }}
              >
                {formatQuantity(served.length, "row")}
              </button>
            )}
            <span className="plan-step-time">{isTimed ? time(events.time.at(since)) : ""}</span>
          </li>
        );
      })}
    </ol>
  );
}
