/** The events that are compared: those that the wire has, and those that a client handed over. */

import type { DecodedEvent } from "../protocol/classify.ts";
import { type DecodeContext, decodeValue } from "../protocol/decode.ts";
import { DecodeIssue, VersionEvidence } from "../protocol/decode-flags.ts";
import type { EventKind, ProtocolEvent } from "../protocol/model.ts";
import { getKey } from "./changes.ts";
import { type EventMeaning, getMeaning } from "./meaning.ts";
import { toWireShape } from "./sdk-shapes.ts";

/** An event of the recorded response. */
export interface WireEvent {
  /** Its number within the response, from 1. */
  readonly number: number;
  /** The number of its frame within the response, from 1. */
  readonly frame: number;
  /** Its number in the run, from 0, as `inspect` has it; `null` if the run does not have it. */
  readonly runEvent: number | null;
  readonly meaning: EventMeaning;
  readonly key: string;
  /** Its key without `final`, which 1.0 does not have. */
  readonly keyOf1: string;
  /** `the last chunk of artifact a1`. */
  readonly title: string;
  readonly kind: EventKind;
  /** Whether it is an object of A2A; otherwise a client may do with it what it wants. */
  readonly isValid: boolean;
  /** Whether it is an error of HTTP, which clients report in words of their own. */
  readonly isHttpError: boolean;
  /** What is wrong with its bytes, so that a client may stumble over them; `null` if nothing is. */
  readonly flaw: string | null;
}

/** What a client handed over, as one reading of it. */
interface Reading {
  readonly meaning: EventMeaning;
  readonly key: string;
  /** Whether it is spelled as in 1.0. */
  readonly isOf1: boolean;
  readonly title: string;
  readonly kind: EventKind;
}

/** An event that a client handed to its application. */
export interface ReceivedEvent {
  /** Its readings, the likeliest first: nothing says which binding its SDK decoded. */
  readonly readings: readonly [Reading, ...Reading[]];
}

interface EventPlace {
  readonly number: number;
  readonly frame: number;
  readonly runEvent: number | null;
}

export function createWireEvent(decoded: DecodedEvent, place: EventPlace): WireEvent {
  const { event, raw, decodeIssues } = decoded;
  const meaning = getMeaning(event, raw);
  const { final: _, ...of1 } = meaning;
  return {
    ...place,
    meaning,
    key: getKey(meaning),
    keyOf1: getKey(of1),
    title: getTitle(event),
    kind: event.kind,
    isValid: event.kind !== "other" && event.kind !== "request",
    isHttpError: event.kind === "error" && event.error.layer === "http",
    flaw: FLAWS.find(([bit]) => decodeIssues & bit)?.[1] ?? null,
  };
}

/** Flaws that decide whether an event is read at all. */
const FLAWS: readonly (readonly [bit: number, text: string])[] = [
  [DecodeIssue.Unterminated, "the line without an ending"],
  [DecodeIssue.Separator, "a record separator precedes its JSON"],
  [DecodeIssue.Stray, "it is not in a line of data"],
  [DecodeIssue.WrongId, "its id is not that of the request"],
  [DecodeIssue.DoubleEncoded, "its JSON is inside a string"],
  [DecodeIssue.DoubleEnvelope, "its envelope is inside another"],
  [DecodeIssue.NoJsonRpc, 'its envelope has no "jsonrpc"'],
  [DecodeIssue.Batch, "it is in a batch"],
];

/** The events in what a client handed over, which may be several. `context`: that of the exchange. */
export function readReceived(value: unknown, context: DecodeContext): ReceivedEvent[] {
  const shaped = toWireShape(value);
  const plain = { ...context, rest03: false, not03: true, httpStatus: null, requestId: undefined };
  const readings = [context.rest03 ? { ...plain, rest03: true, not03: false } : plain, plain].map(
    (one) => decodeValue(shaped, one, 0).map(createReading),
  );
  const [first = [], second = []] = readings;
  return first.map((reading, i) => {
    const other = second[i];
    return { readings: other && other.key !== reading.key ? [reading, other] : [reading] };
  });
}

function createReading({ event, raw, evidence }: DecodedEvent): Reading {
  const meaning = getMeaning(event, raw);
  const { Wrapper, ProtoState, EnumNumber, Kind } = VersionEvidence;
  const isOf1 = (evidence & (Wrapper | ProtoState | EnumNumber)) !== 0 && (evidence & Kind) === 0;
  return { meaning, key: getKey(meaning), isOf1, title: getTitle(event), kind: event.kind };
}

/** Names an event in a sentence. */
function getTitle(event: ProtocolEvent): string {
  switch (event.kind) {
    case "task":
      return `the task (${event.task.status.state})`;
    case "status":
      return `the status ${event.status.state}`;
    case "artifact": {
      const { artifactId, index, name } = event.artifact;
      const id = artifactId ?? name ?? (index === null ? "" : String(index));
      const what = event.lastChunk ? "the last chunk of " : event.append ? "a chunk of " : "";
      return `${what}artifact ${id}`.trimEnd();
    }
    case "message":
      return "the message";
    case "error":
      return `the error ${JSON.stringify(event.error.message.slice(0, 80))}`;
    case "tasks":
      return "the list of tasks";
    case "card":
      return "the card";
    case "configs":
      return "the push notification configurations";
    default:
      return "title" in event ? `“${event.title}”` : "the request";
  }
}
