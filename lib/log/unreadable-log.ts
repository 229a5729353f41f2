/** The source has no known log format. */
export class UnreadableLog extends Error {
  override readonly name = "UnreadableLog";
}

/** Error for a text that contains no A2A. */
export function createNoA2AError(what: string, start: string): UnreadableLog {
  const shown = JSON.stringify(start.trim().slice(0, 40));
  return new UnreadableLog(`${what}: no A2A from line 1, column 1 (${shown}) to the end.`);
}
