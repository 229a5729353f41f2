/** What `loupe again` was asked for; a string is the one line that says why it cannot be. */

import type { HeaderList } from "../lib/wire/record.ts";

export interface AgainRequest {
  readonly log: string;
  /** Where the live agent is. */
  readonly address: string;
  /** Where the new run is written to; `null` for nowhere. */
  readonly output: string | null;
  readonly headers: HeaderList;
  readonly limitMs: number;
  /** What is left to `loupe diff`: how the two runs are compared. */
  readonly rest: readonly string[];
}

const LIMIT_S = 300;

export function readAgainArguments(argv: readonly string[]): AgainRequest | string {
  const named: string[] = [];
  const rest: string[] = [];
  const headers: [name: string, value: string][] = [];
  let output: string | null = null;
  let limitMs = LIMIT_S * 1000;
  const words = argv.values();
  for (const word of words) {
    const [option = "", inline] = word.startsWith("--") ? split(word) : [word];
    const value = () => inline ?? words.next().value ?? "";
    if (option === "-o" || option === "--output") {
      output = value();
      if (output === "") return `${option} needs the name of a file`;
    } else if (option === "--header") {
      const [, name, said] = /^([^\s:]+):\s*(.*)$/s.exec(value()) ?? [];
      if (name === undefined || said === undefined) return '--header needs "Name: value"';
      headers.push([name, said]);
    } else if (option === "--limit") {
      const seconds = Number(value());
      if (!(seconds > 0)) return "--limit needs a number of seconds";
      limitMs = seconds * 1000;
    } else if (option === "--json" || option === "--text") rest.push(word);
    else if (option === "--ignore") rest.push(`--ignore=${value()}`);
    else if (word.startsWith("-")) return `unknown option "${word}"`;
    else named.push(word);
  }
  const [log, address] = named;
  if (log === undefined || address === undefined || named.length > 2) {
    return "again needs a log and the address of an agent";
  }
  return { log, address, output, headers, limitMs, rest };
}

function split(word: string): [string, string?] {
  const sign = word.indexOf("=");
  return sign < 0 ? [word] : [word.slice(0, sign), word.slice(sign + 1)];
}
