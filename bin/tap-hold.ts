/**
 * What a tap does to its traffic, on the command line: the plan and its breakpoints, what is held, and
 * the commands that are typed about it.
 */

import { EMPTY_PLAN, type Plan, type TapStep } from "../lib/api/schemas/plan.ts";
import type { HeldStream } from "../lib/api/taps.ts";
import { formatHeld } from "../lib/report/held-stream.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { LogAnswers } from "../lib/server/tap/plan/answers.ts";
import {
  checkHoldCommand,
  formatHoldCommands,
  parseHoldCommand,
} from "../lib/server/tap/plan/hold-commands.ts";
import { listAnswers, readPlanFile } from "../lib/server/tap/plan/plan-file.ts";
import { TapPlan } from "../lib/server/tap/plan/tap-plan.ts";
import { readReplaySource } from "./replay-source.ts";
import type { Terminal } from "./terminal.ts";

/** A plan that is applied, with the logs from which it answers. */
export interface RunningPlan {
  readonly plan: TapPlan;
  readonly answers: LogAnswers;
  close(): Promise<void>;
}

interface PlanRequest {
  /** `null`: there is none. */
  readonly planFile: string | null;
  /** Breakpoints, and agents that answer from logs. */
  readonly steps: readonly TapStep[];
  /** Breakpoints may be set while it runs. */
  readonly isInteractive: boolean;
}

/** `null` if the tap changes nothing; what is wrong, if the plan cannot be read. */
export async function startPlan(
  { planFile: file, steps, isInteractive }: PlanRequest,
  { stdin }: Pick<Terminal, "stdin">,
): Promise<RunningPlan | string | null> {
  if (file === null && steps.length === 0 && !isInteractive) return null;
  const read: Plan | string = file === null ? EMPTY_PLAN : await readPlanFile(file);
  if (typeof read === "string") return read;
  const answers = await LogAnswers.start(listAnswers([...read.steps, ...steps]), (log) =>
    readReplaySource(log, stdin),
  );
  const plan = new TapPlan(read, { isInteractive });
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
