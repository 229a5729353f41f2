/**
 * Decides which entries of a HAR were sent to an agent: those that are A2A by what they contain, and
 * those sent to an address that such an entry uses or that a card in it names. A request that cannot
 * be read, or that was refused in another format, has nothing but its address.
 */

import { isCardUrl } from "../../protocol/card/candidates.ts";
import { getCardCoverage, trimUrl } from "../../protocol/card/card-coverage.ts";
import { looksLikeCard } from "../../protocol/card/detect-card.ts";
import { parseJsonObject } from "../../protocol/json.ts";
import { parseRestCall } from "../../protocol/rest-call.ts";
import { isA2A, isA2ARequest, isSendBody } from "../text-lines/is-a2a.ts";
import type { HarEntry } from "./har-entry.ts";

/** `unclear`: its address decides, which a later entry may use. */
type HarEntryKind = "agent" | "unclear" | "other";

export class AgentEndpoints {
  readonly #urls = new Set<string>();

  /** Notes the addresses in an entry that is A2A. */
  classify(entry: HarEntry): HarEntryKind {
    if (isCardUrl(entry.url)) this.#addCard(entry);
    else if (isA2AEntry(entry)) this.#urls.add(getEndpoint(entry));
    else return isCallLike(entry) ? "unclear" : "other";
    return "agent";
  }

  /** Whether an unclear entry was sent to one of the addresses noted so far. */
  isEndpointOf(entry: HarEntry): boolean {
    return this.#urls.has(getEndpoint(entry));
  }

  #addCard({ url, response }: HarEntry): void {
    const card = response && parseJsonObject(readBody(response).trim());
    if (!card || !looksLikeCard(card, true)) return;
    for (const { url: base } of getCardCoverage(card, url).interfaces) {
      this.#urls.add(base);
      // 0.3 defines the paths of HTTP+JSON below a version.
      this.#urls.add(`${base}/v1`);
    }
  }
}

function isA2AEntry({ method, url, headers, body, response }: HarEntry): boolean {
  const requestBody = parseJsonObject(body ?? "");
  if (requestBody && (isA2ARequest(requestBody) || isSendBody(requestBody))) return true;
  if (headers.some(([name]) => name.toLowerCase() === "a2a-version")) return true;
  if (!parseRestCall(method, url) || !response) return false;
  const start = readBody(response).replace(/^data: ?/, "");
  const firstValue = parseJsonObject(start.split("\n\n", 1)[0] ?? "");
  return firstValue !== null && isA2A(firstValue);
}

/** Whether it may be a call by its method and path. A page may have the address of an agent, too. */
function isCallLike({ method, url }: HarEntry): boolean {
  return method === "POST" || parseRestCall(method, url) !== null;
}

function readBody({ body, events }: NonNullable<HarEntry["response"]>): string {
  return body ? new TextDecoder().decode(body) : (events[0]?.data ?? "");
}

/** The address that a call was sent to: of HTTP+JSON, without the path that names the operation. */
function getEndpoint({ method, url }: HarEntry): string {
  const path = trimUrl(url);
  if (!parseRestCall(method, url)) return path;
  return path.replace(/\/(?:message:|tasks(?:\/|$)|extendedAgentCard$|agent\/).*$/, "");
}
