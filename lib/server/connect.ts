/**
 * Finds an agent's card by trying where it may be, each try a recorded exchange like any other.
 */
import { getCardCandidates } from "../protocol/card/candidates.ts";
import { readCard, selectEndpoint } from "../protocol/card/card.ts";
import type { CardAttempt, ConnectRequest, ConnectResponse } from "../wire/api-types.ts";
import { cardBounds } from "./bounds.ts";
import { CardAnswer, judge } from "./card-answer.ts";
import { mayBeHttp2Only, probeGrpc } from "./grpc-probe.ts";
import type { Library } from "./library.ts";
import { Problem } from "./problem.ts";
import { findSecretsInUrl, isSecretHeader } from "./secrets.ts";

/** A failure of the origin as a whole, which no other path of it would mend. */
const OF_THE_ORIGIN: ReadonlySet<string> = new Set(["dns", "refused", "tls"]);

export async function connect(library: Library, request: ConnectRequest): Promise<ConnectResponse> {
  const candidates = getCardCandidates(request.address);
  if ("error" in candidates) throw new Problem("bad-request", candidates.error);

  const identified = (request.headers ?? []).some(([name]) => isSecretHeader(name));
  // A place that is asked without the query of the address may send back what stood in it.
  const secrets = [...(request.secrets ?? []), ...findSecretsInUrl(request.address)];
  const tried: CardAttempt[] = [];
  let { recording } = request;
  let card: ConnectResponse["card"] = null;
  let grpc: ConnectResponse["grpc"];
  const isOwn = recording === undefined;
  for (const url of candidates.urls) {
    const answer = new CardAnswer(url);
    const started = await library.start(
      {
        method: "GET",
        url,
        headers: [["accept", "application/json"], ...(request.headers ?? [])],
        name: request.address.trim(),
        ...(recording !== undefined && { recording }),
        ...(request.tls && { tls: request.tls }),
        secrets,
      },
      { bounds: cardBounds, observe: (record) => answer.add(record) },
    );
    if (recording === undefined) library.beginLookUp(started.recording);
    recording = started.recording;
    const end = await started.done;
    const { exchange } = started;
    const { isCard, outcome } = judge(answer, end, identified);
    tried.push({ url, exchange, ...answer.facts(end), outcome });
    if (isCard) {
      card = { url, exchange, text: answer.text };
      break;
    }
    // All candidates are at one port: what speaks HTTP/2 alone has no answer to any of them.
    if (tried.length === 1 && mayBeHttp2Only(answer, end)) {
      const probe = await probeGrpc(library, url, recording, request);
      tried.push(...probe.tried);
      if (probe.endpoint) grpc = probe.endpoint;
      if (probe.tried.length > 0) break;
    }
    if (!answer.begun && OF_THE_ORIGIN.has(end.cause)) break;
  }
  if (isOwn && recording !== undefined) {
    await library.endLookUp(recording, grpc !== undefined || isUsable(card));
  }
  return { recording: recording ?? "", tried, card, ...(grpc && { grpc }) };
}

/** Is there an agent that can be called by it? */
function isUsable(found: ConnectResponse["card"]): boolean {
  if (found === null) return false;
  const card = readCard(JSON.parse(found.text.replace(/^\ufeff/, "")));
  return card !== null && typeof selectEndpoint(card, found.url) !== "string";
}
