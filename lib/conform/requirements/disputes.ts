/**
 * The ledger of disputes: where the texts contradict themselves or each other, and where the
 * compatibility kit, ACTS and the SDKs differ from them. Each entry says how Loupe grades and why.
 */

import type { Dispute } from "./dispute.ts";
import { CARD_DISPUTES } from "./disputes/cards.ts";
import { ERROR_DISPUTES } from "./disputes/errors.ts";
import { STREAM_DISPUTES } from "./disputes/streams.ts";
import { TASK_DISPUTES } from "./disputes/tasks.ts";

export const DISPUTES: readonly Dispute[] = [
  ...ERROR_DISPUTES,
  ...STREAM_DISPUTES,
  ...TASK_DISPUTES,
  ...CARD_DISPUTES,
];

const DISPUTES_BY_ID: ReadonlyMap<string, Dispute> = new Map(
  DISPUTES.map((dispute) => [dispute.id, dispute]),
);

export function getDispute(id: string): Dispute | null {
  return DISPUTES_BY_ID.get(id) ?? null;
}
