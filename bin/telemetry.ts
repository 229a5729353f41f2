/**
 * `loupe telemetry [LOG…] --otlp URL`: sends the spans of logs, and those that could not be sent
 * before. Exit code 0: all were sent; 1: some were not; 2: a log could not be read.
 */

import { basename } from "node:path";
import { countSpans, mergeTraces } from "../lib/otlp/log-spans.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { readSettings } from "../lib/server/settings.ts";
import type { OtlpTarget } from "../lib/server/telemetry/otlp-environment.ts";
import { Outbox } from "../lib/server/telemetry/outbox.ts";
import { sendTraces } from "../lib/server/telemetry/send-traces.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { formatPlural } from "../lib/text/plural.ts";
import { defineCommand } from "./command-line.ts";
import { JSON_OPTION, printJson } from "./json-output.ts";
import { openLogSource } from "./log-source.ts";
import {
  formatBackend,
  getSendCommand,
  OTLP_OPTIONS,
  OTLP_POLICY,
  type OtlpRequest,
  readLogTraces,
  type SpanDelivery,
  sendOrKeep,
  tryGetOtlpTarget,
} from "./otlp-options.ts";
import { runCommand } from "./run-command.ts";
import { refuse, type Terminal } from "./terminal.ts";

interface TelemetryRequest extends OtlpRequest {
  readonly logs: readonly string[];
  readonly json: boolean;
}

export const TELEMETRY = defineCommand({
  name: "telemetry",
  operands: "[LOG...]",
  summary: "sends logs as OpenTelemetry spans, and the spans that could not be sent before.",
  options: { ...OTLP_OPTIONS, json: JSON_OPTION },
  createRequest: (values, logs): TelemetryRequest => ({ ...values, logs }),
});

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(TELEMETRY, argv, terminal, (request) => sendAll(request, terminal));

const BUDGET_MS = 30_000;
const MAX_BATCH = 50;

async function sendAll(request: TelemetryRequest, terminal: Terminal): Promise<number> {
  const target = tryGetOtlpTarget(request);
  if (typeof target === "string") return refuse(terminal, target);
  if (!target) {
    return refuse(terminal, "telemetry needs --otlp URL, or OTEL_EXPORTER_OTLP_ENDPOINT");
  }
  // Everything is read first: a log that can't be read leaves nothing half sent.
  const runs = [];
  for (const log of request.logs) {
    try {
      const source = await openLogSource(log, terminal.stdin);
      runs.push(await readLogTraces(source, basename(log), request));
    } catch (error) {
      return refuse(terminal, `cannot read ${log}: ${getErrorMessage(error)}`);
    }
  }
  const deliveries: SpanDelivery[] = [];
  const report = (delivery: SpanDelivery) => {
    deliveries.push(delivery);
    const line = `${toPrintable(delivery.line)}\n`;
    if (delivery.isProblem) terminal.stderr.write(line);
    else if (!request.json) terminal.stdout.write(line);
  };
  await sendKept(target, report);
  for (const traces of runs) report(await sendOrKeep(traces, target, request));
  if (request.json) printDeliveries(deliveries, target, request, terminal);
  return deliveries.some(({ isProblem }) => isProblem) ? 1 : 0;
}

function printDeliveries(
  deliveries: readonly SpanDelivery[],
  target: OtlpTarget,
  { otlp }: TelemetryRequest,
  terminal: Terminal,
): void {
  const sum = (name: "sent" | "rejected" | "waiting") =>
    deliveries.reduce((total, delivery) => total + delivery[name], 0);
  const backend = formatBackend(target);
  const counts = { sent: sum("sent"), rejected: sum("rejected"), waiting: sum("waiting") };
  const next = counts.waiting > 0 ? [getSendCommand(otlp, backend)] : [];
  printJson(terminal, { backend, ...counts }, next);
}

/** Calls of recordings are left to the server that noted them. */
async function sendKept(
  target: OtlpTarget,
  report: (delivery: SpanDelivery) => void,
): Promise<void> {
  const outbox = new Outbox(readSettings().dataFolder);
  const entries = [];
  for (const name of await outbox.list()) {
    const entry = await outbox.read(name);
    if (entry && "traces" in entry) entries.push({ name, traces: entry.traces });
  }
  for (let from = 0; from < entries.length; from += MAX_BATCH) {
    const batch = entries.slice(from, from + MAX_BATCH);
    const traces = mergeTraces(batch.map((one) => one.traces));
    const count = countSpans(traces);
    const none = { sent: 0, rejected: 0, waiting: 0, isProblem: true };
    const outcome = await sendTraces(traces, target, OTLP_POLICY, BUDGET_MS);
    if (outcome.kind === "unavailable") {
      const waiting = countSpans(mergeTraces(entries.slice(from).map((one) => one.traces)));
      const calls = formatPlural(entries.length - from, "call");
      return report({ ...none, waiting, line: `loupe: ${calls} not sent: ${outcome.reason}` });
    }
    for (const { name } of batch) await outbox.remove(name);
    const spans = formatPlural(count, "span");
    if (outcome.kind === "sent" && outcome.rejected) {
      const { spans: rejected, message } = outcome.rejected;
      const line = `loupe: rejected ${rejected} of ${spans} kept from before: ${message}`;
      report({ ...none, sent: Math.max(0, count - rejected), rejected, line });
    } else if (outcome.kind === "sent") {
      report({ ...none, sent: count, line: `Sent ${spans} kept from before.`, isProblem: false });
    } else {
      const line = `loupe: rejected ${spans} kept from before: ${outcome.reason}`;
      report({ ...none, rejected: count, line });
    }
  }
}
