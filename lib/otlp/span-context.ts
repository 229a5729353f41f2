/** What all spans of a run share: the run, its clock, how ids are derived, and what is included. */

import { getOrCreate } from "../collections/maps.ts";
import { Interpretation } from "../dialects/interpretation.ts";
import { groupProblemHistories, type ProblemHistory } from "../lint/problem-history.ts";
import { readCard } from "../protocol/card/card.ts";
import { isObject, tryParseJson } from "../protocol/json.ts";
import { getExchangeCard } from "../timeline/cards.ts";
import type { Entry, Timeline } from "../timeline/timeline.ts";
import { SpanIds } from "./call-place.ts";
import type { SpanSource } from "./span-source.ts";
import { WallClock } from "./wall-clock.ts";

export interface SpanOptions {
  /** Include messages, results, plans, and the arguments and results of tools. */
  readonly hasContent: boolean;
  /** The address of the Loupe that has the recording; `null` if none has. */
  readonly link: string | null;
  /** Attributes of the resource, `service.name` among them. */
  readonly resource: Readonly<Record<string, string>>;
  /** The version of Loupe. */
  readonly version: string;
}

export class SpanContext {
  readonly timeline: Timeline;
  readonly interpretation: Interpretation;
  readonly clock: WallClock;
  readonly recording: string;
  readonly name: string;
  readonly hasContent: boolean;
  readonly agents: AgentDirectory;
  readonly ids: SpanIds;
  readonly #link: string | null;
  #entriesByExchange: ReadonlyMap<number, readonly Entry[]> | null = null;
  #problemsByExchange: ReadonlyMap<number, readonly ProblemHistory[]> | null = null;

  constructor(source: SpanSource, { hasContent, link }: SpanOptions) {
    const { timeline, name } = source;
    this.timeline = timeline;
    this.interpretation = new Interpretation(timeline).update();
    this.clock = new WallClock(timeline);
    this.ids = new SpanIds(source);
    this.recording = this.ids.recording;
    this.name = name;
    this.hasContent = hasContent;
    this.agents = new AgentDirectory(timeline);
    this.#link = link;
  }

  /** The entries of an exchange, in order. */
  readonly getEntries = (exchange: number): readonly Entry[] => {
    this.#entriesByExchange ??= groupByExchange(this.timeline.entries, (it) => it.exchange);
    return this.#entriesByExchange.get(exchange) ?? [];
  };

  /** The rules that an exchange breaks. */
  readonly getProblems = (exchange: number): readonly ProblemHistory[] => {
    this.#problemsByExchange ??= groupProblemHistories(this.timeline, this.interpretation);
    return this.#problemsByExchange.get(exchange) ?? [];
  };

  /** The address at which Loupe shows the run as of an event. */
  formatLink(event: number): string | null {
    if (this.#link === null) return null;
    const query = new URLSearchParams({ run: this.recording });
    if (event >= 0) query.set("at", String(event));
    return `${this.#link}/?${query}`;
  }
}

/** Groups values by the index of their exchange, in order. */
export function groupByExchange<T>(
  values: readonly T[],
  getExchange: (value: T) => number,
): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>();
  for (const value of values) getOrCreate(groups, getExchange(value), () => []).push(value);
  return groups;
}

interface AgentIdentity {
  readonly name: string;
  readonly description: string | null;
  readonly version: string | null;
}

/** The agents of a run by the origin of their card, their interfaces and its lookup. */
class AgentDirectory {
  readonly #byOrigin = new Map<string, AgentIdentity>();

  /** A later card of the same origin replaces an earlier one. */
  constructor(timeline: Timeline) {
    for (const exchange of timeline.exchanges) {
      const fetched = getExchangeCard(timeline, exchange);
      const card = fetched && readCard(tryParseJson(fetched.text));
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
