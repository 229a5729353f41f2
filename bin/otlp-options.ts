/** The options of commands that send spans, and sending what they recorded. */

import { basename } from "node:path";
import { Readable } from "node:stream";
import { VERSION } from "../lib/api/version.ts";
import { formatCommandLine } from "../lib/operations/command-words.ts";
import { countSpans, LogSpanReader, mergeTraces } from "../lib/otlp/log-spans.ts";
import type { OtlpTraces } from "../lib/otlp/span.ts";
import { redactUrl } from "../lib/secrets/redact-url.ts";
import { readSettings } from "../lib/server/settings.ts";
import {
  type OtlpTarget,
  parseBaseUrl,
  readOtlpTarget,
  readResource,
} from "../lib/server/telemetry/otlp-environment.ts";
import { Outbox } from "../lib/server/telemetry/outbox.ts";
import { sendTraces } from "../lib/server/telemetry/send-traces.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { formatPlural } from "../lib/text/plural.ts";
import { createFlag, createOption, type OptionValues, UsageError } from "./command-line.ts";
import { openLogSource } from "./log-source.ts";

export const OTLP_OPTIONS = {
  /** Base address of a trace backend; `null` for that of the environment, if any. */
  otlp: createOption<string | null>(
    "--otlp URL",
    "also send OpenTelemetry spans there, e.g. http://127.0.0.1:4318 (default: OTEL_EXPORTER_OTLP_ENDPOINT, if set)",
    null,
    (_, text, name) => {
      try {
        parseBaseUrl(text, name);
        return text;
      } catch (error) {
        throw new UsageError(getErrorMessage(error));
      }
    },
  ),
  hasOtlpContent: createFlag(
    "--otlp-content",
    "include content in spans, with its secrets redacted",
  ),
};

export type OtlpRequest = OptionValues<typeof OTLP_OPTIONS>;

/** The user names the address, so any may be called but those that the guard never allows. */
export const OTLP_POLICY = { wide: false, allow: [] } as const;
const NO_INPUT = Readable.from([]);
/** How long a command waits for a backend. */
const SEND_BUDGET_MS = 5_000;

/** `null` if nothing is to be sent; an error message if a variable is unusable. */
export function tryGetOtlpTarget({ otlp }: OtlpRequest): OtlpTarget | string | null {
  try {
    return readOtlpTarget(process.env, otlp);
  } catch (error) {
    return getErrorMessage(error);
  }
}

export async function readLogTraces(
  source: AsyncIterable<Uint8Array | string>,
  name: string,
  { hasOtlpContent }: OtlpRequest,
): Promise<OtlpTraces[]> {
  const reader = new LogSpanReader({
    hasContent: hasOtlpContent,
    link: readSettings().publicUrl,
    resource: readResource(),
    version: VERSION,
  });
  for await (const chunk of source) {
    reader.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  }
  return reader.end(name);
}

/** Sends the spans of a log other than standard input. Never throws; `print` says what happened. */
export async function sendRunSpans(
  log: string,
  target: OtlpTarget | null,
  request: OtlpRequest,
  print: (line: string) => void,
): Promise<void> {
  if (!target) return;
  try {
    const source = await openLogSource(log, NO_INPUT);
    const all = await readLogTraces(source, basename(log), request);
    print((await sendOrKeep(all, target, request)).line);
  } catch (error) {
    print(`loupe: spans were not sent: ${getErrorMessage(error)}`);
  }
}

/** What became of spans, in numbers and as a line to print. */
export interface SpanDelivery {
  readonly sent: number;
  readonly rejected: number;
  /** Kept in the data folder, to be sent later. */
  readonly waiting: number;
  readonly line: string;
  readonly isProblem: boolean;
}

/** The address of a backend as commands print it. */
export const formatBackend = ({ url }: OtlpTarget): string =>
  redactUrl(url.replace(/\/v1\/traces$/, ""));

/** What could not be sent is kept in the data folder. */
export async function sendOrKeep(
  all: readonly OtlpTraces[],
  target: OtlpTarget,
  { otlp }: OtlpRequest,
): Promise<SpanDelivery> {
  const traces = mergeTraces(all);
  const count = countSpans(traces);
  const spans = formatPlural(count, "span");
  const backend = formatBackend(target);
  const none = { sent: 0, rejected: 0, waiting: 0, isProblem: true };
  if (all.length === 0) {
    return { ...none, line: `No spans to send to ${backend}.`, isProblem: false };
  }
  const outcome = await sendTraces(traces, target, OTLP_POLICY, SEND_BUDGET_MS);
  if (outcome.kind === "sent" && outcome.rejected) {
    const { spans: rejected, message } = outcome.rejected;
    const line = `loupe: ${backend} rejected ${rejected} of ${spans}: ${message}`;
    return { ...none, sent: Math.max(0, count - rejected), rejected, line };
  }
  if (outcome.kind === "sent") {
    return { ...none, sent: count, line: `Sent ${spans} to ${backend}.`, isProblem: false };
  }
  if (outcome.kind === "rejected") {
    const line = `loupe: ${backend} rejected ${spans}: ${outcome.reason}`;
    return { ...none, rejected: count, line };
  }
  const { dataFolder } = readSettings();
  const command = formatCommandLine(["loupe", ...getSendCommand(otlp, backend)]);
  const outbox = new Outbox(dataFolder);
  for (const one of all) await outbox.add({ traces: one });
  const line = `loupe: could not send ${spans} to ${backend}: ${outcome.reason}. They are kept in ${dataFolder}; to send them, run: ${command}`;
  return { ...none, waiting: count, line };
}

/** Sends what is kept. A backend of the environment need not be named. */
export const getSendCommand = (otlp: string | null, backend: string): readonly string[] => [
  "telemetry",
  ...(otlp === null ? [] : ["--otlp", backend]),
];
