/**
 * Wire records: what Loupe writes before anything interprets it.
 *
 * A recording is a list of records in the order they happened. The recorder writes them; saved logs
 * and fixtures consist of them. `docs/log-format.md` documents this file.
 *
 * **Guarantees:** a record never changes once written; fields are added, never renamed or reused; a
 * reader keeps records of kinds it does not know.
 */

/** Raised only when an older reader would misread a newer file. See `lib/log/upgrade-record.ts`. */
export const LOG_VERSION = 1;

/** Exact header lines in wire order, names in wire case, duplicates kept. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Milliseconds since the recording's first instant; `null` where the source had no times. */
export type Time = number | null;

/** The first line of every log. */
export interface LogHeader {
  r: "loupe";
  version: number;
  /** Name of the recording, unique in its library. */
  id: string;
  /** Wall clock at time 0, ISO 8601 with milliseconds; `null` if unknown. */
  at: string | null;
  /** What wrote the log: `loupe/0.1.0`, or the importer's id. */
  by: string;
  /** The name the user gave the recording. */
  name?: string;
  /** False only where the user chose to record secrets. */
  masked?: boolean;
}

/** How a response body is split into frames. Absent: detected from the head and the bytes. */
export type Framing = "sse" | "json" | "grpc";

/** An exchange begins: the request as it was sent (secrets masked). */
export interface OpenRecord {
  r: "open";
  /** Exchange id, unique in the recording. */
  x: string;
  t: Time;
  /** HTTP method; empty if unknown. */
  method: string;
  url: string;
  headers: HeaderList;
  body?: string;
  /** The body's bytes in base64, where they are not text. Then there is no `body`. */
  bodyB64?: string;
  framing?: Framing;
  /** A request to Loupe: a notification. Its `data` is the posted body. */
  inbound?: true;
  /** Why Loupe rejected a notification: its token or authentication was wrong. */
  refused?: string;
  /** Set when the request passed a tap, or was sent by Loupe to an agent whose own calls pass one. */
  hop?: OpenHop;
}

/** How a caller reaches a tap: in the agent's place, at an address of the tap, or as its proxy. */
export const TAP_MODES = ["takeover", "reverse", "forward"] as const;
export type TapMode = (typeof TAP_MODES)[number];
/** `direct`: Loupe is the caller, and no tap stands between. */
export type HopMode = TapMode | "direct";

/** The way of a request through a tap, from its caller to an agent. Addresses are `host:port`. */
export interface OpenHop {
  via: HopMode;
  /** Where the tap listens; the agent's own address without a tap. */
  listen: string;
  /** The agent. Equal for all exchanges with one agent, whatever their URLs. */
  target: string;
  /** Number of the caller's connection, from 1. */
  connection: number;
  caller: HopCaller;
  /** When the first byte of the request was read. `t` is when the last one was. */
  firstByte: Time;
  /** The request as the caller sent it, where the tap forwarded it differently. */
  received?: ReceivedRequest;
}

interface ReceivedRequest {
  url: string;
  headers: HeaderList;
  /** If the tap changed it. */
  body?: string;
  changes?: readonly BodyChange[];
}

/** What a tap changed in a body, by JSON Pointer; `null` if it was removed. */
export interface BodyChange {
  path: string;
  from: string;
  to: string | null;
}

export interface HopCaller {
  address: string;
  port: number;
  /** The running program that owns the socket, where the system tells. */
  program?: CallerProgram;
}

export interface CallerProgram {
  pid: number;
  /** Its executable and script, e.g. `python planner.py`. */
  name: string;
  /** TCP ports it listens on: if one is that of an agent, the caller is that agent. */
  listens: readonly number[];
}

/** A redirect was received and followed (or refused: then `end` follows). */
export interface RedirectRecord {
  r: "redirect";
  x: string;
  t: Time;
  status: number;
  /** The `Location` as sent. */
  location: string;
  headers: HeaderList;
}

/** Status line and headers of the response. */
export interface HeadRecord {
  r: "head";
  x: string;
  t: Time;
  status: number;
  statusText?: string;
  httpVersion?: string;
  headers: HeaderList;
  /** The address of the actual connection. */
  remote?: { address: string; port: number };
  /** Milliseconds from `open`, where known. */
  timing?: { dns?: number; connect?: number; tls?: number; firstByte?: number };
  /** Set when the body was decoded before it was recorded, e.g. `gzip`. */
  decoded?: string;
}

/** One read of the socket. Exactly one of `text` and `b64` is present. */
export interface DataRecord {
  r: "data";
  x: string;
  t: Time;
  /** The bytes, when they are valid UTF-8 on their own. */
  text?: string;
  /** The bytes in base64, when they are not (a split character, or binary data). */
  b64?: string;
  /** Number of bytes read. Absent: count them. */
  n?: number;
}

/** `unknown`: the log does not contain how the stream ended. */
export const END_CAUSES = [
  "complete",
  "reset",
  "timeout",
  "aborted",
  "refused",
  "tls",
  "dns",
  "limit",
  "unknown",
] as const;
export type EndCause = (typeof END_CAUSES)[number];

