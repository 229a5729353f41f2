/** Checks whether agents act against their cards, and whether they confirm requested extensions. */

import { isStreamingExtension, parseExtensionHeaders } from "../../protocol/extensions.ts";
import { isObject } from "../../protocol/json.ts";
import type { Message, Part, ProtocolError, ProtocolEvent } from "../../protocol/model.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import { VERSIONS_FROM_1, VERSIONS_FROM_02 } from "../rules/rule.ts";
import { type CardPromises, CardTracker } from "./card-tracker.ts";
import type { CheckerFactory, VersionTracker } from "./checker.ts";
import { hasRecordedHeaders, isVersion1 } from "./lookups.ts";
import { findUnlistedType } from "./media-types.ts";
import { findRefusalRule, type RefusalRule } from "./refusals.ts";

export const createCapabilityChecker: CheckerFactory = (versions) =>
  new CapabilityChecker(versions);

class CapabilityChecker {
  readonly #versions: VersionTracker;
  readonly #cards = new CardTracker();
  /** The extensions that each exchange requested; `null` if unknown. */
  readonly #requested = new Map<number, readonly string[] | null>();
  /** Exchanges whose response lacks the confirmation, so that it is reported once. */
  readonly #unconfirmed = new Set<number>();
  /** The media types of each exchange that the card does not list. */
  readonly #unlisted = new Map<number, readonly string[]>();

  constructor(versions: VersionTracker) {
    this.#versions = versions;
  }

