"use client";
// List of the supported frameworks with a checkbox, how each is detected and its rows in this run.
import { useMemo } from "react";
import type { Detector, DetectorSource, Framework } from "../../lib/dialects/detector.ts";
import { FRAMEWORKS } from "../../lib/dialects/frameworks.ts";
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import { USER_FRAMEWORK_ID } from "../../lib/dialects/user-rules.ts";
import { formatQuantity } from "../ui/format.ts";
import { useInterpretedRun } from "../use-interpretation.ts";
import { toggleItem, useDialects } from "./use-dialects.ts";

const SOURCE_GROUPS: readonly {
  readonly word: string;
  readonly sources: readonly DetectorSource[];
}[] = [
  { word: "metadata", sources: ["event.metadata", "artifact.metadata", "message.metadata"] },
  { word: "part metadata", sources: ["part.metadata"] },
  { word: "extensions", sources: ["extension"] },
  { word: "artifact names", sources: ["artifact.name"] },
  { word: "artifact ids", sources: ["artifact.id"] },
  { word: "data members", sources: ["data"] },
  { word: "media types", sources: ["mediaType"] },
  { word: "CloudEvents", sources: ["cloudEvent"] },
];

/** Sources whose detectors name a value in `match`, not a key. */
const NAMED_SOURCES: readonly DetectorSource[] = [
  ...(["artifact.name", "artifact.id", "mediaType", "cloudEvent"] as const),
];

const MAX_NAMES = 4;

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
        const isOn = !settings.frameworks.includes(id);
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
                onChange={() => change({ frameworks: toggleItem(settings.frameworks, id) })}
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

/** Describes in one line how a framework is detected. */
export function describeDetectors({ detectors, description }: Framework): string {
  const descriptions = SOURCE_GROUPS.flatMap(({ word, sources }) => {
    const matching = detectors.filter(({ source }) => sources.includes(source));
    const names = [...new Set(matching.flatMap(getDetectorNames))];
    if (matching.length === 0) return [];
    if (matching.every(({ isFallback }) => isFallback)) return [`all other ${word}`];
    const rest = names.length - MAX_NAMES;
    return [
      `${word} ${names.slice(0, MAX_NAMES).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`,
    ];
  });
  const hasTexts = detectors.some(({ source }) => source === "text");
  return [
    ...descriptions,
    ...(hasTexts ? ["beginning of texts"] : []),
    ...(description ? [description] : []),
  ].join("; ");
}

function getDetectorNames({ source, key, match }: Detector): readonly string[] {
  const pattern = NAMED_SOURCES.includes(source) ? match : key;
  if (pattern === undefined) return [];
  if (typeof pattern === "string")
    return source === "data" ? [pattern.split(" ").join(" + ")] : [pattern];
  return pattern instanceof RegExp ? simplifyPattern(pattern) : pattern;
}

/** Simplifies a pattern for display. Alternatives become several strings. */
function simplifyPattern({ source }: RegExp): readonly string[] {
  const choice = /^\^?\(\?:([^()]*)\)\$?$/.exec(source)?.[1];
  const words = choice === undefined ? [source] : choice.split("|");
  return words.map(unescapePattern).filter((word) => /\w/.test(word));
}

function unescapePattern(source: string): string {
  return source
    .replace(/\(\?:[^()]*\)\?|\\\/\?/g, "")
    .replace(/(?:\[(?:[^\]\\]|\\.)*\]|\\[dwsDWS]|\.)(?:[+*]|\{[\d,]+\})\??/g, "…")
    .replace(/\(…\)/g, "…")
    .replace(/[\^$]/g, "")
    .replace(/\\(.)/g, "$1");
}
