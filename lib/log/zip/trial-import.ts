/**
 * Opens a file of an archive on trial: its records are held back until they contain A2A. After a
 * limit without A2A, the file is rejected.
 */

import { stringifyJson } from "../../json/json-stringify.ts";
import type { SkippedInput, WireRecord } from "../../wire/record.ts";
import {
  type ImportSink,
  type ImportStream,
  type OpenNestedLog,
  UnreadableLog,
} from "../importer.ts";

const HELD_LIMIT = 1 << 22;
/** Text that identifies A2A in every version. */
const A2A_PATTERN =
  /"(?:task_?id|context_?id|message_?id|artifact_?id|status_?update|artifact_?update)"|"(?:message|tasks)\/|"jsonrpc"|"state"\s*:\s*"(?:TASK_STATE|submitted|working|input-required|completed|failed|cancell?ed)|\/\.well-known\/agent/i;

/** Ignoring white space of any length. */
const MAX_PATTERN_LENGTH = 64;

export class TrialImport {
  /** `null` while undecided. */
  outcome: "accepted" | "rejected" | null = null;
  readonly #sink: ImportSink;
  readonly #run: ImportStream;
  #records: WireRecord[] = [];
  #skipped: SkippedInput[] = [];
  #length = 0;
  /** End of the previous text. */
  #before = "";

  constructor(sink: ImportSink, inside: OpenNestedLog) {
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
    this.outcome ??= "rejected";
  }

  #attempt(act: () => void): void {
    if (this.outcome === "rejected") return;
    try {
      act();
    } catch (error) {
      if (!(error instanceof UnreadableLog) || this.outcome === "accepted") throw error;
      this.outcome = "rejected";
    }
  }

  #record(record: WireRecord): void {
    if (this.outcome === "accepted") return this.#sink.record(record);
    this.#records.push(record);
    const text = getRecordText(record);
    this.#length += text.length;
    // A match may span two pieces.
    const seen = this.#before + text;
    this.#before = seen.slice(-MAX_PATTERN_LENGTH);
    if (A2A_PATTERN.test(seen)) this.#accept();
    else if (this.#length > HELD_LIMIT) this.outcome = "rejected";
  }

  #skip(skipped: SkippedInput): void {
    if (this.outcome === "accepted") this.#sink.skip(skipped);
    else this.#skipped.push(skipped);
  }

  #accept(): void {
    this.outcome = "accepted";
    for (const record of this.#records) this.#sink.record(record);
    for (const skipped of this.#skipped) this.#sink.skip(skipped);
    this.#records = [];
    this.#skipped = [];
  }
}

/** The text of a record, even for binary data: it may be text with a single broken character. */
function getRecordText(record: WireRecord): string {
  if (record.r !== "data") return stringifyJson(record);
  if (record.text !== undefined) return record.text;
  try {
    return atob(record.b64 ?? "");
  } catch {
    return "";
  }
}
