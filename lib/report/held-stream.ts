/** What a tap holds, in words: for the terminal, the app and coding agents. */

import type { Breakpoint, HeldStream } from "../api/taps.ts";
import { formatPlural } from "../text/plural.ts";

/** `event 2 of message/stream to localhost:9998, state working`. */
export function describeHeld({ event, method, target, title }: HeldStream): string {
  const what = event === 0 ? "request" : `event ${event} of`;
  return `${what} ${method} to ${target}${event === 0 ? "" : `, ${title}`}`;
}

/** `h1: event 2 of message/stream to localhost:9998, state working; 3 events behind it`. */
export function formatHeld(held: HeldStream): string {
  const behind = held.waiting === 0 ? "" : `; ${formatPlural(held.waiting, "event")} behind it`;
  return `${held.id}: ${describeHeld(held)}${behind}`;
}

/** `hold at state working`. */
export function describeBreakpoint({ step }: Pick<Breakpoint, "step">): string {
  const conditions = Object.entries(step.when ?? {}).map(([name, value]) => `${name} ${value}`);
  return `${step.do} at ${conditions.join(", ") || "every call"}`;
}
