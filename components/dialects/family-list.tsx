"use client";
// The families Loupe listens to: what each is known by, what it reads of this run, and its switch.
import { useMemo } from "react";
import { FRAMEWORKS } from "../../lib/dialects/frameworks.ts";
import { USER_FRAMEWORK_ID } from "../../lib/dialects/user-rules.ts";
import { useSlowVersion } from "../library/use-slow-version.ts";
import { plural } from "../ui/format.ts";
import { useReading } from "../use-reading.ts";
import { rowsByFamily } from "./rows-by-family.ts";
import { signsOf } from "./signs.ts";
import { toggledIn, useDialects } from "./use-dialects.ts";

const LISTED = [
  {
    id: USER_FRAMEWORK_ID,
    label: "Your rules",
    signs: "what you say above; believed before all others",
  },
  ...FRAMEWORKS.map((family) => ({ id: family.id, label: family.label, signs: signsOf(family) })),
];

export function FamilyList() {
  const { settings, change } = useDialects();
  const reading = useReading();
  const version = useSlowVersion();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reading grows in place
  const rows = useMemo(() => rowsByFamily(reading), [reading, version]);
  const hasRun = reading.timeline.lastEvent >= 0;
  const shown = LISTED.filter(({ id }) => id !== USER_FRAMEWORK_ID || settings.rules.length > 0);
  return (
    <ul className="dialect-families">
      {shown.map(({ id, label, signs }) => {
        const isOn = !settings.families.includes(id);
        const count = rows.get(id) ?? 0;
        return (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                checked={isOn}
                aria-describedby={`family-${id}`}
                onChange={() => change({ families: toggledIn(settings.families, id) })}
              />
              <span className="dialect-name">{label}</span>
            </label>
            {hasRun && settings.on && isOn && (
              <span className="dialect-count" data-none={count === 0 || undefined}>
                {count === 0 ? "no rows" : plural(count, "row")}
              </span>
            )}
            <span className="dialect-signs" id={`family-${id}`} title={signs}>
              {signs}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