  onEvent(seen: EventContext): void {
    const { timeline, exchange, event, ordinal } = seen;
    const card = exchange.request === null ? null : this.#cards.findCard(exchange);
    const hasFailed = event.kind === "error" || (exchange.head?.record.status ?? 0) >= 400;
    if (card && exchange.events.count === 1 && !hasFailed)
      this.#checkResponse(timeline, exchange, card, event, ordinal);
    if (event.kind === "card") return this.#cards.addCard(seen);
    if (exchange.request === null) return;
    if (event.kind === "error") {
      if (card && exchange.events.count === 1)
        this.#checkRefusal(timeline, exchange, card, event.error, (rule) =>
          timeline.reportViolation(rule, ordinal),
        );
      return;
    }
    if (card && isExtensible(event)) this.#checkOutputTypes(seen, event, card);
    if (isExtensible(event) && canNameExtensions(event)) this.#checkExtensions(seen, event);
  }

  onHead(timeline: Timeline, exchange: Exchange): void {
    const card = this.#cards.findCard(exchange);
    const status = exchange.head?.record.status ?? 0;
    if (!card || status >= 300 || exchange.request === null) return;
    const isUnconfirmed = (uri: string) =>
      card.offered.includes(uri) && !this.#isConfirmed(exchange, uri);
    if (this.#getRequestedExtensions(exchange)?.some(isUnconfirmed)) {
      this.#reportUnconfirmed(timeline, exchange, () =>
        timeline.reportPhaseViolation("EXT-NOECHO", exchange, "head"),
      );
    }
  }

  onEnd(timeline: Timeline, exchange: Exchange): void {
    const { index, errors, request, head } = exchange;
    const card = request && head && errors.count === 0 ? this.#cards.findCard(exchange) : null;
    if (card)
      this.#checkRefusal(timeline, exchange, card, null, (rule) =>
        timeline.reportPhaseViolation(rule, exchange, "head"),
      );
    this.#requested.delete(index);
    this.#unconfirmed.delete(index);
    this.#unlisted.delete(index);
  }

  /** `error` is `null` for a response that says no more than its status. */
  #checkRefusal(
    timeline: Timeline,
    exchange: Exchange,
    card: CardPromises,
    error: ProtocolError | null,
    report: (rule: RefusalRule) => void,
  ): void {
    const version = this.#versions.getVersion(timeline, exchange);
    const requested = this.#getRequestedExtensions(exchange);
    const rule = findRefusalRule(exchange, error, card, version, requested);
    const hasRule = rule !== null && (rule !== "EXT-REFUSED" || VERSIONS_FROM_1.includes(version));
    if (hasRule) report(rule);
  }

  /** Reports each type that the card does not list once in an exchange. */
  #checkOutputTypes(
    { timeline, exchange, ordinal }: EventContext,
    event: Extensible,
    { outputModes }: CardPromises,
  ): void {
    const types = getStatedTypes(event);
    if (types.length === 0) return;
    const known = this.#unlisted.get(exchange.index) ?? [];
    const type = findUnlistedType(
      types.filter((one) => !known.includes(one)),
      outputModes,
    );
    if (type === null) return;
    this.#unlisted.set(exchange.index, [...known, type]);
    timeline.reportViolation("CAP-OUTPUT-MODE", ordinal);
  }

  /** Called for the first event, which shows that the request was not refused. */
  #checkResponse(
    timeline: Timeline,
    exchange: Exchange,
    card: CardPromises,
    { kind }: ProtocolEvent,
    ordinal: number,
  ): void {
    const operation = exchange.request?.operation ?? "";
    const isStreaming = operation === "stream" || operation === "subscribe";
    const isPush = operation.startsWith("push-");
    const is1 = () => isVersion1(this.#versions, timeline, exchange);
    if (isStreaming && card.streaming === false) {
      timeline.reportViolation(is1() ? "CAP-STREAM" : "CAP-STREAM-0X", ordinal);
    }
    if (isPush && card.push === false) {
      timeline.reportViolation(is1() ? "CAP-PUSH" : "CAP-PUSH-0X", ordinal);
    }
    if (kind === "card" && operation === "extended-card" && card.extended === false) {
      const version = this.#versions.getVersion(timeline, exchange);
      if (is1()) timeline.reportViolation("CAP-EXTENDED", ordinal);
      else if (version === "0.3") timeline.reportViolation("CAP-EXTENDED-0X", ordinal);
    }
    if (card.required.length === 0 || (operation !== "send" && operation !== "stream")) return;
    const requested = this.#getRequestedExtensions(exchange);
    const isServed = requested !== null && card.required.some((uri) => !requested.includes(uri));
    if (isServed && is1()) timeline.reportViolation("EXT-REQUIRED", ordinal);
  }

  #checkExtensions({ timeline, exchange, ordinal }: EventContext, event: Extensible): void {
    const requested = this.#getRequestedExtensions(exchange);
    if (requested === null) return;
    const offered = this.#cards.findCard(exchange)?.offered ?? [];
    let isUnrequested = false;
    let isUnconfirmed = false;
    forEachExtension(event, (name, isNamed) => {
      const uri = requested.find((one) => name.startsWith(one));
      if (uri !== undefined) isUnconfirmed ||= !this.#isConfirmed(exchange, uri);
      // A name is known to be an extension if the event says so or the card lists it.
      else if (isNamed || offered.some((one) => name.startsWith(one))) {
        isUnrequested ||= !isStreamingExtension(name);
      }
    });
    if (!isUnrequested && !isUnconfirmed) return;
    if (!VERSIONS_FROM_02.includes(this.#versions.getVersion(timeline, exchange))) return;
    if (isUnrequested) timeline.reportViolation("EXT-UNREQUESTED", ordinal);
    if (isUnconfirmed) {
      this.#reportUnconfirmed(timeline, exchange, () =>
        timeline.reportViolation("EXT-NOECHO", ordinal),
      );
    }
  }

  #reportUnconfirmed(timeline: Timeline, exchange: Exchange, report: () => void): void {
    const { index } = exchange;
    if (this.#unconfirmed.has(index)) return;
    if (!VERSIONS_FROM_02.includes(this.#versions.getVersion(timeline, exchange))) return;
    this.#unconfirmed.add(index);
    report();
  }

  /** Whether it is confirmed, or the log has no headers that could confirm it. */
  #isConfirmed({ head }: Exchange, uri: string): boolean {
    const headers = head?.record.headers ?? [];
    return headers.length === 0 || (parseExtensionHeaders(headers)?.includes(uri) ?? false);
  }

  /** The extensions in the request header and those that the message uses. */
  #getRequestedExtensions(exchange: Exchange): readonly string[] | null {
    const { index, open, request } = exchange;
    const known = this.#requested.get(index);
    if (known !== undefined) return known;
    const requested = hasRecordedHeaders(exchange)
      ? [
          ...(parseExtensionHeaders(open.record.headers) ?? []),
          ...getMessageExtensions(request?.message ?? null),
        ]
      : null;
    this.#requested.set(index, requested);
    return requested;
  }
}