/** Bytes that the HTTP parser rejected. Exactly one of `text` and `b64` is present. */
export interface UnparsedBytes {
  /** The bytes, when they are valid UTF-8. */
  text?: string;
  b64?: string;
  /** Number of bytes. */
  n: number;
}

/** The exchange is over. */
export interface EndRecord {
  r: "end";
  x: string;
  t: Time;
  cause: EndCause;
  /** The `LimitName` of the limit that ended it, if it can be changed. */
  limit?: string;
  error?: {
    /** Who ended or refused it: Loupe, the system or network, the agent, or the caller of a tap. */
    by: "loupe" | "system" | "agent" | "client";
    /** The system's own code, e.g. `ECONNRESET`. */
    code?: string;
    /** The system's own text. */
    message: string;
  };
  trailers?: HeaderList;
  /** Data after the head that is not HTTP and belongs to no body. */
  unparsed?: UnparsedBytes;
  /** Bytes read from the socket, when that differs from what was recorded (compression). */
  wireBytes?: number;
  /** Set when the exchange passed a tap. */
  hop?: EndHop;
}

/** What the tap did to the bytes of an exchange. */
export interface EndHop {
  /** For how long they were in the tap. Absent: nothing was forwarded. */
  delay?: { request?: HopDelay; response?: HopDelay };
  /** The response as the caller received it, where it differs. The other records have the agent's. */
  delivered?: DeliveredResponse;
}

/** Milliseconds from reading bytes until the system had taken them over, for one direction. */
export interface HopDelay {
  reads: number;
  mean: number;
  max: number;
}

export interface DeliveredResponse {
  headers: HeaderList;
  body: string;
  /** The body's bytes in base64, where they are not text. Then `body` is empty. */
  bodyB64?: string;
  changes: readonly BodyChange[];
  /** The agent's signatures of a changed card. */
  signatures?: readonly CheckedSignature[];
}

/** Whether a signature holds, by the keys that the tap was given. */
export interface CheckedSignature {
  alg?: string;
  kid?: string;
  result: "valid" | "invalid" | "unchecked";
  why?: string;
}

/** A note by a person or by Loupe. */
export interface NoteRecord {
  r: "note";
  t: Time;
  text: string;
  /** The exchange it is about. */
  x?: string;
}

/** A user decided which call a call between agents was made for. Only in exports: it is no part of the recording. */
interface EdgeRecord {
  r: "edge";
  t: Time;
  /** The exchange of the call. */
  x: string;
  /** The exchange of the call that it was made for; `null` if it was made for none. */
  parent: string | null;
}

/** What a step of a plan can do to a response, or to a request. */
export const PLAN_ACTIONS = [
  "hold",
  "delay",
  "drop",
  "repeat",
  "insert",
  "edit",
  "cut",
  "end",
  "fail",
  "answer",
] as const;
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/** What the tap did to an event or a request on its way. The other records have what was sent. */
export interface EditRecord {
  r: "edit";
  /** The exchange. It may have ended before: what is held is passed on later. */
  x: string;
  t: Time;
  /** Number of the event within its response, from 1; 0 for the request. */
  event: number;
  /** `continue`: it is passed on after it was held, or because its log could not answer. */
  do: PlanAction | "continue";
  /** A step of a plan, or a command of the user. */
  by: "plan" | "user";
  /** Number of the step in its plan, from 1. */
  step?: number;
  /** What the user gave for it, as JSON with the members of a step. */
  members?: string;
  /** For how long it was held or delayed, in milliseconds. */
  ms?: number;
  /** What the caller received in its place, or in addition. Neither: nothing. */
  text?: string;
  b64?: string;
  /** How often it was sent once more. */
  times?: number;
  /** Where what was inserted stands: before the event or after it. */
  where?: "before" | "after";
  /** How the connection ended, or the stream of HTTP/2. */
  how?: "reset" | "close";
  /** Status and headers of an error that the caller received in place of the whole response. */
  status?: number;
  headers?: HeaderList;
  /** How a call over gRPC ended for the caller. */
  trailers?: HeaderList;
  /** The caller had left while it was held: nothing more was passed on. */
  gone?: true;
  /** Keep-alives that Loupe sent while it was held. */
  keepAlives?: number;
  /** What it means, where the action alone does not say it. */
  note?: string;
}

/** The recorder was restarted; times continue from here. */
export interface ResumeRecord {
  r: "resume";
  t: Time;
  /** Wall clock at `t`. */
  at: string;
}

export type WireRecord =
  | LogHeader
  | OpenRecord
  | RedirectRecord
  | HeadRecord
  | DataRecord
  | EndRecord
  | NoteRecord
  | EdgeRecord
  | EditRecord
  | ResumeRecord;

/** Input that a reader could not use. Nothing is dropped without one. */
export interface SkippedInput {
  /** Byte offset in the source. */
  at: number;
  reason: string;
  /** The first 200 characters. */
  text: string;
  /**
   * The exchange it belongs to: for a response that is not JSON, or an event cut off by the end.
   */
  x?: string;
  /** Skipped because it is not about A2A, not because it is faulty. */
  beside?: true;
}

export const SKIPPED_TEXT_LIMIT = 200;
