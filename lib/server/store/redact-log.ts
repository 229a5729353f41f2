/** Writes a redacted copy of a log, for the store. */

import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import { LogRedactor } from "../../operations/log-redactor.ts";

/** Redaction holds all records of a log. */
export const MAX_REDACTED_BYTES = 256e6;

export async function redactLog(path: string, target: string): Promise<void> {
  const redactor = new LogRedactor();
  for await (const chunk of createReadStream(path)) {
    redactor.push(chunk);
    await yieldToOthers();
  }
  const file = await open(target, "w", 0o600);
  try {
    for (const text of redactor.finish()) {
      if (text === null) await yieldToOthers();
      else await file.appendFile(text);
    }
  } finally {
    await file.close();
  }
}
