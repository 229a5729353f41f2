/**
 * A file of an archive, opened on trial: its records are held back until they show A2A. What shows
 * none for long is about something else.
 */

import type { SkippedInput, WireRecord } from "../../wire/record.ts";
import type { ImportRun, ImportSink, OpenInside } from "../importer.ts";
import { UnreadableLog } from "../unreadable.ts";

const HELD_LIMIT = 1 << 22;
/** Words that A2A has in every version. */
const SIGNS =
  /"(?:task_?id|context_?id|message_?id|artifact_?id|status_?update|artifact_?update)"|"(?:message|tasks)\/|"jsonrpc"|"state"\s*:\s*"(?:TASK_STATE|submitted|working|input-required|completed|failed|cancell?ed)|\/\.well-known\/agent/i;

export class Trial {
  /** `null` while it is open. */
  verdict: "accepted" | "rejected" | null = null;
  readonly #sink: ImportSink;
  readonly #run: ImportRun;
  #records: WireRecord[] = [];
  #skipped: SkippedInput[] = [];
  #length = 0;

  constructor(sink: ImportSink, inside: OpenInside) {
    this.#sink = sink;
    this.#run = inside({
      record: (record) => this.#record(record),
      skip: (skipped) => this.#skip(skipped),
    });
  }

  push(bytes: Uint8Array): void {
    this.#attempt(() => this.#run.push(bytes));
  }

  end(): void {
    this.#attempt(() => this.#run.end());
    this.verdict ??= "rejected";
  }

  #attempt(act: () => void): void {
    if (this.verdict === "rejected") return;
    try {
      act();
    } catch (error) {
      if (!(error instanceof UnreadableLog) || this.verdict === "accepted") throw error;
      this.verdict = "rejected";
    }
  }

  #record(record: WireRecord): void {
    if (this.verdict === "accepted") return this.#sink.record(record);
    this.#records.push(record);
    const text = record.r === "data" ? (record.text ?? "") : JSON.stringify(record);
    this.#length += text.length;
    if (SIGNS.test(text)) this.#accept();
    else if (this.#length > HELD_LIMIT) this.verdict = "rejected";
  }

  #skip(skipped: SkippedInput): void {
    if (this.verdict === "accepted") this.#sink.skip(skipped);
    else this.#skipped.push(skipped);
  }

  #accept(): void {
    this.verdict = "accepted";
    for (const record of this.#records) this.#sink.record(record);
    for (const skipped of this.#skipped) this.#sink.skip(skipped);
    this.#records = [];
    this.#skipped = [];
  }
}
