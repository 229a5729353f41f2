/** Test kit for taps with a plan. */

import { parsePlan } from "../../../api/schemas/plan.ts";
import { Ingest } from "../../../timeline/ingest.ts";
import type { EditRecord, WireRecord } from "../../../wire/record.ts";
import { filterRecords } from "../../exchange/exchange.testkit.ts";
import { startTestTap, type TestTap } from "../tap.testkit.ts";
import type { TapOptions } from "../tap.ts";
import { TapPlan } from "./tap-plan.ts";

export interface PlannedTap extends TestTap {
  readonly plan: TapPlan;
}

/** A busy machine may hold a stream until a keep-alive is due. */
const NO_KEEP_ALIVE_MS = 2 ** 31 - 1;

/** A tap that does what these steps say. */
export async function startPlannedTap(
  target: string | number,
  steps: readonly unknown[],
  options: Partial<TapOptions> = {},
  keepAliveMs = NO_KEEP_ALIVE_MS,
): Promise<PlannedTap> {
  const parsed = parsePlan({ steps });
  if (typeof parsed === "string") throw new Error(parsed);
  const plan = new TapPlan({ ...parsed, keepAliveMs });
  return { ...(await startTestTap(target, { ...options, plan })), plan };
}

/** What was done, without details: `drop 2`. */
export const listEdits = (records: WireRecord[]): string[] =>
  filterRecords(records, "edit").map(({ do: action, event }: EditRecord) => `${action} ${event}`);

/** The number of events that the agent sent, as they are recorded. */
export function countEvents(records: readonly WireRecord[]): number {
  const ingest = new Ingest();
  for (const record of records) ingest.push(record);
  return ingest.timeline.events.length;
}
