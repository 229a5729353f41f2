/** Collects the records of a run until its spans can be created. */

import { createLinter } from "../lint/linter.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { Timeline } from "../timeline/timeline.ts";
import type { ResumeRecord, WireRecord } from "../wire/record.ts";
import type { SpanSource } from "./span-context.ts";

export class SpanSourceBuilder {
  readonly #ingest = new Ingest({ observer: createLinter() });
  readonly #resumes: ResumeRecord[] = [];
  #id = "";

  push(record: WireRecord): void {
    if (record.r === "loupe") this.#id ||= record.id;
    if (record.r === "resume") this.#resumes.push(record);
    this.#ingest.push(record);
  }

  /** `name`: that of the run. */
  finish(name: string): SpanSource {
    this.#ingest.finish();
    const { timeline } = this.#ingest;
    const recording = this.#id || name;
    const key = `${recording}\n${timeline.at ?? ""}\n${this.#id ? "" : describeSizes(timeline)}`;
    return { timeline, recording, key, name, resumes: this.#resumes };
  }
}

/** Tells logs without an id apart, even if they have the same name. Redaction does not change it. */
function describeSizes({ exchanges }: Timeline): string {
  return exchanges.map(({ body, events }) => `${body.bytes}/${events.count}`).join(" ");
}
