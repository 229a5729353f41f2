/** Reads a log from its bytes and creates its spans, with content redacted. */

import { LogOpener } from "../log/log-opener.ts";
import { redactRun, scanRun } from "../redact/redact-run.ts";
import { toSecrets } from "../redact/secret-finding.ts";
import type { Exchange } from "../timeline/exchange.ts";
import type { WireRecord } from "../wire/record.ts";
import { createRunTraces } from "./run-traces.ts";
import type { OtlpTraces } from "./span.ts";
import type { SpanOptions } from "./span-context.ts";
import { SpanSourceBuilder } from "./span-source.ts";

/** Nothing besides what is detected; e-mail addresses are. */
const REDACTION = { texts: [], fields: [] };

export class LogSpanReader {
  readonly #builder = new SpanSourceBuilder();
  readonly #records: WireRecord[] = [];
  readonly #options: SpanOptions;
  readonly #opener: LogOpener;

  constructor(options: SpanOptions) {
    this.#options = options;
    this.#opener = new LogOpener({
      // Redaction needs all records: a secret may span several.
      record: (record) => {
        if (options.hasContent) this.#records.push(record);
        else this.#builder.push(record);
      },
      skip: () => undefined,
    });
  }

  push(chunk: Uint8Array): void {
    this.#opener.push(chunk);
  }

  /** `name`: that of a log without one. */
  end(name: string, isSelected?: (exchange: Exchange) => boolean): OtlpTraces[] {
    this.#opener.end();
    if (this.#options.hasContent) {
      const secrets = toSecrets(scanRun(this.#records, REDACTION));
      for (const record of redactRun(this.#records, secrets, REDACTION, name).records) {
        this.#builder.push(record);
      }
    }
    return [...createRunTraces(this.#builder.finish(name), this.#options, isSelected)];
  }
}

/** One export request for several calls. */
export function mergeTraces(all: readonly OtlpTraces[]): OtlpTraces {
  return { resourceSpans: all.flatMap(({ resourceSpans }) => resourceSpans) };
}

export const countSpans = ({ resourceSpans }: OtlpTraces): number =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .reduce((sum, { spans }) => sum + spans.length, 0);
