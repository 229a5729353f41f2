/**
 * `loupe diff A B`: compares two logs row by row, aligned by meaning. Exit code 0: the runs are the
 * same; 1: they differ; 2: a log could not be read.
 */

import { Interpretation } from "../lib/dialects/interpretation.ts";
import { DIFF_ASPECT_NAMES, findDiffAspect } from "../lib/diff/aspect-names.ts";
import { compareRuns, type RunDiff } from "../lib/diff/compare-runs.ts";
import { createDiffReport } from "../lib/diff/diff-report.ts";
import { type ColorDiffText, formatDiffText } from "../lib/diff/diff-text.ts";
import { DIFF_ASPECTS, type DiffAspect } from "../lib/diff/differences.ts";
import type { DiffSide } from "../lib/diff/row-content.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import type { Timeline } from "../lib/timeline/timeline.ts";
import {
  createFlag,
  createOption,
  defineCommand,
  type OptionValues,
  UsageError,
} from "./command-line.ts";
import { type CommandWords, JSON_OPTION, printJson, printNext } from "./json-output.ts";
import { describeHandEdges, readLog } from "./read-log.ts";
import { runCommand } from "./run-command.ts";
import { refuse, type Terminal } from "./terminal.ts";

export interface DiffOptions {
  readonly json: boolean;
  readonly text: boolean;
  readonly timing: boolean;
  readonly ignored: ReadonlySet<DiffAspect>;
}

interface DiffRequest extends DiffOptions {
  readonly logs: readonly [left: string, right: string];
}

const TIMING = "timing";

/** The names that the help and errors list. */
const IGNORABLE: readonly string[] = [TIMING, ...DIFF_ASPECT_NAMES];

const IGNORE = createOption<ReadonlySet<string>>(
  "--ignore WHAT",
  `differences to ignore, separated by commas: ${IGNORABLE.join(", ")}; ${TIMING} only hides the times`,
  new Set(),
  (before, text, name) => {
    const ignored = new Set(before);
    for (const one of text.split(",")) {
      const aspect = one === TIMING ? TIMING : findDiffAspect(one);
      if (aspect === null) {
        throw new UsageError(`${name} needs one or more of ${IGNORABLE.join(", ")}, not "${one}"`);
      }
      ignored.add(aspect);
    }
    return ignored;
  },
);

export const DIFF_OPTIONS = {
  json: JSON_OPTION,
  text: createFlag("--text", "show which words differ in texts"),
  ignore: IGNORE,
};

export const DIFF = defineCommand({
  name: "diff",
  operands: "LOG LOG",
  summary: "compares two logs row by row, by meaning and not by IDs. Exit code 1 if they differ.",
  options: DIFF_OPTIONS,
  createRequest(values, [left, right, ...others]): DiffRequest {
    if (left === undefined || right === undefined || others.length > 0) {
      const count = [left, right, ...others].filter((log) => log !== undefined).length;
      throw new UsageError(
        `diff needs two logs, not ${count}; one of them can be - for standard input`,
      );
    }
    if (left === "-" && right === "-") throw new UsageError("only one log can be standard input");
    return { logs: [left, right], ...createDiffOptions(values) };
  },
});

export function createDiffOptions({
  json,
  text,
  ignore,
}: OptionValues<typeof DIFF_OPTIONS>): DiffOptions {
  const ignored = new Set(DIFF_ASPECTS.filter((aspect) => ignore.has(aspect)));
  return { json, text, timing: !ignore.has(TIMING), ignored };
}

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(DIFF, argv, terminal, (request) =>
    runDiff(request, request.logs, request.logs, terminal),
  );

/**
 * Compares two logs; `names` are the names to print for them. `extra`: other next commands, and other
 * members of the JSON.
 */
export async function runDiff(
  options: DiffOptions,
  logs: readonly [left: string, right: string],
  names: readonly [left: string, right: string],
  terminal: Terminal,
  extra: { readonly next?: readonly CommandWords[]; readonly about?: object } = {},
): Promise<number> {
  const { stdout, stdin } = terminal;
  const sides: DiffSide[] = [];
  for (const [at, log] of logs.entries()) {
    try {
      const { timeline } = await readLog(log, stdin);
      sides.push(createSide(timeline));
      const handEdges = describeHandEdges(timeline, log);
      if (handEdges !== null) terminal.stderr.write(`loupe: ${toPrintable(handEdges)}\n`);
    } catch (error) {
      return refuse(terminal, `cannot read ${names[at]}: ${getErrorMessage(error)}`);
    }
  }
  const [left, right] = sides;
  if (!left || !right) return 2;
  const diff = compareRuns(left, right, options.ignored);
  const next = extra.next ?? getNextCommands(diff, logs);
  if (options.json) {
    const report = createDiffReport(diff, options.text);
    printJson(terminal, { ...report, ...extra.about }, next);
  } else {
    const { text, timing } = options;
    const paint = stdout.isTTY ? addColor : keepPlain;
    for (const line of formatDiffText(diff, { names, text, timing, paint }))
      stdout.write(`${line}\n`);
    printNext(terminal, next);
  }
  return diff.isSame ? 0 : 1;
}

/** How to look at the first difference. */
function getNextCommands(
  { lines }: RunDiff,
  [left, right]: readonly [left: string, right: string],
): CommandWords[] {
  const first = lines.find(({ mark }) => mark !== "same");
  const row = first?.right ?? first?.left;
  const log = first?.right ? right : left;
  if (!row || log === "-" || row.item.firstEvent < 0) return [];
  return [["event", log, String(row.item.firstEvent)]];
}

function createSide(timeline: Timeline): DiffSide {
  return { interpretation: new Interpretation(timeline).update(), n: timeline.lastEvent };
}

const keepPlain: ColorDiffText = (text) => text;

const ESCAPES = { plain: "", left: "\u001b[31m", right: "\u001b[32m", changed: "\u001b[33m" };

const addColor: ColorDiffText = (text, colour) =>
  colour === "plain" ? text : `${ESCAPES[colour]}${text}\u001b[0m`;