/** The media types that the parts of an event state themselves. */
function getStatedTypes(event: Extensible): string[] {
  return listAgentParts(event).flatMap((part) =>
    part.kind !== "other" && part.mediaType !== undefined ? [part.mediaType] : [],
  );
}

function listAgentParts(event: Extensible): readonly Part[] {
  switch (event.kind) {
    case "message":
      return event.message.role === "agent" ? event.message.parts : [];
    case "artifact":
      return event.artifact.parts;
    case "status":
      return event.status.message?.parts ?? [];
    case "task":
      return event.task.artifacts.flatMap(({ parts }) => parts);
  }
}

function getMessageExtensions(message: Message | null): string[] {
  if (!message) return [];
  const keys = isObject(message.metadata) ? Object.keys(message.metadata) : [];
  return [...message.extensions, ...keys.filter(isUri)];
}

type Extensible = Extract<ProtocolEvent, { kind: "task" | "status" | "artifact" | "message" }>;

function isExtensible(event: ProtocolEvent): event is Extensible {
  const { kind } = event;
  return kind === "status" || kind === "artifact" || kind === "task" || kind === "message";
}

/** A quick check: most events have neither metadata nor extensions. */
function canNameExtensions(event: Extensible): boolean {
  switch (event.kind) {
    case "message":
      return canHoldExtensions(event.message);
    case "artifact":
      return event.metadata !== null || canHoldExtensions(event.artifact);
    case "status":
      return (
        event.metadata !== null ||
        (event.status.message !== null && canHoldExtensions(event.status.message))
      );
    case "task":
      return true;
  }
}

function canHoldExtensions({ metadata, extensions, parts }: ExtensionHolder): boolean {
  if (metadata !== null || extensions.length > 0) return true;
  for (const part of parts) {
    if (part.kind !== "other" && part.metadata !== undefined) return true;
  }
  return false;
}

type ExtensionHolder = Pick<Message, "metadata" | "extensions" | "parts">;

/** Visits the extensions that an event uses: those it names, and keys that may be extensions. */
function forEachExtension(
  event: Extensible,
  found: (name: string, isNamed: boolean) => void,
): void {
  switch (event.kind) {
    case "message":
      return forEachInHolder(event.message, found);
    case "artifact":
      forEachInMetadata(event.metadata, found);
      return forEachInHolder(event.artifact, found);
    case "status":
      forEachInMetadata(event.metadata, found);
      if (event.status.message) forEachInHolder(event.status.message, found);
      return;
    case "task":
      forEachInMetadata(event.task.metadata, found);
      if (event.task.status.message) forEachInHolder(event.task.status.message, found);
      for (const artifact of event.task.artifacts) forEachInHolder(artifact, found);
  }
}

function forEachInHolder(
  { metadata, extensions, parts }: ExtensionHolder,
  found: (name: string, isNamed: boolean) => void,
): void {
  forEachInMetadata(metadata, found);
  for (const uri of extensions) found(uri, true);
  for (const part of parts) if (part.kind !== "other") forEachInMetadata(part.metadata, found);
}

function forEachInMetadata(
  metadata: unknown,
  found: (name: string, isNamed: boolean) => void,
): void {
  if (!isObject(metadata)) return;
  for (const key of Object.keys(metadata)) if (isUri(key)) found(key, false);
}

function isUri(key: string): boolean {
  return key.startsWith("https://") || key.startsWith("http://");
}
