/** The interfaces listed in a card of any version. */

import { type CardPath, type CardRuleContext, getObjectItems } from "./card-rule.ts";

export interface ListedInterface {
  readonly path: CardPath;
  /** The path of its URL. */
  readonly urlPath: CardPath;
  readonly url: unknown;
  readonly transport: unknown;
  readonly version: unknown;
}

export function getListedInterfaces({ card, version }: CardRuleContext): ListedInterface[] {
  if (version === "1.0") {
    return getObjectItems(card, "supportedInterfaces").map(({ item, index }) => {
      const path = ["supportedInterfaces", index];
      const { url, protocolBinding, protocolVersion } = item;
      const urlPath = [...path, "url"];
      return { path, urlPath, url, transport: protocolBinding, version: protocolVersion };
    });
  }
  const main: ListedInterface[] =
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
  const more = getObjectItems(card, "additionalInterfaces").map(
    ({ item, index }): ListedInterface => {
      const path = ["additionalInterfaces", index];
      const { url, transport } = item;
      return { path, urlPath: [...path, "url"], url, transport, version: null };
    },
  );
  return [...main, ...more];
}
