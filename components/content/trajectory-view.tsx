"use client";
// An agent's trajectory: its steps in its own words, grouped as the agent grouped them.
import type { TrajectoryStep } from "../../lib/dialects/payloads/trajectory.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { cx } from "../ui/cx.ts";
import { truncateText } from "./agent-text.tsx";
import { ShowMore } from "./show-more.tsx";
import { MARKDOWN_TEXT } from "./value-view.tsx";

const STEPS = "grid grid-cols-1 gap-1.5";
const STEP = "min-w-0 border-l-2 border-line-2 pl-2.5";

interface StepGroup {
  readonly name: string | null;
  readonly steps: readonly TrajectoryStep[];
}

export function TrajectoryView({ steps }: { steps: readonly TrajectoryStep[] }) {
  return (
    <ShowMore
      items={groupSteps(steps)}
      renderList={(items) => <ol className={STEPS}>{items}</ol>}
      renderItem={({ steps: [first, ...rest] }, i) =>
        first && (
          <li key={String(i)} className={STEP}>
            <TrajectoryStepView step={first} />
            {rest.length > 0 && (
              <ShowMore
                items={rest}
                renderList={(items) => <ol className={cx(STEPS, "mt-1.5")}>{items}</ol>}
                renderItem={(step, at) => (
                  <li key={String(at)} className={STEP}>
                    <TrajectoryStepView step={step} />
                  </li>
                )}
              />
            )}
          </li>
        )
      }
    />
  );
}

function TrajectoryStepView({ step: { title, content } }: { step: TrajectoryStep }) {
  return (
    <>
      {title !== null && (
        <p className="font-medium wrap-anywhere text-fg-1" dir="auto">
          {truncateText(title)}
        </p>
      )}
      {content !== null && <Markdown className={MARKDOWN_TEXT} text={content} />}
    </>
  );
}

/** Places the steps of a group at its first step; steps without a group stand alone. */
function groupSteps(steps: readonly TrajectoryStep[]): readonly StepGroup[] {
  const groups: { name: string | null; steps: TrajectoryStep[] }[] = [];
  const byName = new Map<string, TrajectoryStep[]>();
  for (const step of steps) {
    const known = step.group === null ? undefined : byName.get(step.group);
    if (known) {
      known.push(step);
      continue;
    }
    const group = { name: step.group, steps: [step] };
    groups.push(group);
    if (step.group !== null) byName.set(step.group, group.steps);
  }
  return groups;
}
