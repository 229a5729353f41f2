/**
 * `loupe telemetry [LOG…] --otlp URL`: sends the spans of logs, and those that could not be sent
 * before. Exit code 0: all were sent; 1: some were not; 2: a log could not be read.
 */

import { basename } from "node:path";
import { countSpans, mergeTraces } from "../lib/otlp/log-spans.ts";
import { readSettings } from "../lib/server/settings.ts";
import type { OtlpTarget } from "../lib/server/telemetry/otlp-environment.ts";
import { Outbox } from "../lib/server/telemetry/outbox.ts";
import { sendTraces } from "../lib/server/telemetry/send-traces.ts";
import { formatPlural } from "../lib/text/plural.ts";
import { defineCommand } from "./command-line.ts";
import { openLogSource } from "./log-source.ts";
import {
  OTLP_OPTIONS,
  OTLP_POLICY,
  type OtlpRequest,
  readLogTraces,
  sendOrKeep,
  tryGetOtlpTarget,
} from "./otlp-options.ts";
import { runCommand } from "./run-command.ts";
import { getErrorMessage, refuse, type Terminal } from "./terminal.ts";

interface TelemetryRequest extends OtlpRequest {
  readonly logs: readonly string[];
}

export const TELEMETRY = defineCommand({
  name: "telemetry",
  operands: "[LOG...]",
  summary: "sends logs as OpenTelemetry spans, and the spans that could not be sent before.",
  options: OTLP_OPTIONS,
  createRequest: (values, logs): TelemetryRequest => ({ ...values, logs }),
});

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(TELEMETRY, argv, terminal, (request) => sendAll(request, terminal));

const BUDGET_MS = 30_000;
const MAX_BATCH = 50;

async function sendAll(request: TelemetryRequest, terminal: Terminal): Promise<number> {
  const print = (line: string) => terminal.stderr.write(`${line}\n`);
  const target = tryGetOtlpTarget(request);
  if (typeof target === "string") return refuse(terminal, target);
  if (!target) {
    return refuse(terminal, "telemetry needs --otlp URL, or OTEL_EXPORTER_OTLP_ENDPOINT");
  }
  let isAllSent = await sendKept(target, print);
  for (const log of request.logs) {
    try {
      const traces = await readLogTraces(
        await openLogSource(log, terminal.stdin),
        basename(log),
        request,
      );
      isAllSent = (await sendOrKeep(traces, target, request, print)) && isAllSent;
    } catch (error) {
      return refuse(terminal, `cannot read ${log}: ${getErrorMessage(error)}`);
    }
  }
  return isAllSent ? 0 : 1;
}

/** Calls of recordings are left to the server that noted them. */
async function sendKept(target: OtlpTarget, print: (line: string) => void): Promise<boolean> {
  const outbox = new Outbox(readSettings().dataFolder);
  const entries = [];
  for (const name of await outbox.list()) {
    const entry = await outbox.read(name);
    if (entry && "traces" in entry) entries.push({ name, traces: entry.traces });
  }
  for (let from = 0; from < entries.length; from += MAX_BATCH) {
    const batch = entries.slice(from, from + MAX_BATCH);
    const traces = mergeTraces(batch.map((one) => one.traces));
    const outcome = await sendTraces(traces, target, OTLP_POLICY, BUDGET_MS);
    if (outcome.kind === "unavailable") {
      print(`loupe: ${formatPlural(entries.length - from, "call")} not sent: ${outcome.reason}`);
      return false;
    }
    for (const { name } of batch) await outbox.remove(name);
    const spans = formatPlural(countSpans(traces), "span");
    const result = outcome.kind === "sent" ? `Sent ${spans} kept` : `loupe: rejected ${spans}`;
    print(`${result} from before${outcome.kind === "sent" ? "" : `: ${outcome.reason}`}.`);
  }
  return true;
}
