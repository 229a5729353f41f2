/** What a tap changed on the way: of the request before it came to the agent, of the response after. */

import type { BodyChange, HeaderList } from "../../wire/record.ts";
import type { Exchange } from "../exchange.ts";

/** `null`: it is not there on this side. */
export interface HopDifference {
  /** A header, `URL`, or a JSON Pointer into the body. */
  readonly name: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** From the request as it left the caller to that which came to the agent. */
export function listRequestDifferences({ open }: Exchange): HopDifference[] {
  const { url, headers, hop } = open.record;
  const received = hop?.received;
  if (!received) return [];
  const urls = received.url === url ? [] : [{ name: "URL", from: received.url, to: url }];
  return [
    ...urls,
    ...compareHeaders(received.headers, headers),
    ...toDifferences(received.changes),
  ];
}

/** From the response as it left the agent to that which came to the caller, as of event `n`. */
export function listResponseDifferences(exchange: Exchange, n: number): HopDifference[] {
  const delivered = exchange.endAt(n)?.record.hop?.delivered;
  if (!delivered) return [];
  const headers = exchange.headAt(n)?.headers ?? [];
  return [...compareHeaders(headers, delivered.headers), ...toDifferences(delivered.changes)];
}

const toDifferences = (changes: readonly BodyChange[] = []): HopDifference[] =>
  changes.map(({ path, from, to }) => ({ name: path, from, to }));

/** By name, whatever its case; what occurs more than once is compared as a whole. */
function compareHeaders(before: HeaderList, after: HeaderList): HopDifference[] {
  const [from, to] = [joinByName(before), joinByName(after)];
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((name) => {
    const [left, right] = [from.get(name) ?? null, to.get(name) ?? null];
    return left === right ? [] : [{ name, from: left, to: right }];
  });
}

function joinByName(headers: HeaderList): Map<string, string> {
  const joined = new Map<string, string>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const known = joined.get(key);
    joined.set(key, known === undefined ? value : `${known}, ${value}`);
  }
  return joined;
}
