/** Nothing in the source looks like any format we read. */
export class UnreadableLog extends Error {
  override readonly name = "UnreadableLog";
}

/** A text was read to its end, or far enough, and is about something else. */
export function createNoA2AError(what: string, start: string): UnreadableLog {
  const shown = JSON.stringify(start.trim().slice(0, 40));
  return new UnreadableLog(`${what}: no A2A from line 1, column 1 (${shown}) to the end.`);
}
