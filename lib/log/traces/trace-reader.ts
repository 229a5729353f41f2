/** Reads the spans of a trace file of any format, also inside an archive; other files are no traces. */

import { TRACE_IMPORTERS } from "../importers/traces.ts";
import { LogOpener } from "../log-opener.ts";
import type { ImportedSpan } from "./imported-span.ts";

const TRACE_IDS: ReadonlySet<string> = new Set(TRACE_IMPORTERS.map(({ id }) => id));
/** By then the format is known, in an archive too. */
const DETECTION_BYTES = 1 << 18;

export interface TraceFile {
  readonly spans: readonly ImportedSpan[];
  /** Parts of the file that could not be read. */
  readonly skipped: number;
}

export class TraceReader {
  readonly #opener = new LogOpener({
    record: () => undefined,
    skip: () => {
      this.#skipped++;
    },
    spans: (spans) => this.#spans.push(...spans),
  });
  readonly #spans: ImportedSpan[] = [];
  #skipped = 0;

  /** Returns false as soon as the file is known to be no trace. */
  push(chunk: Uint8Array): boolean {
    this.#opener.push(chunk);
    return this.#opener.bytes < DETECTION_BYTES || this.#isTrace;
  }

  /** `null` if the file is no trace. */
  end(): TraceFile | null {
    this.#opener.end();
    return this.#isTrace ? { spans: this.#spans, skipped: this.#skipped } : null;
  }

  get #isTrace(): boolean {
    return TRACE_IDS.has(this.#opener.kind.split("+").at(-1) ?? "");
  }
}

/** `null` if the source is no trace, or nothing that can be read. */
export async function readTraceFile(source: AsyncIterable<Uint8Array>): Promise<TraceFile | null> {
  const reader = new TraceReader();
  try {
    for await (const chunk of source) if (!reader.push(chunk)) return null;
    return reader.end();
  } catch (error) {
    if (error instanceof Error && error.name === "UnreadableLog") return null;
    throw error;
  }
}
