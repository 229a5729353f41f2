/**
 * `loupe hold`: lists, sets and removes breakpoints of running taps, waits until something is held, and
 * says what becomes of it. Exit code 0: done; 1: nothing was held in time; 2: wrong arguments, or there
 * is no such tap, breakpoint or held stream.
 */

import { MAX_HOLD_WAIT_SECONDS } from "../lib/api/schemas/hold-requests.ts";
import { listHolds } from "../lib/operations/list-holds.ts";
import { resumeHeld } from "../lib/operations/resume-held.ts";
import { setBreakpoint } from "../lib/operations/set-breakpoint.ts";
import { HOLD_COMMANDS } from "../lib/server/tap/plan/hold-commands.ts";
import { createOption, createTextOption, defineCommand, UsageError } from "./command-line.ts";
import { JSON_OPTION } from "./json-output.ts";
import { performOperation } from "./perform-operation.ts";
import { runCommand } from "./run-command.ts";
import { parseBreakpoint } from "./step-options.ts";
import type { Terminal } from "./terminal.ts";

type Input = Readonly<Record<string, unknown>>;

interface HoldRequest {
  readonly operation: "list" | "set" | "resume";
  readonly input: Input;
  readonly json: boolean;
  /** Nothing held is a failure. */
  readonly isWaiting: boolean;
}

const DEFAULT_TIMEOUT = 60;

const TIMEOUT = createOption<number>(
  "--timeout SECONDS",
  `for how long wait waits (default ${DEFAULT_TIMEOUT}, at most ${MAX_HOLD_WAIT_SECONDS})`,
  DEFAULT_TIMEOUT,
  (_, text, name) => {
    const seconds = text === "" ? Number.NaN : Number(text);
    if (seconds >= 0 && seconds <= MAX_HOLD_WAIT_SECONDS) return seconds;
    throw new UsageError(`${name} needs seconds from 0 to ${MAX_HOLD_WAIT_SECONDS}, not "${text}"`);
  },
);

export const HOLD = defineCommand({
  name: "hold",
  operands: "[ACTION [ID|STEP] [JSON]]",
  summary: `lists the breakpoints of running taps and what they hold (list), waits until something is held (wait), sets and removes breakpoints (set STEP, remove ID), and says what becomes of what is held: ${HOLD_COMMANDS.join(", ")}. STEP is conditions such as state=working,once, or a step of a plan as JSON. JSON has the members of the action; "step ID state" goes to the next state. Reaches the taps of the app and those of loupe tap --hold, --break or --plan. Exit code 1 if nothing was held in time.`,
  options: {
    tap: createTextOption("--tap ID", "which tap, if several are running"),
    timeout: TIMEOUT,
    json: JSON_OPTION,
  },
  createRequest({ tap, timeout, json }, [action = "list", ...words]): HoldRequest {
    const isWaiting = action === "wait";
    if (action === "list" || isWaiting) {
      const input = isWaiting ? { wait: timeout } : {};
      checkCount(words, 0);
      return { operation: "list", input, json, isWaiting };
    }
    const input = action === "set" || action === "remove" ? readBreakpoint(action, words) : null;
    if (input) return { operation: "set", input: { ...input, tap }, json, isWaiting };
    if (!HOLD_COMMANDS.some((one) => one === action)) {
      throw new UsageError(
        `hold takes list, wait, set, remove, or one of ${HOLD_COMMANDS.join(", ")}, not "${action}"`,
      );
    }
    const [id, rest, ...more] = words;
    checkCount(more, 0);
    const members = { do: action, id, with: readMembers(action, rest) };
    return { operation: "resume", input: { ...members, tap }, json, isWaiting };
  },
});

function checkCount(words: readonly string[], most: number): void {
  const word = words[most];
  if (word !== undefined) throw new UsageError(`unexpected "${word}"; see loupe hold --help`);
}

function readBreakpoint(action: "set" | "remove", words: readonly string[]): Input {
  checkCount(words, 1);
  const [word] = words;
  if (word === undefined) {
    throw new UsageError(
      action === "set"
        ? "hold set needs a step, such as state=working"
        : "hold remove needs the ID of a breakpoint",
    );
  }
  if (action === "remove") return { remove: word };
  return { step: word.startsWith("{") ? parseObject(word) : parseBreakpoint(word, "hold set") };
}

function readMembers(action: string, word: string | undefined): Input {
  if (word === undefined) return {};
  return action === "step" && !word.startsWith("{") ? { to: word } : parseObject(word);
}

function parseObject(text: string): Input {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // What it must be is said below.
  }
  throw new UsageError(`not a JSON object: ${text}`);
}

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(HOLD, argv, terminal, ({ operation, input, json, isWaiting }) => {
    const shared = { json, log: "" };
    if (operation === "list") {
      return performOperation(listHolds, input, terminal, {
        ...shared,
        format: ({ summary, quoted }) => (quoted.length === 0 ? [summary] : quoted),
        getExitCode: ({ held }) => (isWaiting && held.length === 0 ? 1 : 0),
      });
    }
    const act = operation === "set" ? setBreakpoint : resumeHeld;
    return performOperation<typeof act.input, typeof act.output>(act, input, terminal, {
      ...shared,
      format: ({ summary }) => [summary],
      getExitCode: () => 0,
    });
  });
