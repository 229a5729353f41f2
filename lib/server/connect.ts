/**
 * Finds an agent's card by trying where it may be, each try a recorded exchange like any other.
 */
import { getCardCandidates } from "../protocol/card/candidates.ts";
import { readCard, selectEndpoint } from "../protocol/card/card.ts";
import type { CardAttempt, ConnectRequest, ConnectResponse } from "../wire/api-types.ts";
import { ApiError } from "./api-error.ts";
import { CardResponse, classifyCardResponse } from "./card-response.ts";
import { getCardLimits } from "./exchange-limits.ts";
import { isLikelyHttp2Only, probeGrpc } from "./grpc-probe.ts";
import type { Library } from "./library.ts";
import { findSecretsInUrl, isSecretHeader } from "./secret-masker.ts";

/** A failure of the origin as a whole, which no other path of it would mend. */
const ORIGIN_FAILURES: ReadonlySet<string> = new Set(["dns", "refused", "tls"]);

export async function connect(library: Library, request: ConnectRequest): Promise<ConnectResponse> {
  const candidates = getCardCandidates(request.address);
  if ("error" in candidates) throw new ApiError("bad-request", candidates.error);

  const identified = (request.headers ?? []).some(([name]) => isSecretHeader(name));
  // A place that is asked without the query of the address may send back what stood in it.
  const secrets = [...(request.secrets ?? []), ...findSecretsInUrl(request.address)];
  const tried: CardAttempt[] = [];
  let { recording } = request;
  let card: ConnectResponse["card"] = null;
  let grpc: ConnectResponse["grpc"];
  const isOwn = recording === undefined;
  for (const url of candidates.urls) {
    const answer = new CardResponse(url);
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
      { getLimits: getCardLimits, observe: (record) => answer.addRecord(record) },
    );
    if (recording === undefined) library.beginLookup(started.recording);
    recording = started.recording;
    const end = await started.done;
    const { exchange } = started;
    const { isCard, outcome } = classifyCardResponse(answer, end, identified);
    tried.push({ url, exchange, ...answer.toAttempt(end), outcome });
    if (isCard) {
      card = { url, exchange, text: answer.text };
      break;
    }
    // All candidates are at one port: what speaks HTTP/2 alone has no answer to any of them.
    if (tried.length === 1 && isLikelyHttp2Only(answer, end)) {
      const probe = await probeGrpc(library, url, recording, request);
      tried.push(...probe.tried);
      if (probe.endpoint) grpc = probe.endpoint;
      if (probe.tried.length > 0) break;
    }
    if (!answer.hasResponse && ORIGIN_FAILURES.has(end.cause)) break;
  }
  if (isOwn && recording !== undefined) {
    await library.endLookup(recording, grpc !== undefined || hasUsableEndpoint(card));
  }
  return { recording: recording ?? "", tried, card, ...(grpc && { grpc }) };
}

/** Is there an agent that can be called by it? */
function hasUsableEndpoint(found: ConnectResponse["card"]): boolean {
  if (found === null) return false;
  const card = readCard(JSON.parse(found.text.replace(/^\ufeff/, "")));
  return card !== null && typeof selectEndpoint(card, found.url) !== "string";
}
