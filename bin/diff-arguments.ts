/** Parses the arguments of `loupe diff`; returns a one-line error message if they are wrong. */

import { DIFF_ASPECTS, type DiffAspect } from "../lib/diff/differences.ts";

export interface DiffRequest {
  readonly left: string;
  readonly right: string;
  readonly json: boolean;
  readonly text: boolean;
  readonly timing: boolean;
  readonly ignored: ReadonlySet<DiffAspect>;
}

export function parseDiffArguments(argv: readonly string[]): DiffRequest | string {
  const logs: string[] = [];
  const ignored = new Set<string>();
  let json = false;
  let text = false;
  const words = argv.values();
  for (const word of words) {
    const [option, inline] = word.startsWith("--") ? word.split("=", 2) : [word];
    if (option === "--json") json = true;
    else if (option === "--text") text = true;
    else if (option === "--ignore") {
      for (const one of (inline ?? words.next().value ?? "").split(",")) {
        if (!IGNORABLE.includes(one) && !DIFF_ASPECTS.some((aspect) => aspect === one)) {
          return `--ignore needs one or more of ${IGNORABLE.join(", ")}, not "${one}"`;
        }
        ignored.add(ASPECTS_BY_NAME.get(one) ?? one);
      }
    } else if (word !== "-" && word.startsWith("-")) return `unknown option "${word}"`;
    else logs.push(word);
  }
  const [left, right] = logs;
  if (left === undefined || right === undefined || logs.length > 2) {
    return `diff needs two logs, not ${logs.length}; one of them can be - for standard input`;
  }
  if (left === "-" && right === "-") return "only one log can be standard input";
  const aspects = DIFF_ASPECTS.filter((aspect) => ignored.has(aspect));
  const timing = !ignored.has("timing");
  return { left, right, json, text, timing, ignored: new Set(aspects) };
}

/** The names for people of the aspects that are called otherwise in JSON; both are accepted. */
const ASPECTS_BY_NAME: ReadonlyMap<string, DiffAspect> = new Map([
  ["tool-state", "tool state"],
  ["attachments", "said"],
  ["event-count", "pieces"],
  ["problems", "findings"],
]);

const NAMES_BY_ASPECT = new Map([...ASPECTS_BY_NAME].map(([name, aspect]) => [aspect, name]));

/** The names that the help and errors list. */
const IGNORABLE: readonly string[] = [
  "timing",
  ...DIFF_ASPECTS.map((aspect) => NAMES_BY_ASPECT.get(aspect) ?? aspect),
];
