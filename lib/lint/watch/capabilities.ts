/** Watches whether agents do what their cards deny, and confirm the extensions they are asked for. */

import { isStreamingExtension, parseExtensionHeaders } from "../../protocol/extensions.ts";
import { isObject } from "../../protocol/json.ts";
import type { Message, ProtocolEvent } from "../../protocol/model.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { Seen } from "../../timeline/watcher.ts";
import { FROM_02 } from "../rules/rule.ts";
import { hasHeaders, speaks1 } from "./asked.ts";
import { CardBook, type Promised } from "./cards.ts";
import type { VersionBook } from "./versions.ts";
import type { MakeWatch } from "./watch.ts";

export const watchCapabilities: MakeWatch = (versions) => new Capabilities(versions);

class Capabilities {
  readonly #versions: VersionBook;
  readonly #cards = new CardBook();
  /** What each exchange asked for by name; `null` where nobody knows. */
  readonly #asked = new Map<number, readonly string[] | null>();
  /** Exchanges whose answer lacks the confirmation, said once. */
  readonly #unconfirmed = new Set<number>();

  constructor(versions: VersionBook) {
    this.#versions = versions;
  }

  saw(seen: Seen): void {
    const { timeline, exchange, event, ordinal } = seen;
    if (event.kind === "card") return this.#cards.saw(seen);
    if (exchange.request === null || event.kind === "error") return;
    if (exchange.events.count === 1) {
      const card = this.#cards.of(exchange);
      if (card) this.#judgeAnswer(timeline, exchange, card, ordinal);
    }
    if (extensible(event) && mayExtend(event)) this.#judgeExtensions(seen, event);
  }

  answered(timeline: Timeline, exchange: Exchange): void {
    const card = this.#cards.of(exchange);
    const status = exchange.head?.record.status ?? 0;
    if (!card || status >= 300 || exchange.request === null) return;
    const isLacking = (uri: string) => card.offered.includes(uri) && !this.#confirms(exchange, uri);
    if (this.#askedBy(exchange)?.some(isLacking)) {
      this.#noteUnconfirmed(timeline, exchange, () =>
        timeline.breachIn("EXT-NOECHO", exchange, "head"),
      );
    }
  }

  ended(_timeline: Timeline, { index }: Exchange): void {
    this.#asked.delete(index);
    this.#unconfirmed.delete(index);
  }

  /** The first thing that is answered shows that the call was not refused. */
  #judgeAnswer(timeline: Timeline, exchange: Exchange, card: Promised, ordinal: number): void {
    const operation = exchange.request?.operation ?? "";
    const isStreaming = operation === "stream" || operation === "subscribe";
    const isPush = operation.startsWith("push-");
    const is1 = () => speaks1(this.#versions, timeline, exchange);
    if (isStreaming && card.streaming === false) {
      timeline.breach(is1() ? "CAP-STREAM" : "CAP-STREAM-0X", ordinal);
    }
    if (isPush && card.push === false) {
      timeline.breach(is1() ? "CAP-PUSH" : "CAP-PUSH-0X", ordinal);
    }
    if (card.required.length === 0 || (operation !== "send" && operation !== "stream")) return;
    const asked = this.#askedBy(exchange);
    const isServed = asked !== null && card.required.some((uri) => !asked.includes(uri));
    if (isServed && is1()) timeline.breach("EXT-REQUIRED", ordinal);
  }

  #judgeExtensions({ timeline, exchange, ordinal }: Seen, event: Extensible): void {
    const asked = this.#askedBy(exchange);
    if (asked === null) return;
    const offered = this.#cards.of(exchange)?.offered ?? [];
    let isUnasked = false;
    let isUnconfirmed = false;
    eachExtension(event, (name, isNamed) => {
      const uri = asked.find((one) => name.startsWith(one));
      if (uri !== undefined) isUnconfirmed ||= !this.#confirms(exchange, uri);
      // That it is an extension is known of those that say so, and of those in the card.
      else if (isNamed || offered.some((one) => name.startsWith(one))) {
        isUnasked ||= !isStreamingExtension(name);
      }
    });
    if (!isUnasked && !isUnconfirmed) return;
    if (!FROM_02.includes(this.#versions.of(timeline, exchange))) return;
    if (isUnasked) timeline.breach("EXT-UNREQUESTED", ordinal);
    if (isUnconfirmed) {
      this.#noteUnconfirmed(timeline, exchange, () => timeline.breach("EXT-NOECHO", ordinal));
    }
  }

  #noteUnconfirmed(timeline: Timeline, exchange: Exchange, breach: () => void): void {
    const { index } = exchange;
    if (this.#unconfirmed.has(index)) return;
    if (!FROM_02.includes(this.#versions.of(timeline, exchange))) return;
    this.#unconfirmed.add(index);
    breach();
  }

  /** Is it said to be active, or does the log not have what would say it? */
  #confirms({ head }: Exchange, uri: string): boolean {
    const headers = head?.record.headers ?? [];
    return headers.length === 0 || (parseExtensionHeaders(headers)?.includes(uri) ?? false);
  }

  /** By the header, or by what the message brings of an extension. */
  #askedBy(exchange: Exchange): readonly string[] | null {
    const { index, open, request } = exchange;
    const known = this.#asked.get(index);
    if (known !== undefined) return known;
    const asked = hasHeaders(exchange)
      ? [
          ...(parseExtensionHeaders(open.record.headers) ?? []),
          ...broughtBy(request?.message ?? null),
        ]
      : null;
    this.#asked.set(index, asked);
    return asked;
  }
}

