/** The command line of `loupe export`. */

import type { Exporter } from "../lib/export/exporter.ts";
import { EXPORTERS, findExporter } from "../lib/export/formats.ts";
import type { EventRange, Selection } from "../lib/export/record-selector.ts";
import { type FieldPath, parseFieldPath } from "../lib/redact/field-path.ts";
import { getTextError } from "../lib/redact/secret-finding.ts";
import {
  createFlag,
  createListOption,
  createOption,
  createTextOption,
  defineCommand,
  requireText,
  UsageError,
} from "./command-line.ts";
import { JSON_NEEDS_FILE, JSON_OPTION } from "./json-output.ts";
import { getOnlyLog } from "./log-source.ts";

export interface ExportRequest {
  readonly log: string;
  readonly exporter: Exporter;
  /** `null` for standard output. */
  readonly file: string | null;
  /** The output may replace an existing file. */
  readonly isForced: boolean;
  readonly json: boolean;
  readonly selection: Selection;
  /** `null` if nothing is redacted. */
  readonly redaction: RedactionRequest | null;
  /** Includes the content that the format leaves out otherwise. */
  readonly hasContent: boolean;
  /** The address of the Loupe that has the recording. */
  readonly link: string | null;
}

export interface RedactionRequest {
  readonly texts: readonly string[];
  readonly fields: readonly FieldPath[];
  readonly emails: boolean;
}

const EXPORTER_IDS = EXPORTERS.map(({ id }) => id).join(", ");

const FORMAT = createOption<Exporter | null>("--as FORMAT", EXPORTER_IDS, null, (_, text, name) => {
  const exporter = findExporter(requireText(text, name));
  if (!exporter) throw new UsageError(`${name} needs one of ${EXPORTER_IDS}, not "${text}"`);
  return exporter;
});

const EVENTS = createOption<EventRange | null>(
  "--events A-B",
  "only these events, numbered as in inspect; A- and -B also work",
  null,
  (_, text, name) => {
    const range = parseEventRange(requireText(text, name));
    if (range) return range;
    throw new UsageError(`${name} needs a range of event numbers, for example 0-41, not "${text}"`);
  },
);

const TEXTS = createOption<readonly string[]>(
  "--redact-text TEXT",
  "redact this text too; can be repeated",
  [],
  (before, text, name) => {
    const error = getTextError(requireText(text, name));
    if (error !== null) throw new UsageError(`${name} cannot redact "${text}". ${error}`);
    return [...before, text];
  },
);

const FIELDS = createOption<readonly FieldPath[]>(
  "--redact-field PATH",
  "redact this field too, for example customer.email or header:x-tenant; can be repeated",
  [],
  (before, text, name) => {
    const field = parseFieldPath(requireText(text, name));
    if (field) return [...before, field];
    throw new UsageError(`${name} needs a path, for example customer.email, not "${text}"`);
  },
);

const LINK = createOption<string | null>(
  "--link URL",
  "otlp: the Loupe that has the recording, for links back to it",
  null,
  (_, text, name) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url && /^https?:$/.test(url.protocol))
      return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
    throw new UsageError(`${name} needs an http or https address, not "${text}"`);
  },
);

export const EXPORT = defineCommand({
  name: "export",
  operands: "LOG --as FORMAT",
  summary: "writes a log, or a part of it, in another format.",
  options: {
    exporter: FORMAT,
    output: createTextOption("-o, --output FILE", "output file (default: standard output)"),
    isForced: createFlag("--force", "replace an existing file"),
    json: JSON_OPTION,
    events: EVENTS,
    tasks: createListOption("--task ID", "only this task; can be repeated"),
    exchanges: createListOption("--exchange ID", "only this exchange; can be repeated"),
    redacts: createFlag("--redact", "replace detected secrets with text of the same length"),
    texts: TEXTS,
    fields: FIELDS,
    emails: createFlag("--redact-emails", "redact e-mail addresses too"),
    hasContent: createFlag("--content", "otlp: include content, with its secrets redacted"),
    link: LINK,
  },
  createRequest(values, operands): ExportRequest {
    const log = getOnlyLog("export", operands);
    const { exporter, output, isForced, json, events, tasks, exchanges } = values;
    if (!exporter) throw new UsageError(`export needs --as with one of ${EXPORTER_IDS}`);
    const file = output === "-" ? null : output;
    if (json && file === null) throw new UsageError(JSON_NEEDS_FILE);
    const selection = {
      ...(events && { events: [events] }),
      ...(tasks.length > 0 && { tasks }),
      ...(exchanges.length > 0 && { exchanges }),
    };
    const { redacts, texts, fields, emails } = values;
    const { hasContent, link } = values;
    if (hasContent && !exporter.hasOptionalContent) {
      throw new UsageError(`--content has no effect on ${exporter.id}, which has no such choice`);
    }
    const isRedacted = redacts || emails || texts.length > 0 || fields.length > 0 || hasContent;
    return {
      log,
      exporter,
      file,
      isForced,
      json,
      selection,
      redaction: isRedacted ? { texts, fields, emails } : null,
      hasContent,
      link,
    };
  },
});

/** `4-9`, `4-`, `-9` or `4`. */
function parseEventRange(text: string): EventRange | null {
  const [, from, dash, to] = /^(\d{0,9})(-?)(\d{0,9})$/.exec(text) ?? [];
  if (from === undefined || (from === "" && to === "")) return null;
  const first = Number(from);
  const last = to !== "" ? Number(to) : dash === "" ? first : Number.MAX_SAFE_INTEGER;
  return first <= last ? { first, last } : null;
}
