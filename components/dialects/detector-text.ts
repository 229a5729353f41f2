/** Describes in one line how a framework is detected. */
import type { Detector, DetectorSource, Framework } from "../../lib/dialects/detector.ts";

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

const unescapePattern = (source: string): string =>
  source
    .replace(/\(\?:[^()]*\)\?|\\\/\?/g, "")
    .replace(/(?:\[(?:[^\]\\]|\\.)*\]|\\[dwsDWS]|\.)(?:[+*]|\{[\d,]+\})\??/g, "…")
    .replace(/\(…\)/g, "…")
    .replace(/[\^$]/g, "")
    .replace(/\\(.)/g, "$1");
