/** Reads the spans of a trace file of any format, also inside an archive; other files are no traces. */

import { TRACE_IMPORTERS } from "../importers/traces.ts";
import { LogOpener } from "../log-opener.ts";
import type { ImportedSpan } from "./imported-span.ts";

const TRACE_IDS: ReadonlySet<string> = new Set(TRACE_IMPORTERS.map(({ id }) => id));
/** By then the format is known, in an archive too. */
export const DETECTION_BYTES = 1 << 18;

const isTraceKind = ({ kind }: LogOpener) => TRACE_IDS.has(kind.split("+").at(-1) ?? "");

/** Whether a file that begins so is a trace. */
export function isTraceStart(start: Uint8Array): boolean {
  const ignore = () => undefined;
  const opener = new LogOpener({ record: ignore, skip: ignore, spans: ignore });
  try {
    opener.push(start);
    opener.end();
  } catch {
    // It is cut off: what it is may be known all the same.
  }
  return isTraceKind(opener);
}

export interface TraceFile {
  readonly spans: readonly ImportedSpan[];
  /** Parts of the file that could not be read. */
  readonly skipped: number;
}

class TraceReader {
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
    return this.#opener.bytes < DETECTION_BYTES || isTraceKind(this.#opener);
  }

  /** `null` if the file is no trace. */
  end(): TraceFile | null {
    this.#opener.end();
    return isTraceKind(this.#opener) ? { spans: this.#spans, skipped: this.#skipped } : null;
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
