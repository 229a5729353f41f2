/**
 * Redacts a whole log: bytes in, the lines of the redacted log out.
 *
 * Guarantees: every secret that a redacted export replaces is replaced, except e-mail addresses;
 * what is no record is left out, because it may hold secrets that no rule finds. Everything is held
 * in memory, because a secret may only show itself at the end.
 */

import { LogOpener } from "../log/log-opener.ts";
import { Redaction } from "../redact/redaction.ts";
import { toSecrets } from "../redact/secret-finding.ts";
import { NO_NAMED_SECRETS, SecretScan } from "../redact/secret-scan.ts";
import type { WireRecord } from "../wire/record.ts";

/** Records between two pauses. */
const STEP_RECORDS = 200;

export class LogRedactor {
  readonly #records: WireRecord[] = [];
  readonly #opener = new LogOpener({
    record: (record) => this.#records.push(record),
    skip: () => undefined,
  });

  push(chunk: Uint8Array): void {
    this.#opener.push(chunk);
  }

  /** Yields often without a text, because it may take long. */
  *finish(): Generator<string | null> {
    this.#opener.end();
    const scan = new SecretScan(NO_NAMED_SECRETS);
    for (const steps of this.#takeSteps()) {
      for (const record of steps) scan.push(record);
      yield null;
    }
    const found = (yield* skipResults(scan.finish())).filter(({ kind }) => kind !== "email");
    const redaction = new Redaction(toSecrets(found));
    for (const steps of this.#takeSteps()) {
      for (const record of steps) redaction.push(record);
      yield null;
    }
    const { records } = yield* skipResults(redaction.finish());
    for (let at = 0; at < records.length; at += STEP_RECORDS) {
      const lines = records.slice(at, at + STEP_RECORDS);
      yield lines.map((record) => `${JSON.stringify(record)}\n`).join("");
    }
  }

  *#takeSteps(): Generator<readonly WireRecord[]> {
    for (let at = 0; at < this.#records.length; at += STEP_RECORDS) {
      yield this.#records.slice(at, at + STEP_RECORDS);
    }
  }
}

function* skipResults<Result>(steps: Generator<void, Result>): Generator<null, Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield null;
  }
}
