"use client";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
// The steps of a plan as of the playhead, each with its status and when it last changed.
import type { PlanDetail } from "../../lib/dialects/item-detail.ts";
import {
  getStepHistories,
  getStepItemsAt,
  type StepHistory,
} from "../../lib/dialects/plan-history.ts";
import type { PlanStepStatus } from "../../lib/dialects/plan-parser.ts";
import { useSession } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { CHIP } from "../ui/chip.ts";
import { formatQuantity } from "../ui/format.ts";
import { Icon, type IconName } from "../ui/icons.tsx";

const STATUS_META: Readonly<Record<PlanStepStatus, { icon: IconName; label: string }>> = {
  pending: { icon: "waiting", label: "to do" },
  "in-progress": { icon: "play", label: "in progress" },
  completed: { icon: "ok", label: "done" },
  failed: { icon: "error", label: "failed" },
};

/** Longer plans are shown as text. */
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
  /** Formats a time relative to the start of the scope. */
  time: (ms: number) => string;
}

export function PlanSteps({ interpretation, plan, steps, playhead, time }: PlanStepsProps) {
  const { view } = useSession();
  const { events } = interpretation.timeline;
  return (
    <ol className="plan-steps" aria-label="Plan steps">
      {steps.map((step, i) => {
        const status = getStepStatus(step);
        const { icon, label } = STATUS_META[status];
        const since = step.states[step.states.length - 1]?.firstEvent ?? -1;
        const isTimed = status !== "pending" && since >= 0;
        const items = step.id === null ? [] : getStepItemsAt(plan, step.id, playhead);
        return (
          <li key={step.id ?? `${String(i)} ${step.title}`} data-status={status}>
            <Icon name={icon} size={14} />
            <span className="sr-only">{label}: </span>
            <span data-part="step-title" className="plan-step-title" dir="auto">
              {boundText(step.title)}
            </span>
            {step.agent !== null && (
              <span className="plan-step-agent">{boundText(step.agent)}</span>
            )}
            {items.length > 0 && (
              <button
                type="button"
                className={CHIP}
                onClick={(event) => {
                  event.stopPropagation();
                  const [first] = items;
                  if (first) view.setState({ selected: first.index, event: null });
                }}
              >
                {formatQuantity(items.length, "row")}
              </button>
            )}
            <span className="plan-step-time">{isTimed ? time(events.time.at(since)) : ""}</span>
          </li>
        );
      })}
    </ol>
  );
}
