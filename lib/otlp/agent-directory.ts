/** The agents of a run by the origin of their card, their interfaces and its lookup. */

import { readCard } from "../protocol/card/card.ts";
import { isObject } from "../protocol/json.ts";
import { getExchangeCard } from "../timeline/cards.ts";
import type { Timeline } from "../timeline/timeline.ts";

interface AgentIdentity {
  readonly name: string;
  readonly description: string | null;
  readonly version: string | null;
}

export class AgentDirectory {
  readonly #byOrigin = new Map<string, AgentIdentity>();

  /** A later card of the same origin replaces an earlier one. */
  constructor(timeline: Timeline) {
    for (const exchange of timeline.exchanges) {
      const fetched = getExchangeCard(timeline, exchange);
      const card = fetched && readCard(parseJson(fetched.text));
      if (!fetched || !card || !isObject(card.raw) || card.raw.name !== card.name) continue;
      const { name, description, raw } = card;
      const version = typeof raw.version === "string" ? raw.version : null;
      const identity = { name, description: description || null, version };
      for (const url of [fetched.url, ...card.interfaces.map((one) => one.url)]) {
        const origin = getOrigin(url);
        if (origin !== null) this.#byOrigin.set(origin, identity);
      }
    }
  }

  find(url: string): AgentIdentity | null {
    return this.#byOrigin.get(getOrigin(url) ?? "") ?? null;
  }
}

function getOrigin(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
