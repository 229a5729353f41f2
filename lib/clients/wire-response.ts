/** The events of one recorded response, as Loupe's own timeline has them. */

import type { DecodedEvent } from "../protocol/classify.ts";
import type { DecodeContext } from "../protocol/decode.ts";
import { VersionEvidence } from "../protocol/decode-flags.ts";
import { createErrorEvent } from "../protocol/envelope.ts";
import { createDecodeContext } from "../timeline/frame-context.ts";
import { Ingest } from "../timeline/ingest.ts";
import type { EventContext, TimelineObserver } from "../timeline/timeline-observer.ts";
import type { WireRecord } from "../wire/record.ts";
import { createWireEvent, type WireEvent } from "./client-event.ts";

export interface WireResponse {
  readonly events: readonly WireEvent[];
  /** Whether it ends without an end: cut off, or with bytes that are no event. */
  readonly isBroken: boolean;
  /** Whether it has the wrapper keys of 1.0. */
  readonly isWrapped: boolean;
  /** How the events of a client that decodes the same bytes are read. */
  readonly context: DecodeContext;
}

/**
 * Reads the records of one exchange. `runEvents`: the numbers of its events in the run, in order.
 * Throws if the records open no exchange.
 */
export function readWireResponse(
  records: Iterable<WireRecord>,
  runEvents: readonly (number | null)[] = [],
): WireResponse {
  const decoded: { event: DecodedEvent; frame: number }[] = [];
  const ingest = readEvents(records, ({ event, raw, evidence, decodeIssues, timeline }) => {
    decoded.push({ event: { event, raw, evidence, decodeIssues }, frame: timeline.frames });
  });
  const [exchange] = ingest.timeline.exchanges;
  if (!exchange) throw new Error("The records have no exchange.");
  const context = createDecodeContext(exchange);
  const status = exchange.head?.record.status ?? 200;
  if (status >= 400 && !decoded.some(({ event }) => event.event.kind === "error")) {
    // A failed response without a body: the application must learn of it all the same.
    const event = createErrorEvent({ code: status, message: `HTTP ${status}` }, "http");
    decoded.push({ event: { event, raw: null, evidence: 0, decodeIssues: 0 }, frame: 0 });
  }
  const events = decoded.map(({ event, frame }, i) =>
    createWireEvent(event, { number: i + 1, frame, runEvent: runEvents[i] ?? null }),
  );
  const cause = exchange.end?.record.cause ?? "unknown";
  const isCut = cause !== "complete" && cause !== "unknown";
  const last = events.at(-1);
  const isBroken = isCut || ingest.skipped.length > 0 || last?.isValid === false;
  const isWrapped = decoded.some(({ event }) => event.evidence & VersionEvidence.Wrapper);
  return { events, isWrapped, isBroken: isBroken || Boolean(last?.flaw), context };
}

/** The numbers of the events of each exchange in the run, without the client's own requests. */
export function listRunEvents(records: Iterable<WireRecord>): ReadonlyMap<string, number[]> {
  const found = new Map<string, number[]>();
  readEvents(records, ({ event, exchange, ordinal }) => {
    if (event.kind === "request") return;
    const known = found.get(exchange.id);
    if (known) known.push(ordinal);
    else found.set(exchange.id, [ordinal]);
  });
  return found;
}

function readEvents(records: Iterable<WireRecord>, onEvent: (seen: EventContext) => void): Ingest {
  const observer: TimelineObserver = {
    onEvent,
    appliesToEveryToken: () => false,
    onOpen() {},
    onHead() {},
    onEnd() {},
  };
  // Tokens on the fast path are not observed.
  const ingest = new Ingest({ observer, decodeEveryFrame: true });
  for (const record of records) ingest.push(record);
  ingest.finish();
  return ingest;
}
