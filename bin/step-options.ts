/** Steps of a plan as they are written on a command line. */

import type { TapStep } from "../lib/api/schemas/plan.ts";
import { readStep } from "../lib/server/tap/plan/plan-file.ts";
import { UsageError } from "./command-line.ts";

/** Parses `state=working,once` as a breakpoint: conditions with `=`, and `once`. */
export function parseBreakpoint(text: string, name = "--break"): TapStep {
  const when: Record<string, unknown> = {};
  let once = false;
  for (const word of text.split(",")) {
    const [, key = "", value = ""] = /^([^=]+)=(.*)$/.exec(word) ?? [];
    if (word === "once") once = true;
    else if (key === "") {
      throw new UsageError(`${name} needs conditions such as state=working, not "${word}"`);
    } else when[key] = key === "event" ? Number(value) : value;
  }
  const step = readStep({ when, do: "hold", ...(once && { once }) });
  if (typeof step === "string") throw new UsageError(`${name} ${text}: ${step}`);
  return step;
}

/** Parses `9998=run.jsonl`: the agent there answers from the log; `@5`: itself from event 5 on. */
export function parsePin(text: string): TapStep {
  const at = text.indexOf("=");
  const [, from = "", leaveAt] = /^(.*?)(?:@(\d{1,9}))?$/s.exec(text.slice(at + 1)) ?? [];
  const step = readStep({
    when: { hop: text.slice(0, Math.max(0, at)) },
    do: "answer",
    from,
    ...(leaveAt !== undefined && { leaveAt: Number(leaveAt) }),
  });
  if (at > 0 && typeof step !== "string") return step;
  throw new UsageError(`--pin needs an agent and a log, such as 9998=run.jsonl, not "${text}"`);
}
