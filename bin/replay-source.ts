/** Reads the records of a log, and its exchanges that can be replayed. */

import { LogOpener, UnreadableLog } from "../lib/log/log-opener.ts";
import { type ReplaySource, ReplaySourceBuilder } from "../lib/server/replay/replay-source.ts";
import type { WireRecord } from "../lib/wire/record.ts";
import { openLogSource } from "./log-source.ts";

/** Throws if there is none. */
export async function readReplaySource(
  log: string,
  stdin: AsyncIterable<Uint8Array | string>,
): Promise<ReplaySource> {
  const builder = new ReplaySourceBuilder();
  const reason = await readRecords(log, stdin, (record) => builder.push(record));
  const source = builder.build();
  if (source.exchanges.length > 0) return source;
  throw new UnreadableLog(
    source.left.length > 0 ? `The log contains only ${source.left.join(", ")}.` : reason,
  );
}

/** Resolves to the reason why the last of what was skipped could not be read. */
export async function readRecords(
  log: string,
  stdin: AsyncIterable<Uint8Array | string>,
  onRecord: (record: WireRecord) => void,
): Promise<string> {
  let reason = "The log is empty.";
  const opener = new LogOpener({
    record: onRecord,
    skip: (skipped) => {
      reason = skipped.reason;
    },
  });
  for await (const chunk of await openLogSource(log, stdin)) {
    opener.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  }
  opener.end();
  return reason;
}
