/** What `loupe export` was asked for; a string is the one line that says why it cannot be. */

import type { Exporter } from "../lib/export/exporter.ts";
import { EXPORTERS, exporterOf } from "../lib/export/formats.ts";
import type { EventRange, Selection } from "../lib/export/select.ts";

export interface ExportRequest {
  readonly log: string;
  readonly exporter: Exporter;
  /** `null` for standard output. */
  readonly file: string | null;
  /** It may take the place of a file that is there. */
  readonly isForced: boolean;
  readonly selection: Selection;
}

export function readExportArguments(argv: readonly string[]): ExportRequest | string {
  let log: string | null = null;
  let exporter: Exporter | null = null;
  let file: string | null = null;
  let isForced = false;
  let events: EventRange | null = null;
  const tasks: string[] = [];
  const exchanges: string[] = [];
  const words = argv.values();
  for (const word of words) {
    if (word === "-" || !word.startsWith("-")) {
      if (log !== null) return `one log at a time: "${log}" and "${word}"`;
      log = word;
      continue;
    }
    const [, option = word, inline] = /^(--[^=]*)=(.*)$/s.exec(word) ?? [];
    if (option === "--force") {
      isForced = true;
      continue;
    }
    if (!TAKE_VALUES.includes(option)) return `unknown option "${word}"`;
    const value = inline ?? words.next().value ?? "";
    if (value === "") return `${option} needs a value`;
    if (option === "-o" || option === "--output") file = value;
    else if (option === "--task") tasks.push(value);
    else if (option === "--exchange") exchanges.push(value);
    else if (option === "--events") {
      events = rangeIn(value);
      if (!events) return `--events needs the numbers of two events, as 0-41, not "${value}"`;
    } else {
      exporter = exporterOf(value);
      if (!exporter) return `--as needs one of ${idsInWords()}, not "${value}"`;
    }
  }
  if (log === null) return "export needs a log, or - for standard input";
  if (!exporter) return `export needs --as with one of ${idsInWords()}`;
  const selection = {
    ...(events && { events: [events] }),
    ...(tasks.length > 0 && { tasks }),
    ...(exchanges.length > 0 && { exchanges }),
  };
  return { log, exporter, file: file === "-" ? null : file, isForced, selection };
}

const TAKE_VALUES = ["--as", "-o", "--output", "--events", "--task", "--exchange"];

function idsInWords(): string {
  return EXPORTERS.map(({ id }) => id).join(", ");
}

/** `4-9`, `4-`, `-9` or `4`. */
function rangeIn(text: string): EventRange | null {
  const [, from, dash, to] = /^(\d{0,9})(-?)(\d{0,9})$/.exec(text) ?? [];
  if (from === undefined || (from === "" && to === "")) return null;
  const first = Number(from);
  const last = to !== "" ? Number(to) : dash === "" ? first : Number.MAX_SAFE_INTEGER;
  return first <= last ? { first, last } : null;
}
