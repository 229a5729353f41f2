/**
 * The wire record: what Loupe writes down before anything interprets it.
 *
 * One recording is a list of records in the order they happened. The recorder writes them, a saved
 * log is them, a fixture is them. `docs/log-format.md` is the prose for this file.
 *
 * Guarantees: a record never changes once written; fields are added, never renamed or reused;
 * a reader keeps records of kinds it does not know.
 */

/** Raised only when an older reader would misread a newer file. See `lib/log/upgrade-record.ts`. */
export const LOG_VERSION = 1;

/** Exact header lines in wire order, names in wire case, duplicates kept. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Milliseconds since the recording's first instant; `null` where the source had no times. */
export type Time = number | null;

/** First line of every log. */
export interface LogHeader {
  r: "loupe";
  version: number;
  /** Name of the recording, unique in its library. */
  id: string;
  /** Wall clock at time 0, ISO 8601 with milliseconds; `null` for a log that had none. */
  at: string | null;
  /** What wrote the log: `loupe/0.1.0`, or the importer's id. */
  by: string;
  /** A name somebody gave the recording. */
  name?: string;
  /** False only where the user chose to record secrets. */
  masked?: boolean;
}

/** How the bytes of an answer are cut into frames. Absent: decided from the head and the bytes. */
export type Framing = "sse" | "json" | "grpc";

/** An exchange begins: one request as it left (secrets masked). */
export interface OpenRecord {
  r: "open";
  /** Exchange id, unique in the recording. */
  x: string;
  t: Time;
  /** HTTP method; empty where the log does not say. */
  method: string;
  url: string;
  headers: HeaderList;
  body?: string;
  /** The body's bytes in base64, where they are not text. Then there is no `body`. */
  bodyB64?: string;
  framing?: Framing;
  /** It came to Loupe instead of leaving it: a notification. Its `data` is what was posted. */
  inbound?: true;
  /** Why Loupe did not believe a notification: its token or authentication was not the expected one. */
  refused?: string;
}

/** A redirect was answered and followed (or refused: then `end` follows). */
export interface RedirectRecord {
  r: "redirect";
  x: string;
  t: Time;
  status: number;
  /** The `Location` as sent. */
  location: string;
  headers: HeaderList;
}

/** Status line and headers of the answer. */
export interface HeadRecord {
  r: "head";
  x: string;
  t: Time;
  status: number;
  statusText?: string;
  httpVersion?: string;
  headers: HeaderList;
  /** The address that was really connected to. */
  remote?: { address: string; port: number };
  /** Milliseconds from `open`, where known. */
  timing?: { dns?: number; connect?: number; tls?: number; firstByte?: number };
  /** Set when the body was decoded before it was recorded, e.g. `gzip`. */
  decoded?: string;
}

/** One read of the socket, as it came. Exactly one of `text` and `b64` is present. */
export interface DataRecord {
  r: "data";
  x: string;
  t: Time;
  /** The bytes, when they are valid UTF-8 on their own. */
  text?: string;
  /** The bytes in base64, when they are not (a character cut in two, or not text at all). */
  b64?: string;
  /** How many bytes were read. Absent: count them. */
  n?: number;
}

/** `unknown` is what a log says that does not know how its stream ended. */
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

/** Bytes that the parser of HTTP refused. Exactly one of `text` and `b64` is present. */
export interface UnparsedBytes {
  /** The bytes, when they are valid UTF-8. */
  text?: string;
  b64?: string;
  /** How many came. */
  n: number;
}

/** The exchange is over. */
export interface EndRecord {
  r: "end";
  x: string;
  t: Time;
  cause: EndCause;
  /** The limit of Loupe that ended it, where that can be changed: a `LimitName`. */
  limit?: string;
  error?: {
    /** Who ended or refused it: this tool, or what lies between it and the agent. */
    by: "loupe" | "system" | "agent";
    /** The system's own code, e.g. `ECONNRESET`. */
    code?: string;
    /** The system's own text. */
    message: string;
  };
  trailers?: HeaderList;
  /** What came after the head and is not HTTP, so that it belongs to no body. */
  unparsed?: UnparsedBytes;
  /** Bytes read from the socket, when that differs from what was recorded (compression). */
  wireBytes?: number;
}

/** A remark by a person or by Loupe itself. */
export interface NoteRecord {
  r: "note";
  t: Time;
  text: string;
  /** The exchange it is about. */
  x?: string;
}

/** The recorder was stopped and went on later; times continue from here. */
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
  | ResumeRecord;

/** What a reader yields for a line it can place but not use; nothing is dropped without one. */
export interface SkippedInput {
  /** Byte offset in the source. */
  at: number;
  reason: string;
  /** The first 200 characters. */
  text: string;
  /** The exchange that shows it: an answer that was no JSON, an event cut off by the end. */
  x?: string;
  /** Nothing is wrong with it: it is about something else, and was left out. */
  beside?: true;
}

export const SKIPPED_TEXT_LIMIT = 200;
