/**
 * Finds an agent's card by trying where it may be, each try a recorded exchange like any other.
 */
import { cardCandidates } from "../protocol/card/candidates.ts";
import type { CardAttempt, ConnectAnswer, ConnectRequest } from "../wire/service.ts";
import { cardBounds } from "./bounds.ts";
import { CardAnswer, judge } from "./card-answer.ts";
import type { Library } from "./library.ts";
import { Problem } from "./problem.ts";
import { findSecretsInUrl, isSecretHeader } from "./secrets.ts";

/** A failure of the origin as a whole, which no other path of it would mend. */
const OF_THE_ORIGIN: ReadonlySet<string> = new Set(["dns", "refused", "tls"]);

export async function connect(library: Library, request: ConnectRequest): Promise<ConnectAnswer> {
  const candidates = cardCandidates(request.address);
  if ("error" in candidates) throw new Problem("bad-request", candidates.error);

  const identified = (request.headers ?? []).some(([name]) => isSecretHeader(name));
  // A place that is asked without the query of the address may send back what stood in it.
  const secrets = [...(request.secrets ?? []), ...findSecretsInUrl(request.address)];
  const tried: CardAttempt[] = [];
  let { recording } = request;
  let card: ConnectAnswer["card"] = null;
  for (const url of candidates.urls) {
    const answer = new CardAnswer();
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
    recording = started.recording;
    const end = await started.done;
    const { exchange } = started;
    const { isCard, outcome } = judge(answer, end, identified);
    tried.push({ url, exchange, ...answer.facts(end), outcome });
    if (isCard) {
      card = { url, exchange, text: answer.text };
      break;
    }
    if (!answer.begun && OF_THE_ORIGIN.has(end.cause)) break;
  }
  return { recording: recording ?? "", tried, card };
}
