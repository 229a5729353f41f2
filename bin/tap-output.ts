/** What `loupe tap` prints: where it listens, and each call when it has ended. */

import type { ColorText, TextColor } from "../lib/check/check-text.ts";
import { formatStoredVerdict } from "../lib/lint/verdict/verdict-words.ts";
import { toPrintable, toPrintableLine } from "../lib/report/printable.ts";
import { describeBoundCredential } from "../lib/server/tap/bound-credentials.ts";
import type { TapCall } from "../lib/server/tap/call-monitor.ts";
import { describeSignature } from "../lib/server/tap/card-signatures.ts";
import {
  formatAddress,
  formatTarget,
  type HostAndPort,
  type TapProxy,
  type TapRoute,
} from "../lib/server/tap/tap-route.ts";
import { formatDuration } from "../lib/text/duration.ts";
import { formatPlural } from "../lib/text/plural.ts";

const NAME_LENGTH = 40;
const METHOD_LENGTH = 60;

const MODE_LABELS = { takeover: "take-over", reverse: "reverse" } as const;

export const formatListening = ({ via, listen, target }: TapRoute): string =>
  `Listening at ${formatAddress(listen)} for the agent at ${formatTarget(target)} (${MODE_LABELS[via]})`;

export const formatProxyListening = ({ listen, targets }: TapProxy): string =>
  `Listening at ${formatAddress(listen)} as a proxy for ${targets === "loopback" ? "all agents on this machine" : targets.map(formatTarget).join(", ")}`;

/** An address for programs on this machine. */
export const formatReachable = ({ host, port }: HostAndPort): string =>
  formatAddress({ host: /^(?:0\.0\.0\.0|::)$/.test(host) ? "127.0.0.1" : host, port });

/** `planner → weather  message/stream  completed  2.31 s  97 events  2 errors`, and what it needs. */
export function* formatCall(call: TapCall, paint: ColorText): Generator<string> {
  const { hop, method, durationMs, events } = call;
  const columns = [
    `${formatCaller(call)} → ${call.to === null ? hop.target : toPrintableLine(call.to, NAME_LENGTH)}`,
    toPrintableLine(formatOperation(call, method), METHOD_LENGTH),
    paint(formatOutcome(call), getOutcomeColor(call)),
    durationMs === null ? "" : formatDuration(durationMs),
    formatPlural(events, "event"),
    formatFindings(call, paint),
    paint(call.exchange, "dim"),
  ];
  yield columns.filter((column) => column !== "").join("  ");
  for (const credential of call.broken) {
    yield `  ${paint("warning", "warning")} ${describeBoundCredential(credential)}`;
  }
  for (const signature of call.signatures) {
    if (signature.result !== "invalid") continue;
    yield `  ${paint("warning", "warning")} ${toPrintable(describeSignature(signature))}`;
  }
  for (const url of call.bypasses) {
    yield `  ${paint("warning", "warning")} the card leads past the tap: ${toPrintableLine(url, METHOD_LENGTH)}`;
  }
}

function formatCaller({ from, hop: { caller } }: TapCall): string {
  if (from !== null) return toPrintableLine(from, NAME_LENGTH);
  const { program, address, port } = caller;
  return program
    ? toPrintableLine(`${program.name} (${program.pid})`, NAME_LENGTH)
    : formatAddress({ host: address, port });
}

/** A request that is none of A2A is named by its path. */
function formatOperation({ operation, httpMethod, url }: TapCall, method: string): string {
  if (operation !== null) return method;
  return `${httpMethod} ${URL.canParse(url) ? new URL(url).pathname : url}`;
}

/** The error, or the state of the task if it has one and nothing went wrong, else the status or the end. */
function formatOutcome({ task, status, end, verdict, error }: TapCall): string {
  if (end !== "complete") return `${formatStoredVerdict(verdict)} (${end})`;
  if (error !== null) return toPrintableLine(error, METHOD_LENGTH);
  if (verdict.caveats) return formatStoredVerdict(verdict);
  if (task?.state) return toPrintableLine(task.state, NAME_LENGTH);
  return status === null ? end : String(status);
}

function getOutcomeColor({ end, status, verdict, operation }: TapCall): TextColor {
  if (end !== "complete" || (status ?? 0) >= 400) return "error";
  if (verdict.caveats) return "warning";
  return operation === null || verdict.clean ? "good" : "error";
}

function formatFindings({ findings, isWhole }: TapCall, paint: ColorText): string {
  const { error, warning, info } = findings;
  const texts = [
    error > 0 && paint(formatPlural(error, "error"), "error"),
    warning > 0 && paint(formatPlural(warning, "warning"), "warning"),
    info > 0 && paint(formatPlural(info, "note"), "info"),
    !isWhole && paint("analyzed in part", "dim"),
  ];
  return texts.filter(Boolean).join(", ");
}

/** A call as one line of JSON. */
export function describeCall(call: TapCall): object {
  const { hop, from, to, ...rest } = call;
  const { via, listen, target, connection, caller } = hop;
  return {
    call: {
      ...rest,
      via,
      listen,
      connection,
      from: { name: from, ...caller },
      to: { name: to, target },
    },
  };
}
