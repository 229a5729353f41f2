/**
 * Finds an agent's card by trying the URLs where it may be. Each attempt is a recorded exchange.
 *
 * Guarantees: a card that serves the whole host is taken only if it lists the address, and otherwise
 * offered. A card that names an interface ends the search; one without is used if no other is found. So
 * does a 401 or 403 at the address's own card location, except that the card of the host may still list
 * the address, which is then an endpoint behind a guard. Only the origin of the address is asked, also
 * where a response names the card's URL.
 */

import type { CardAttempt, ConnectResponse, FoundCard } from "../../api/api-types.ts";
import type { ConnectRequest } from "../../api/schemas/api-requests.ts";
import { getCardCandidates, mayServeCard } from "../../protocol/card/candidates.ts";
import { readCard, selectEndpoint } from "../../protocol/card/card.ts";
import { listsAddress } from "../../protocol/card/shared-card.ts";
import { tryParseJson } from "../../protocol/json.ts";
import { isSecretHeader } from "../../secrets/credentials.ts";
import { replaceHeaders } from "../../wire/headers.ts";
import { getCardLimits } from "../exchange/exchange-limits.ts";
import { ApiError } from "../http/api-error.ts";
import type { Library } from "../library.ts";
import { findSecretsInUrl } from "../masking/secret-masker.ts";
import {
  CardResponse,
  classifyCardResponse,
  findLinkedCardUrl,
  hasInterface,
} from "./card-response.ts";
import { isLikelyHttp2Only, probeGrpc } from "./grpc-probe.ts";

/** Responses may name one another. */
const MAX_LINKS = 3;

/** Failures of the whole origin: another path of it would fail too. */
const ORIGIN_FAILURES: ReadonlySet<string> = new Set(["dns", "refused", "tls"]);

export async function connect(library: Library, request: ConnectRequest): Promise<ConnectResponse> {
  const candidates = getCardCandidates(request.address);
  if ("error" in candidates) throw new ApiError("bad-request", candidates.error);

  const identified = (request.headers ?? []).some(([name]) => isSecretHeader(name));
  // A server may echo secrets of the address even where a candidate URL omits its query.
  const secrets = [...(request.secrets ?? []), ...findSecretsInUrl(request.address)];
  const tried: CardAttempt[] = [];
  let { recording } = request;
  let card: FoundCard | null = null;
  let offered: FoundCard | null = null;
  let denied: CardAttempt | null = null;
  let grpc: ConnectResponse["grpc"];
  const isOwn = recording === undefined;
  const shared = new Set(candidates.shared);
  let untried = [...candidates.urls];
  let linked = 0;
  for (let url = untried.shift(); url !== undefined; url = untried.shift()) {
    const response = new CardResponse(url);
    const started = await library.exchanges.start(
      {
        method: "GET",
        url,
        headers: replaceHeaders([["accept", "application/json"]], request.headers ?? []),
        name: request.address.trim(),
        ...(recording !== undefined && { recording }),
        ...(request.tls && { tls: request.tls }),
        secrets,
      },
      { getLimits: getCardLimits, observe: (record) => response.addRecord(record) },
    );
    if (recording === undefined) library.recordings.beginLookup(started.recording);
    recording = started.recording;
    const end = await started.done;
    const { exchange } = started;
    const { isCard, outcome } = classifyCardResponse(response, end, identified);
    const attempt: CardAttempt = { url, exchange, ...response.toAttempt(end), outcome };
    tried.push(attempt);
    if (isCard) {
      const found = { url, exchange, text: response.text };
      const isUsable = hasInterface(response);
      if (shared.has(url) && !isListedIn(found, request.address)) {
        if (offered === null || (isUsable && !hasInterface(offered))) offered = found;
      } else {
        if (isUsable || card === null) card = found;
        if (isUsable) break;
      }
    }
    if (isDenial(attempt) && !shared.has(url) && mayServeCard(url)) {
      denied = attempt;
      untried = untried.filter((other) => shared.has(other));
    }
    const next = linked < MAX_LINKS ? findLinkedCardUrl(response) : null;
    if (next !== null && !tried.some((attempt) => attempt.url === next)) {
      linked++;
      if (shared.has(url)) shared.add(next);
      untried = [next, ...untried.filter((other) => other !== next)];
    }
    // All candidates share one port: a server that speaks only HTTP/2 fails them all.
    if (tried.length === 1 && isLikelyHttp2Only(response, end)) {
      const probe = await probeGrpc(library, url, recording, request);
      tried.push(...probe.tried);
      if (probe.endpoint) grpc = probe.endpoint;
      if (probe.tried.length > 0) break;
    }
    if (!response.hasResponse && ORIGIN_FAILURES.has(end.cause)) break;
  }
  if (isOwn && recording !== undefined) {
    await library.recordings.endLookup(recording, grpc !== undefined || hasUsableEndpoint(card));
  }
  return {
    recording: recording ?? "",
    tried,
    card,
    ...(card === null && denied === null && offered !== null && { offered }),
    ...(card === null && denied !== null && { denied }),
    ...(grpc && { grpc }),
  };
}

const isDenial = ({ status }: CardAttempt) => status === 401 || status === 403;

function isListedIn({ url, text }: FoundCard, address: string): boolean {
  const card = readCard(tryParseJson(text));
  return card !== null && listsAddress(card, url, address);
}

/** True when the card names an endpoint that Loupe can call. */
function hasUsableEndpoint(found: FoundCard | null): boolean {
  if (found === null) return false;
  const card = readCard(tryParseJson(found.text));
  return card !== null && typeof selectEndpoint(card, found.url) !== "string";
}
