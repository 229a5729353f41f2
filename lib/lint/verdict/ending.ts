/** How the connection ended before the agent was done, and who likely ended it. */

import type { Exchange } from "../../timeline/exchange.ts";
import type { EndRecord } from "../../wire/record.ts";
import type { Ender, Verdict } from "../verdict.ts";
import { missingIn, proxyNamedIn, type Timer, timerOf } from "./between.ts";
import { byEnd, byHead, judged } from "./judged.ts";

/** `when`: what was under way. `null` where the exchange ended as HTTP has it, or nobody knows. */
export function endingVerdict(exchange: Exchange, n: number, when: string): Verdict | null {
  const end = exchange.endAt(n)?.record;
  if (!end || end.cause === "complete" || end.cause === "unknown") {
    return unreadVerdict(exchange, n, when);
  }
  const evidence = [byEnd(exchange, n), byHead(exchange, n)];
  const said = end.error?.message ? ` (${end.error.message.replace(/\.$/, "")})` : "";
  if (end.cause === "timeout") {
    const what = end.limit === "connectMs" ? NOT_CONNECTED : WAITED[waiterOf(end)];
    return judged("timeout", `${what} ${when}${said}.`, waiterOf(end), evidence);
  }
  if (end.error?.code?.startsWith("HPE_")) {
    const because = `The connection ended in bytes that are not HTTP ${when}${said}.`;
    return judged("cut", because, "agent", evidence);
  }
  if (end.cause === "reset") {
    const { by, signs } = breakOf(exchange, end, n);
    return judged("cut", `The connection was lost ${when}${signs}${said}.`, by, evidence);
  }
  const by = cutterOf(end);
  const what = by === "loupe" && end.cause === "refused" ? OWN_REFUSAL : CUT_SENTENCES[end.cause];
  return judged("cut", `${what} ${when}${said}.`, by, evidence);
}

/** However it ended, Loupe had read no further before. */
function unreadVerdict(exchange: Exchange, n: number, when: string): Verdict | null {
  const { unread } = exchange;
  if (unread === null || unread.birth > n) return null;
  const said = `${unread.longest} characters came without the end of an event`;
  const because = `A limit of Loupe was reached ${when} (${said}); nothing was read from there on.`;
  return judged("cut", because, "loupe", [byEnd(exchange, n), byHead(exchange, n)]);
}

const WAITED = {
  loupe: "Loupe gave up because nothing came for too long",
  network: "Nothing came for too long",
} as const;

const NOT_CONNECTED = "Loupe gave up because the connection took too long";

function waiterOf({ error }: EndRecord): "loupe" | "network" {
  return error?.by === "loupe" ? "loupe" : "network";
}

const CUT_SENTENCES = {
  aborted: "The client hung up",
  refused: "The connection was refused",
  tls: "The TLS connection failed",
  dns: "The name was not found",
  limit: "A limit of Loupe was reached",
} as const;

const OWN_REFUSAL = "Loupe refused to call further";

function cutterOf({ cause, error }: EndRecord): Ender {
  if (cause === "aborted") return "client";
  if (cause === "limit" || error?.by === "loupe") return "loupe";
  return error?.by === "agent" ? "agent" : "network";
}

/** Who broke the connection, and by which signs. */
function breakOf(
  exchange: Exchange,
  { error }: EndRecord,
  n: number,
): { by: Ender; signs: string } {
  const headers = exchange.headAt(n)?.headers ?? [];
  const missing = missingIn(headers);
  const name = proxyNamedIn(headers);
  const timer = timerOf(exchange);
  const isClosed = error?.by === "agent";
  const signs = [
    missing && `; ${missing}`,
    timer && `; ${timerWords(timer)}, so a proxy in between likely has that limit`,
    name && `; the answer came through ${name}`,
    !timer && !name && isClosed && missing && ", so the agent, or what is in between, broke it off",
  ];
  // At the other end of the connection stands the proxy, where one names itself.
  const isProxy = timer !== null || (name !== null && isClosed);
  const by = isProxy ? "proxy" : isClosed ? "agent" : "network";
  return { by, signs: signs.filter(Boolean).join("") };
}

export function timerWords({ of, seconds }: Timer): string {
  return of === "silence"
    ? `nothing had come for ${seconds} s`
    : `the request was ${seconds} s old`;
}
