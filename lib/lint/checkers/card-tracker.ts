/** The cards that were read so far, and what the newest of an agent promises. */

import {
  type CardCoverage,
  getCardCoverage,
  isCovered,
} from "../../protocol/card/card-coverage.ts";
import { readOfferedExtensions } from "../../protocol/extensions.ts";
import { isArray, isObject } from "../../protocol/json.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { getResponseUrl } from "../../timeline/timeline-queries.ts";

/** What a card says of an agent; `null` where it does not say. */
export interface CardPromises {
  readonly coverage: CardCoverage;
  readonly streaming: boolean | null;
  readonly push: boolean | null;
  readonly offered: readonly string[];
  readonly required: readonly string[];
}

export class CardTracker {
  readonly #cards: CardPromises[] = [];
  /** By exchange, while no other card came. */
  readonly #cache = new Map<
    number,
    { readonly cards: number; readonly card: CardPromises | null }
  >();

  addCard({ event, raw, exchange }: EventContext): void {
    if (event.kind !== "card" || raw === null) return;
    const capabilities = isObject(raw.capabilities) ? raw.capabilities : {};
    const { streaming, pushNotifications } = capabilities;
    const extensions = readOfferedExtensions(capabilities);
    // 1.0 leaves out what is false.
    const absent = isArray(raw.supportedInterfaces) ? false : null;
    this.#cards.push({
      coverage: getCardCoverage(raw, getResponseUrl(exchange)),
      streaming: typeof streaming === "boolean" ? streaming : null,
      push: typeof pushNotifications === "boolean" ? pushNotifications : absent,
      offered: extensions.map(({ uri }) => uri),
      required: extensions.filter(({ required }) => required).map(({ uri }) => uri),
    });
  }

  /** The newest card of the agent that is called. */
  findCard({ index, open }: Exchange): CardPromises | null {
    const cards = this.#cards.length;
    if (cards === 0) return null;
    const known = this.#cache.get(index);
    if (known?.cards === cards) return known.card;
    const { url } = open.record;
    const card = this.#cards.findLast(({ coverage }) => isCovered(coverage, url)) ?? null;
    this.#cache.set(index, { cards, card });
    return card;
  }
}
