/** What `loupe diff` was asked for; a string is the one line that says why it cannot be. */

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
        if (!IGNORABLE.includes(one)) {
          return `--ignore needs some of ${IGNORABLE.join(", ")}, not "${one}"`;
        }
        ignored.add(one);
      }
    } else if (word !== "-" && word.startsWith("-")) return `unknown option "${word}"`;
    else logs.push(word);
  }
  const [left, right] = logs;
  if (left === undefined || right === undefined || logs.length > 2) {
    return `diff needs two logs, of which one may be - for standard input, not ${logs.length}`;
  }
  if (left === "-" && right === "-") return "only one of the two logs can be standard input";
  const aspects = DIFF_ASPECTS.filter((aspect) => ignored.has(aspect));
  const timing = !ignored.has("timing");
  return { left, right, json, text, timing, ignored: new Set(aspects) };
}

const IGNORABLE: readonly string[] = ["timing", ...DIFF_ASPECTS];
