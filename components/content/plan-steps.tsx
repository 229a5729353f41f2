"use client";
// The steps of a plan as of the playhead, each with its status and when it last changed.
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { PlanDetail } from "../../lib/dialects/item-detail.ts";
import {
  getStepHistories,
  getStepItemsAt,
  type StepHistory,
} from "../../lib/dialects/plan-history.ts";
import type { PlanStepStatus } from "../../lib/dialects/plan-parser.ts";
import { useSession } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatQuantity } from "../ui/format.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { CHIP } from "../ui/shared-classes.ts";

interface StatusMeta {
  readonly icon: IconName;
  readonly label: string;
  readonly textColor: string;
  readonly iconColor: string;
}

const STATUS_META: Readonly<Record<PlanStepStatus, StatusMeta>> = {
  pending: {
    icon: "circle",
    label: "to do",
    textColor: "text-fg-3",
    iconColor: "text-fg-4",
  },
  "in-progress": {
    icon: "running",
    label: "in progress",
    textColor: "text-fg-1",
    iconColor: "text-plan",
  },
  completed: { icon: "ok", label: "done", textColor: "text-fg-2", iconColor: "text-plan" },
  failed: { icon: "error", label: "failed", textColor: "text-fg-2", iconColor: "text-error" },
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

interface PlanStepsProps {
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
    <ol aria-label="Plan steps">
      {steps.map((step, i) => {
        const status = getStepStatus(step);
        const { icon, label, textColor, iconColor } = STATUS_META[status];
        const since = step.states[step.states.length - 1]?.firstEvent ?? -1;
        const isTimed = status !== "pending" && since >= 0;
        const items = step.id === null ? [] : getStepItemsAt(plan, step.id, playhead);
        return (
          <li
            key={step.id ?? `${String(i)} ${step.title}`}
            className={cx("flex min-h-5 items-baseline gap-2 text-12/5", textColor)}
          >
            <Icon name={icon} size={14} className={cx("mt-[3px] self-start", iconColor)} />
            <span className="sr-only">{label}: </span>
            <span data-part="step-title" className="min-w-0 wrap-anywhere" dir="auto">
              {boundText(step.title)}
            </span>
            {step.agent !== null && (
              <span className="flex-none text-11/5 text-fg-3">{boundText(step.agent)}</span>
            )}
            {items.length > 0 && (
              <button
                type="button"
                className={cx(CHIP, "max-w-full flex-none")}
                onClick={(event) => {
                  event.stopPropagation();
                  const [first] = items;
                  if (first) view.setState({ selected: first.index, event: null });
                }}
              >
                {formatQuantity(items.length, "row")}
              </button>
            )}
            <span className="ml-auto flex-none text-11/5 text-fg-3 @max-[221px]/body:hidden">
              {isTimed ? time(events.time.at(since)) : ""}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
