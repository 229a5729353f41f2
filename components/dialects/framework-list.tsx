"use client";
// List of the supported frameworks with a checkbox, how each is detected and its rows in this run.
import { useMemo } from "react";
import { FRAMEWORKS } from "../../lib/dialects/frameworks.ts";
import { USER_FRAMEWORK_ID } from "../../lib/dialects/user-rules.ts";
import { formatQuantity } from "../ui/format.ts";
import { useInterpretedRun } from "../use-interpretation.ts";
import { countRowsByFramework } from "./count-rows-by-framework.ts";
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
    <ul className="dialect-families">
      {shown.map(({ id, label, description }) => {
        const isOn = !settings.families.includes(id);
        const count = rows.get(id) ?? 0;
        return (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={isOn}
                aria-describedby={`family-${id}`}
                onChange={() => change({ families: toggleItem(settings.families, id) })}
              />
              <span className="dialect-name">{label}</span>
            </label>
            {hasRun && settings.on && isOn && (
              <span className="dialect-count" data-none={count === 0 || undefined}>
                {count === 0 ? "no rows" : formatQuantity(count, "row")}
              </span>
            )}
            <span className="dialect-signs" id={`family-${id}`} title={description}>
              {description}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
