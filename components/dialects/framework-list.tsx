"use client";
// List of the supported frameworks with a checkbox, how each is detected and its rows in this run.
import { useMemo } from "react";
import { FRAMEWORKS } from "../../lib/dialects/frameworks.ts";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import { USER_FRAMEWORK_ID } from "../../lib/dialects/user-rules.ts";
import { formatQuantity } from "../ui/format.ts";
import { useInterpretedRun } from "../use-interpretation.ts";
import { describeDetectors } from "./detector-text.ts";
import { toggleItem, useDialects } from "./use-dialects.ts";

const LISTED_FRAMEWORKS = [
  {
    id: USER_FRAMEWORK_ID,
    label: "Your rules",
    description: "the rules above; applied first",
  },
  ...FRAMEWORKS.map((framework) => ({
    id: framework.id,
    label: framework.label,
    description: describeDetectors(framework),
  })),
];

export function FrameworkList() {
  const { settings, change } = useDialects();
  const interpreted = useInterpretedRun();
  const rows = useMemo(() => countRowsByFramework(interpreted.interpretation), [interpreted]);
  const hasRun = interpreted.version.lastEvent >= 0;
  const shown = LISTED_FRAMEWORKS.filter(
    ({ id }) => id !== USER_FRAMEWORK_ID || settings.rules.length > 0,
  );
  return (
    <ul>
      {shown.map(({ id, label, description }) => {
        const isOn = !settings.families.includes(id);
        const count = rows.get(id) ?? 0;
        return (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line-1 py-1.5 text-12/5"
          >
            <label className="flex min-h-5 items-center gap-2 pointer-coarse:min-h-9">
              <input
                type="checkbox"
                className="size-3.5 flex-none accent-accent-strong"
                checked={isOn}
                aria-describedby={`family-${id}`}
                onChange={() => change({ families: toggleItem(settings.families, id) })}
              />
              <span className="font-medium">{label}</span>
            </label>
            {hasRun && settings.on && isOn && (
              <span className={count === 0 ? "text-fg-3" : "text-fg-2"}>
                {count === 0 ? "no rows" : formatQuantity(count, "row")}
              </span>
            )}
            <span
              className="col-span-full truncate pl-5.5 text-12 text-fg-3"
              id={`family-${id}`}
              title={description}
            >
              {description}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Counts the rows that each framework's conventions apply to, as their kind or as an attachment. */
export function countRowsByFramework({ items }: Interpretation): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  const frameworks = new Set<string>();
  for (const item of items) {
    if (item.mergedInto) continue;
    frameworks.clear();
    for (const { dialect } of item.reasons) frameworks.add(dialect);
    for (const { dialect } of item.attachments) frameworks.add(dialect);
    for (const framework of frameworks) rows.set(framework, (rows.get(framework) ?? 0) + 1);
  }
  return rows;
}
