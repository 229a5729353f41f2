/** The places at which a card says its agent can be called, of either generation. */

import { type CardPath, itemsOf, type Subject } from "./rule.ts";

export interface Place {
  readonly path: CardPath;
  /** Where its URL stands. */
  readonly urlPath: CardPath;
  readonly url: unknown;
  readonly transport: unknown;
  readonly version: unknown;
}

export function placesOf({ card, version }: Subject): Place[] {
  if (version === "1.0") {
    return itemsOf(card, "supportedInterfaces").map(({ item, index }) => {
      const path = ["supportedInterfaces", index];
      const { url, protocolBinding, protocolVersion } = item;
      const urlPath = [...path, "url"];
      return { path, urlPath, url, transport: protocolBinding, version: protocolVersion };
    });
  }
  const main: Place[] =
    card.url === undefined
      ? []
      : [
          {
            path: ["url"],
            urlPath: ["url"],
            url: card.url,
            transport: card.preferredTransport ?? "JSONRPC",
            version: null,
          },
        ];
  const more = itemsOf(card, "additionalInterfaces").map(({ item, index }): Place => {
    const path = ["additionalInterfaces", index];
    const { url, transport } = item;
    return { path, urlPath: [...path, "url"], url, transport, version: null };
  });
  return [...main, ...more];
}
