/**
 * What a tap does to its traffic, on the command line: the plan and its breakpoints, what is held, and
 * the commands that are typed about it.
 */

import type { Plan, TapStep } from "../lib/api/schemas/plan.ts";
import type { HeldStream } from "../lib/api/taps.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { LogAnswers } from "../lib/server/tap/plan/answers.ts";
import {
  checkHoldCommand,
  formatHeld,
  formatHoldCommands,
  parseHoldCommand,
} from "../lib/server/tap/plan/hold-commands.ts";
import { listAnswers, readPlanFile, readStep } from "../lib/server/tap/plan/plan-file.ts";
import { TapPlan } from "../lib/server/tap/plan/tap-plan.ts";
import { UsageError } from "./command-line.ts";
import { readReplaySource } from "./replay-source.ts";
import type { Terminal } from "./terminal.ts";

/** A plan that is applied, with the logs from which it answers. */
export interface RunningPlan {
  readonly plan: TapPlan;
  readonly answers: LogAnswers;
  close(): Promise<void>;
}

/** Parses `state=working,once` as a breakpoint: conditions with `=`, and `once`. */
export function parseBreakpoint(text: string): TapStep {
  const when: Record<string, unknown> = {};
  let once = false;
  for (const word of text.split(",")) {
    const [, name = "", value = ""] = /^([^=]+)=(.*)$/.exec(word) ?? [];
    if (word === "once") once = true;
    else if (name === "") {
      throw new UsageError(`--break needs conditions such as state=working, not "${word}"`);
    } else when[name] = name === "event" ? Number(value) : value;
  }
  const step = readStep({ when, do: "hold", ...(once && { once }) });
  if (typeof step === "string") throw new UsageError(`--break ${text}: ${step}`);
  return step;
}

/** Parses `9998=run.jsonl`: the agent there answers from the log. */
export function parsePin(text: string): TapStep {
  const at = text.indexOf("=");
  const step = readStep({
    when: { hop: text.slice(0, Math.max(0, at)) },
    do: "answer",
    from: text.slice(at + 1),
  });
  if (at > 0 && typeof step !== "string") return step;
  throw new UsageError(`--pin needs an agent and a log, such as 9998=run.jsonl, not "${text}"`);
}

/** `null` if the tap changes nothing; what is wrong, if the plan cannot be read. */
export async function startPlan(
  file: string | null,
  steps: readonly TapStep[],
  { stdin }: Pick<Terminal, "stdin">,
): Promise<RunningPlan | string | null> {
  if (file === null && steps.length === 0) return null;
  const read: Plan | string = file === null ? { steps: [], seed: 1 } : await readPlanFile(file);
  if (typeof read === "string") return read;
  const answers = await LogAnswers.start(listAnswers([...read.steps, ...steps]), (log) =>
    readReplaySource(log, stdin),
  );
  const plan = new TapPlan(read);
  for (const step of steps) plan.addBreakpoint(step);
  return { plan, answers, close: () => answers.close() };
}

interface HoldPrinter {
  /** Something is held. */
  onHeld(held: HeldStream): void;
  /** It goes on. */
  onPassed(id: string): void;
  print(line: string): void;
}

/** Reports what is held, and does what is typed, until `stopped`. */
export function controlHolds(
  plan: TapPlan,
  stdin: AsyncIterable<Uint8Array | string>,
  printer: HoldPrinter,
): void {
  let known = new Map<string, HeldStream>();
  plan.subscribe(() => {
    const held = new Map(plan.held.map((one) => [one.id, one]));
    for (const [id, one] of held) if (!known.has(id)) printer.onHeld(one);
    for (const id of known.keys()) if (!held.has(id)) printer.onPassed(id);
    known = held;
  });
  // The tap keeps the process running, not what may be typed.
  if ("unref" in stdin && typeof stdin.unref === "function") stdin.unref();
  void obeyLines(plan, stdin, printer);
}

async function obeyLines(
  plan: TapPlan,
  stdin: AsyncIterable<Uint8Array | string>,
  { print }: HoldPrinter,
): Promise<void> {
  let rest = "";
  for await (const chunk of stdin) {
    const lines =
      `${rest}${typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") print(obey(plan, line.trim()));
  }
}

/** Does what a line says, and returns what to say about it. */
function obey(plan: TapPlan, line: string): string {
  if (line === "list") {
    const held = plan.held.map(formatHeld);
    return held.length === 0 ? "Nothing is held." : held.map(toPrintable).join("\n");
  }
  if (line === "continue") return `Passed on: ${plan.resumeAll()}.`;
  const parsed = parseHoldCommand(line);
  if (typeof parsed === "string") return parsed;
  const { id, command } = parsed;
  const held = plan.held.find((one) => one.id === id);
  if (!held) return `Nothing is held as ${id}. ${formatHoldCommands()}`;
  const problem = checkHoldCommand(held, command);
  if (problem !== null) return problem;
  plan.resume(id, command);
  return `${id}: ${command.do}`;
}
