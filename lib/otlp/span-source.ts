/** A run to describe by spans, and the collector of its records until they can be created. */

import { createLinter } from "../lint/linter.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { WireRecord } from "../wire/record.ts";

export interface SpanSource {
  readonly timeline: Timeline;
  /** Its name, for a log without one. */
  readonly name: string;
}

export class SpanSourceBuilder {
  readonly #ingest = new Ingest({ observer: createLinter() });

  push(record: WireRecord): void {
    this.#ingest.push(record);
  }

  /** `name`: that of the run. */
  finish(name: string): SpanSource {
    this.#ingest.finish();
    return { timeline: this.#ingest.timeline, name };
  }
}