function broughtBy(message: Message | null): string[] {
  if (!message) return [];
  const keys = isObject(message.metadata) ? Object.keys(message.metadata) : [];
  return [...message.extensions, ...keys.filter(isUri)];
}

type Extensible = Extract<ProtocolEvent, { kind: "task" | "status" | "artifact" | "message" }>;

function extensible(event: ProtocolEvent): event is Extensible {
  const { kind } = event;
  return kind === "status" || kind === "artifact" || kind === "task" || kind === "message";
}

/** Most events have neither metadata nor anything that names an extension. */
function mayExtend(event: Extensible): boolean {
  switch (event.kind) {
    case "message":
      return mayHold(event.message);
    case "artifact":
      return event.metadata !== null || mayHold(event.artifact);
    case "status":
      return (
        event.metadata !== null || (event.status.message !== null && mayHold(event.status.message))
      );
    case "task":
      return true;
  }
}

function mayHold({ metadata, extensions, parts }: Holder): boolean {
  if (metadata !== null || extensions.length > 0) return true;
  for (const part of parts) {
    if (part.kind !== "other" && part.metadata !== undefined) return true;
  }
  return false;
}

type Holder = Pick<Message, "metadata" | "extensions" | "parts">;

/** Names of extensions that an event uses: said to be ones, or keys that may be. */
function eachExtension(event: Extensible, found: (name: string, isNamed: boolean) => void): void {
  switch (event.kind) {
    case "message":
      return inHolder(event.message, found);
    case "artifact":
      inMetadata(event.metadata, found);
      return inHolder(event.artifact, found);
    case "status":
      inMetadata(event.metadata, found);
      if (event.status.message) inHolder(event.status.message, found);
      return;
    case "task":
      inMetadata(event.task.metadata, found);
      if (event.task.status.message) inHolder(event.task.status.message, found);
      for (const artifact of event.task.artifacts) inHolder(artifact, found);
  }
}

function inHolder(
  { metadata, extensions, parts }: Holder,
  found: (name: string, isNamed: boolean) => void,
): void {
  inMetadata(metadata, found);
  for (const uri of extensions) found(uri, true);
  for (const part of parts) if (part.kind !== "other") inMetadata(part.metadata, found);
}

function inMetadata(metadata: unknown, found: (name: string, isNamed: boolean) => void): void {
  if (!isObject(metadata)) return;
  for (const key of Object.keys(metadata)) if (isUri(key)) found(key, false);
}

function isUri(key: string): boolean {
  return key.startsWith("https://") || key.startsWith("http://");
}
