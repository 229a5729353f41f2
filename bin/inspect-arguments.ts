/** Parses the arguments of `loupe inspect`; returns a one-line error message if they are wrong. */

export interface InspectRequest {
  readonly log: string;
  readonly json: boolean;
  readonly at: number | null;
  readonly dialects: boolean;
}

export function parseInspectArguments(argv: readonly string[]): InspectRequest | string {
  let log: string | null = null;
  let json = false;
  let dialects = true;
  let at: number | null = null;
  const words = argv.values();
  for (const word of words) {
    const [option, inline] = word.startsWith("--") ? word.split("=", 2) : [word];
    if (option === "--json") json = true;
    else if (option === "--no-dialects") dialects = false;
    else if (option === "--at") {
      const value = inline ?? words.next().value ?? "";
      if (!/^\d+$/.test(value)) return `--at needs an event number, not "${value}"`;
      at = Number(value);
    } else if (word !== "-" && word.startsWith("-")) return `unknown option "${word}"`;
    else if (log !== null) return `inspect takes one log, not "${log}" and "${word}"`;
    else log = word;
  }
  return log === null
    ? "inspect needs a log, or - for standard input"
    : { log, json, at, dialects };
}
