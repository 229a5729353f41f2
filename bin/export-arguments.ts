/** Parses the arguments of `loupe export`; returns a one-line error message if they are wrong. */

import type { Exporter } from "../lib/export/exporter.ts";
import { EXPORTERS, findExporter } from "../lib/export/formats.ts";
import type { EventRange, Selection } from "../lib/export/record-selector.ts";
import { type FieldPath, parseFieldPath } from "../lib/redact/field-path.ts";
import { getTextError } from "../lib/redact/secret-finding.ts";

export interface ExportRequest {
  readonly log: string;
  readonly exporter: Exporter;
  /** `null` for standard output. */
  readonly file: string | null;
  /** The output may replace an existing file. */
  readonly isForced: boolean;
  readonly selection: Selection;
  /** `null` if nothing is redacted. */
  readonly redaction: RedactionRequest | null;
}

export interface RedactionRequest {
  readonly texts: readonly string[];
  readonly fields: readonly FieldPath[];
  readonly emails: boolean;
}

export function parseExportArguments(argv: readonly string[]): ExportRequest | string {
  let log: string | null = null;
  let exporter: Exporter | null = null;
  let file: string | null = null;
  let isForced = false;
  let events: EventRange | null = null;
  let redacts = false;
  let emails = false;
  const texts: string[] = [];
  const fields: FieldPath[] = [];
  const tasks: string[] = [];
  const exchanges: string[] = [];
  const words = argv.values();
  for (const word of words) {
    if (word === "-" || !word.startsWith("-")) {
      if (log !== null) return `export takes one log, not "${log}" and "${word}"`;
      log = word;
      continue;
    }
    const [, option = word, inline] = /^(--[^=]*)=(.*)$/s.exec(word) ?? [];
    if (option === "--force") {
      isForced = true;
      continue;
    }
    redacts ||= option.startsWith("--redact");
    if (option === "--redact") continue;
    if (option === "--redact-emails") {
      emails = true;
      continue;
    }
    if (!VALUE_OPTIONS.includes(option)) return `unknown option "${word}"`;
    const value = inline ?? words.next().value ?? "";
    if (value === "") return `${option} needs a value`;
    if (option === "-o" || option === "--output") file = value;
    else if (option === "--task") tasks.push(value);
    else if (option === "--exchange") exchanges.push(value);
    else if (option === "--redact-text") {
      const error = getTextError(value);
      if (error !== null) return `--redact-text cannot redact "${value}". ${error}`;
      texts.push(value);
    } else if (option === "--redact-field") {
      const field = parseFieldPath(value);
      if (!field) return `--redact-field needs a path, for example customer.email, not "${value}"`;
      fields.push(field);
    } else if (option === "--events") {
      events = parseEventRange(value);
      if (!events)
        return `--events needs a range of event numbers, for example 0-41, not "${value}"`;
    } else {
      exporter = findExporter(value);
      if (!exporter) return `--as needs one of ${formatExporterIds()}, not "${value}"`;
    }
  }
  if (log === null) return "export needs a log, or - for standard input";
  if (!exporter) return `export needs --as with one of ${formatExporterIds()}`;
  const selection = {
    ...(events && { events: [events] }),
    ...(tasks.length > 0 && { tasks }),
    ...(exchanges.length > 0 && { exchanges }),
  };
  const redaction = redacts ? { texts, fields, emails } : null;
  return { log, exporter, file: file === "-" ? null : file, isForced, selection, redaction };
}

const VALUE_OPTIONS = [
  "--as",
  "-o",
  "--output",
  "--events",
  "--task",
  "--exchange",
  "--redact-text",
  "--redact-field",
];

function formatExporterIds(): string {
  return EXPORTERS.map(({ id }) => id).join(", ");
}

/** `4-9`, `4-`, `-9` or `4`. */
function parseEventRange(text: string): EventRange | null {
  const [, from, dash, to] = /^(\d{0,9})(-?)(\d{0,9})$/.exec(text) ?? [];
  if (from === undefined || (from === "" && to === "")) return null;
  const first = Number(from);
  const last = to !== "" ? Number(to) : dash === "" ? first : Number.MAX_SAFE_INTEGER;
  return first <= last ? { first, last } : null;
}
