/** The cards that were read so far, and what the newest of an agent promises. */

import {
  type CardCoverage,
  getCardCoverage,
  isCovered,
} from "../../protocol/card/card-coverage.ts";
import { readOfferedExtensions } from "../../protocol/extensions.ts";
import { isArray, isObject } from "../../protocol/json.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { whence } from "../../timeline/read.ts";
import type { Seen } from "../../timeline/watcher.ts";

/** What a card says of an agent; `null` where it does not say. */
export interface Promised {
  readonly served: CardCoverage;
  readonly streaming: boolean | null;
  readonly push: boolean | null;
  readonly offered: readonly string[];
  readonly required: readonly string[];
}

export class CardBook {
  readonly #cards: Promised[] = [];
  /** By exchange, while no other card came. */
  readonly #known = new Map<number, { readonly cards: number; readonly card: Promised | null }>();

  saw({ event, raw, exchange }: Seen): void {
    if (event.kind !== "card" || raw === null) return;
    const capabilities = isObject(raw.capabilities) ? raw.capabilities : {};
    const { streaming, pushNotifications } = capabilities;
    const extensions = readOfferedExtensions(capabilities);
    // 1.0 leaves out what is false.
    const absent = isArray(raw.supportedInterfaces) ? false : null;
    this.#cards.push({
      served: getCardCoverage(raw, whence(exchange)),
      streaming: typeof streaming === "boolean" ? streaming : null,
      push: typeof pushNotifications === "boolean" ? pushNotifications : absent,
      offered: extensions.map(({ uri }) => uri),
      required: extensions.filter(({ required }) => required).map(({ uri }) => uri),
    });
  }

  /** The newest card of the agent that is called. */
  of({ index, open }: Exchange): Promised | null {
    const cards = this.#cards.length;
    if (cards === 0) return null;
    const known = this.#known.get(index);
    if (known?.cards === cards) return known.card;
    const { url } = open.record;
    const card = this.#cards.findLast(({ served }) => isCovered(served, url)) ?? null;
    this.#known.set(index, { cards, card });
    return card;
  }
}
