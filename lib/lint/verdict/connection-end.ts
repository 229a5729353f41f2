/** The verdict on a connection that ended before the agent was done, and who likely ended it. */

import type { Exchange } from "../../timeline/exchange.ts";
import type { EndRecord } from "../../wire/record.ts";
import {
  describeMissingBody,
  findProxyName,
  findProxyTimeout,
  type ProxyTimeout,
} from "./proxy-signs.ts";
import {
  createEndEvidence,
  createHeadEvidence,
  createVerdict,
  type EndingParty,
  type Verdict,
} from "./verdict-model.ts";

/** `when` says what was in progress. `null` if the exchange ended properly, or its end is unknown. */
export function findConnectionEndVerdict(
  exchange: Exchange,
  n: number,
  when: string,
): Verdict | null {
  const end = exchange.endAt(n)?.record;
  if (!end || end.cause === "complete" || end.cause === "unknown") {
    return findOversizedEventVerdict(exchange, n, when);
  }
  const evidence = [createEndEvidence(exchange, n), createHeadEvidence(exchange, n)];
  const detail = end.error?.message ? ` (${end.error.message.replace(/\.$/, "")})` : "";
  if (end.cause === "timeout") {
    const what =
      end.limit === "connectMs" ? NOT_CONNECTED : TIMEOUT_SENTENCES[getWaitingParty(end)];
    return createVerdict("timeout", `${what} ${when}${detail}.`, getWaitingParty(end), evidence);
  }
  if (end.error?.code?.startsWith("HPE_")) {
    const because = `The connection ended with bytes that are not HTTP ${when}${detail}.`;
    return createVerdict("cut", because, "agent", evidence);
  }
  if (end.cause === "reset") {
    const { by, signs } = explainReset(exchange, end, n);
    return createVerdict("cut", `The connection was lost ${when}${signs}${detail}.`, by, evidence);
  }
  const by = getEndingParty(exchange, end);
  if (by === "loupe" && end.cause === "aborted") {
    return createVerdict("cut", `The tap was stopped ${when}.`, by, evidence);
  }
  const what = end.cause === "refused" ? describeRefusal(by) : CUT_SENTENCES[end.cause];
  return createVerdict("cut", `${what} ${when}${detail}.`, by, evidence);
}

/** Whatever ended the exchange, Loupe stopped reading before that. */
function findOversizedEventVerdict(exchange: Exchange, n: number, when: string): Verdict | null {
  const { oversizedFrom } = exchange;
  if (oversizedFrom === null || oversizedFrom.firstEvent > n) return null;
  const detail = `${oversizedFrom.limit} characters arrived without the end of an event`;
  const because = `Loupe reached a limit ${when} (${detail}) and read nothing after that.`;
  return createVerdict("cut", because, "loupe", [
    createEndEvidence(exchange, n),
    createHeadEvidence(exchange, n),
  ]);
}

const TIMEOUT_SENTENCES = {
  loupe: "Loupe gave up because no data arrived for too long",
  network: "No data arrived for too long",
} as const;

const NOT_CONNECTED = "Loupe gave up because connecting took too long";

function getWaitingParty({ error }: EndRecord): "loupe" | "network" {
  return error?.by === "loupe" ? "loupe" : "network";
}

const CUT_SENTENCES = {
  aborted: "The client closed the connection",
  tls: "The TLS connection failed",
  dns: "The host name was not found",
  limit: "Loupe reached a limit",
} as const;

function describeRefusal(by: EndingParty): string {
  if (by === "loupe") return "Loupe refused to continue the request";
  return by === "agent" ? "The agent kept redirecting" : "The connection was refused";
}

function getEndingParty({ open }: Exchange, { cause, error }: EndRecord): EndingParty {
  // A tap is not the client.
  const isTapped = open.record.hop !== undefined && open.record.hop.via !== "direct";
  if (cause === "aborted") return isTapped && error?.by === "loupe" ? "loupe" : "client";
  if (cause === "limit" || error?.by === "loupe") return "loupe";
  return error?.by === "agent" ? "agent" : "network";
}

/** Who broke the connection, and the signs for it. */
function explainReset(
  exchange: Exchange,
  { error }: EndRecord,
  n: number,
): { by: EndingParty; signs: string } {
  const headers = exchange.headAt(n)?.headers ?? [];
  const missing = describeMissingBody(headers);
  const name = findProxyName(headers);
  const timer = findProxyTimeout(exchange);
  const isClosed = error?.by === "agent";
  const signs = [
    missing && `; ${missing}`,
    timer && `; ${describeProxyTimeout(timer)}, so a proxy likely has that timeout`,
    name && `; the response came through ${name}`,
    !timer && !name && isClosed && missing && ", so the agent or a proxy broke it off",
  ];
  // If a proxy names itself, it is the other end of the connection.
  const isProxy = timer !== null || (name !== null && isClosed);
  const by = isProxy ? "proxy" : isClosed ? "agent" : "network";
  return { by, signs: signs.filter(Boolean).join("") };
}

export function describeProxyTimeout({ of, seconds }: ProxyTimeout): string {
  return of === "silence"
    ? `no data had arrived for ${seconds} s`
    : `the request was ${seconds} s old`;
}
