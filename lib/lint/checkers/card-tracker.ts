/** Tracks the cards received so far, and the capabilities that the newest card of an agent declares. */

import { readCard } from "../../protocol/card/card.ts";
import {
  type CardCoverage,
  getCardCoverage,
  isCovered,
} from "../../protocol/card/card-coverage.ts";
import { readOfferedExtensions } from "../../protocol/extensions.ts";
import { isArray, isObject, type JsonObject } from "../../protocol/json.ts";
import type { Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import { getResponseUrl } from "../../timeline/exchange-queries.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";

/** The capabilities that a card declares; `null` if it does not say. */
export interface CardPromises {
  readonly coverage: CardCoverage;
  readonly streaming: boolean | null;
  readonly push: boolean | null;
  /** Whether there is an extended card. */
  readonly extended: boolean | null;
  readonly offered: readonly string[];
  readonly required: readonly string[];
  /** The versions of its interfaces. */
  readonly versions: ReadonlySet<Version>;
  /** The media types that the agent or one of its skills accepts, and sends. */
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
}

export class CardTracker {
  readonly #cards: CardPromises[] = [];
  /** By exchange, valid until another card arrives. */
  readonly #cache = new Map<
    number,
    { readonly cards: number; readonly card: CardPromises | null }
  >();

  addCard({ event, raw, exchange }: EventContext): void {
    if (event.kind !== "card" || raw === null) return;
    const capabilities = isObject(raw.capabilities) ? raw.capabilities : {};
    const { streaming, pushNotifications } = capabilities;
    const extended = capabilities.extendedAgentCard ?? raw.supportsAuthenticatedExtendedCard;
    const extensions = readOfferedExtensions(capabilities);
    // 1.0 omits false values.
    const absent = isArray(raw.supportedInterfaces) ? false : null;
    this.#cards.push({
      coverage: getCardCoverage(raw, getResponseUrl(exchange)),
      streaming: typeof streaming === "boolean" ? streaming : null,
      push: typeof pushNotifications === "boolean" ? pushNotifications : absent,
      extended: typeof extended === "boolean" ? extended : absent,
      offered: extensions.map(({ uri }) => uri),
      required: extensions.filter(({ required }) => required).map(({ uri }) => uri),
      versions: new Set(readCard(raw)?.interfaces.map(({ version }) => version)),
      inputModes: listModes(raw, "defaultInputModes", "inputModes"),
      outputModes: listModes(raw, "defaultOutputModes", "outputModes"),
    });
  }

  /** The newest card of the agent that the exchange calls. */
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

/** The modes of the agent and of its skills, which may have others. */
function listModes(card: JsonObject, ofAgent: string, ofSkill: string): string[] {
  const skills = isArray(card.skills) ? card.skills.filter(isObject) : [];
  const lists = [card[ofAgent], ...skills.map((skill) => skill[ofSkill])];
  return lists.filter(isArray).flatMap((list) => list.filter((mode) => typeof mode === "string"));
}
