/** Commands about what is held, as words: for the terminal and for coding agents. */

import type { HeldStream } from "../../../api/taps.ts";
import { editJson } from "../../../json/json-edit.ts";
import { readStep } from "./plan-file.ts";
import { REQUEST_COMMANDS } from "./request-gate.ts";
import type { HoldCommand } from "./tap-plan.ts";

export const HOLD_COMMANDS = [
  "continue",
  "step",
  "drop",
  "edit",
  "repeat",
  "insert",
  "delay",
  "cut",
  "end",
  "fail",
] as const;

export const formatHoldCommands = (): string =>
  `Commands: list, continue [ID], and ${HOLD_COMMANDS.slice(1).join(", ")} with an ID; "step ID state" goes on to the next state; the members of a step follow as JSON, such as edit h1 {"set":{"/status/state":"failed"}}.`;

/** Parses `drop h1`, or returns what is wrong with it. */
export function parseHoldCommand(
  line: string,
): { readonly id: string; readonly command: HoldCommand } | string {
  const [, name = "", id = "", rest = ""] = /^(\w+)\s+(\w+)\s*(.*)$/s.exec(line) ?? [];
  const command = createHoldCommand(name, rest);
  return typeof command === "string" ? command : { id, command };
}

/** `rest`: `event` or `state` for a step, else JSON with the members of the action. */
function createHoldCommand(name: string, rest: string): HoldCommand | string {
  if (name === "step") return toHoldCommand(name, rest === "" ? {} : { to: rest });
  let members: unknown = {};
  try {
    if (rest !== "") members = JSON.parse(rest);
  } catch {
    return `What follows ${name} must be JSON.`;
  }
  return toHoldCommand(name, members);
}

/** A command with the members of its action. Returns what is wrong. */
export function toHoldCommand(name: string, members: unknown): HoldCommand | string {
  if (name === "continue") return { do: "continue" };
  if (name === "step") {
    const { to = "event" } = Object(members);
    return to === "event" || to === "state"
      ? { do: "step", to }
      : `step goes to the next event or state, not to ${JSON.stringify(to)}.`;
  }
  if (!(HOLD_COMMANDS as readonly string[]).includes(name)) return formatHoldCommands();
  const step = readStep({ ...Object(members), do: name });
  if (typeof step === "string") return step;
  return step.do === "hold" || step.do === "answer" ? formatHoldCommands() : step;
}

/** What is wrong with a command for what is held; `null` if it can be done. */
export function checkHoldCommand(held: HeldStream, command: HoldCommand): string | null {
  if (held.event > 0) return command.do === "edit" ? checkEdit(held, command) : null;
  if (REQUEST_COMMANDS.has(command.do)) return null;
  return `A request cannot be changed by ${command.do}; it takes ${[...REQUEST_COMMANDS].join(", ")}.`;
}

/** An edit that changes nothing would let the event go. */
function checkEdit(
  { payload }: HeldStream,
  { set, remove }: Extract<HoldCommand, { readonly do: "edit" }>,
): string | null {
  const edits = { ...(set && { set }), ...(remove && { remove }) };
  const { missing } = editJson(payload, edits);
  return missing.length === 0 ? null : `The event has no ${missing.join(", ")}.`;
}
