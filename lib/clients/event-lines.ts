/**
 * The events of a response beside what a client made of each, as lines: a run of events that were handed
 * over as they are is one line.
 */

import type { ClientDifference, EventRow, ExchangeResult } from "./client-result.ts";

export type EventLine =
  /** Handed over as they were sent, from the first to the last of them. */
  | { readonly kind: "equal"; readonly from: EventRow; readonly to: EventRow }
  /** `row`: `null` for what was never sent. Without differences it was lost behind an error. */
  | {
      readonly kind: "different";
      readonly row: EventRow | null;
      readonly differences: readonly ClientDifference[];
    };

export function listEventLines({ events, differences }: ExchangeResult): EventLine[] {
  const byEvent = new Map<number, ClientDifference[]>();
  const extras: ClientDifference[] = [];
  for (const one of differences) {
    const own = one.event === null ? extras : (byEvent.get(one.event) ?? []);
    own.push(one);
    if (one.event !== null) byEvent.set(one.event, own);
  }
  const lines: EventLine[] = [];
  for (const row of events) {
    const own = byEvent.get(row.event) ?? [];
    const last = lines.at(-1);
    if (row.outcome !== "equal" || own.length > 0) {
      lines.push({ kind: "different", row, differences: own });
    } else if (last?.kind === "equal") {
      lines[lines.length - 1] = { ...last, to: row };
    } else {
      lines.push({ kind: "equal", from: row, to: row });
    }
  }
  const added = extras.map(
    (one) => ({ kind: "different", row: null, differences: [one] }) as const,
  );
  return [...lines, ...added];
}
