/** What a family is recognised by, in one line, told from its signals. */
import type { Detector, DetectorSource, Framework } from "../../lib/dialects/detector.ts";

const SOURCE_GROUPS: readonly {
  readonly word: string;
  readonly wheres: readonly DetectorSource[];
}[] = [
  { word: "metadata", wheres: ["event.metadata", "artifact.metadata", "message.metadata"] },
  { word: "metadata of parts", wheres: ["part.metadata"] },
  { word: "extensions", wheres: ["extension"] },
  { word: "artifact names", wheres: ["artifact.name"] },
  { word: "artifact ids", wheres: ["artifact.id"] },
  { word: "data with", wheres: ["data"] },
  { word: "media types", wheres: ["mediaType"] },
];

const MAX_NAMES = 4;

export function describeDetectors({ detectors, description }: Framework): string {
  const told = SOURCE_GROUPS.flatMap(({ word, wheres }) => {
    const own = detectors.filter(({ source: where }) => wheres.includes(where));
    const names = [...new Set(own.flatMap(getDetectorNames))];
    if (own.length === 0) return [];
    if (own.every(({ isFallback: rest }) => rest)) return [`all other ${word}`];
    const rest = names.length - MAX_NAMES;
    return [
      `${word} ${names.slice(0, MAX_NAMES).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`,
    ];
  });
  const hasTexts = detectors.some(({ source: where }) => where === "text");
  return [
    ...told,
    ...(hasTexts ? ["how texts begin"] : []),
    ...(description ? [description] : []),
  ].join("; ");
}

function getDetectorNames({ source, key, match }: Detector): readonly string[] {
  const isNamed = source === "artifact.name" || source === "artifact.id" || source === "mediaType";
  const sign = isNamed ? match : key;
  if (sign === undefined) return [];
  if (typeof sign === "string") return source === "data" ? [sign.split(" ").join(" + ")] : [sign];
  return sign instanceof RegExp ? simplifyPattern(sign) : sign;
}

/** An expression as somebody would say it; several where it is a choice. */
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
