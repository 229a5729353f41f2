"use client";
// The way an agent went, in its own words: steps, those of one group together.
import type { TrajectoryStep } from "../../lib/dialects/payloads/trajectory.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { Most } from "./most.tsx";
import { short } from "./short.ts";

interface Group {
  readonly name: string | null;
  readonly steps: readonly TrajectoryStep[];
}

export function StepsView({ steps }: { steps: readonly TrajectoryStep[] }) {
  return (
    <Most
      of={grouped(steps)}
      list={(items) => <ol className="said-steps">{items}</ol>}
      each={({ steps: [first, ...rest] }, i) =>
        first && (
          <li key={String(i)}>
            <StepView step={first} />
            {rest.length > 0 && (
              <Most
                of={rest}
                list={(items) => <ol className="said-steps">{items}</ol>}
                each={(step, at) => (
                  <li key={String(at)}>
                    <StepView step={step} />
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

function StepView({ step: { title, content } }: { step: TrajectoryStep }) {
  return (
    <>
      {title !== null && (
        <p className="said-step-title" dir="auto">
          {short(title)}
        </p>
      )}
      {content !== null && <Markdown text={content} />}
    </>
  );
}

/** Steps of one group stand where its first one does; those of none stand alone. */
function grouped(steps: readonly TrajectoryStep[]): readonly Group[] {
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
