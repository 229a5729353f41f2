/** Parts of the operations on taps: which one is meant, and how what it holds is described. */

import { z } from "zod";
import type { HeldStream, TapHolds } from "../api/taps.ts";
import { formatHeld } from "../report/held-stream.ts";
import { toPrintableLine } from "../report/printable.ts";
import { OperationError } from "./operation.ts";
import type { TapAccess } from "./operation-host.ts";
import { untrusted } from "./schemas.ts";

const LINE_LENGTH = 200;
const EVENT_LENGTH = 3000;

export const TAP_MEMBER = z.string().optional().describe("ID of the tap, if several run");

export const HELD_STREAM = z.object({
  id: z.string(),
  tap: z.string(),
  event: z.number().describe("Within its response, from 1; 0 for the request"),
  target: z.string(),
  method: untrusted(),
  title: untrusted(),
  object: untrusted("The A2A object as JSON; empty for a request").nullable(),
  waiting: z.number().describe("Events behind it"),
  until: z.string().describe("When it goes on by itself"),
});

export interface HeldByTap {
  readonly tap: string;
  readonly held: HeldStream;
}

export const listHeld = (taps: readonly TapHolds[]): HeldByTap[] =>
  taps.flatMap(({ tap, held }) => held.map((one) => ({ tap, held: one })));

export function describeHeldStream({ tap, held }: HeldByTap) {
  const { id, event, target, method, title, payload, waiting, until } = held;
  return {
    id,
    tap,
    event,
    target,
    method: toPrintableLine(method, LINE_LENGTH),
    title: toPrintableLine(title, LINE_LENGTH),
    object: payload.length <= EVENT_LENGTH ? payload : null,
    waiting,
    until: new Date(until).toISOString(),
  };
}

export const formatHeldStream = ({ held }: HeldByTap): string =>
  toPrintableLine(formatHeld(held), LINE_LENGTH);

/** The tap that is meant: the named one, or the only one. */
export async function findTap(access: TapAccess, id: string | undefined): Promise<TapHolds> {
  const taps = await access.list();
  const [first, second] = taps;
  const named = taps.find(({ tap }) => tap === id);
  if (named) return named;
  if (!first) {
    throw new OperationError(
      "No tap is running that can hold anything. Start one with loupe tap --hold, or in the app.",
    );
  }
  if (id !== undefined) throw new OperationError("There is no such tap; list_holds lists them.");
  if (second) throw new OperationError("Several taps are running: name the tap.");
  return first;
}
