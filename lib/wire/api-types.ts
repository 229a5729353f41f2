/**
 * What the browser and the command line ask of Loupe's own server, and what it answers.
 *
 * The server performs exchanges and records them; it never interprets an answer. All results come
 * back through the feed, as the same record lines that stand in the recording's file.
 */

import type { EndCause, Framing, HeaderList } from "./record.ts";
import type { VerdictSummary } from "./recording-metadata.ts";

/** `POST /api/exchanges`: perform one HTTP exchange and record it. */
export interface ExchangeRequest {
  /** The recording to append to; absent: a new one is begun. */
  recording?: string;
  /** A name for a new recording. */
  name?: string;
  method: string;
  url: string;
  headers: HeaderList;
  body?: string;
  /** The body's bytes in base64, where they are not text. Then there is no `body`. */
  bodyB64?: string;
  /** `grpc` is carried by HTTP/2; absent: HTTP/1.1. */
  framing?: Framing;
  /** How its origin is to be trusted, and how it is to trust Loupe. */
  tls?: TlsOptions;
  /** Give up when nothing was received for so long; absent: as the limit is set. */
  idleTimeoutMs?: number;
  /** Values inside `body` or `url` that must not be written down. */
  secrets?: readonly string[];
}

/** All in PEM. Never written down; never used for another origin than that of `url`. */
export interface TlsOptions {
  /** A client's certificate, with its chain, and its key: both or none. */
  certificate?: string;
  key?: string;
  passphrase?: string;
  /** Authorities to trust besides those the system trusts. */
  ca?: string;
  /** Take the agent's certificate whatever it is worth. */
  acceptUntrusted?: boolean;
}

export interface ExchangeStarted {
  recording: string;
  exchange: string;
}

/** `DELETE /api/exchanges/{recording}/{exchange}`: hang up. */
export interface ExchangeAborted {
  aborted: boolean;
}

/** `POST /api/connect`: find the agent card behind whatever the user pasted. */
export interface ConnectRequest {
  address: string;
  recording?: string;
  headers?: HeaderList;
  tls?: TlsOptions;
  /** Values that must not be written down. */
  secrets?: readonly string[];
}

export interface ConnectResponse {
  recording: string;
  /** The candidates in the order they were tried, with what each answered. */
  tried: readonly CardAttempt[];
  /** The answer that was a card: its text as received, and where it came from. */
  card: { url: string; exchange: string; text: string } | null;
  /** Where A2A is served over gRPC, by a port that serves nothing else. */
  grpc?: GrpcEndpoint;
}

export interface GrpcEndpoint {
  /** With `http:` for plaintext and `https:` for TLS. */
  url: string;
  version: "0.3" | "1.0";
}

/** `POST /api/oauth`: ask an authorization server. Nothing of it is recorded. */
export interface OAuthRequest {
  method: "GET" | "POST";
  url: string;
  headers: HeaderList;
  /** The body, as a form is spelled. */
  form?: string;
  tls?: TlsOptions;
}

export interface OAuthResponse {
  status: number;
  body: string;
}

export interface CardAttempt {
  url: string;
  exchange: string;
  status: number | null;
  /** Who refused or broke it off; absent where the server answered to the end. */
  by?: "loupe" | "system" | "agent";
  /** How the exchange ended. */
  cause: EndCause;
  /** The limit that ended it, where that can be changed: a `LimitName`. */
  limit?: string;
  /** The `Content-Type` of the answer, as sent. */
  contentType: string | null;
  /** Length of the answer's body. */
  bytes: number;
  /** From the request to the end of the answer. */
  ms: number;
  /** What a refusal wants to be shown: its `WWW-Authenticate`, several joined by commas. */
  challenge: string | null;
  /** In words: what this candidate answered, whose doing that is, and what would help. */
  outcome: string;
}

/** `POST /api/inboxes`: a place where agents may post notifications for one recording. */
export interface InboxRequest {
  /** The recording to append to; absent: a new one is begun. */
  recording?: string;
  /** A name for a new recording. */
  name?: string;
  /** What `X-A2A-Notification-Token` must say. Kept in memory only, and masked in the recording. */
  token?: string;
  /** What `Authorization` must say. Kept in memory only, and masked in the recording. */
  authentication?: { scheme: string; credentials: string };
}

/** An inbox lives as long as this server and its recording. */
export interface InboxResponse {
  recording: string;
  /** Nobody can guess it, so that knowing the address is a permission to post. */
  key: string;
  path: string;
  /** The whole address to give to the agent. */
  url: string;
}

/**
 * `POST /api/feed`: one stream for any number of recordings, newline-delimited. A line that begins with
 * `{"feed":` is a `FeedLine`; every other line is a record line of the recording named by the
 * last `recording` line, numbered on from its `from`.
 */
export interface FeedRequest {
  subscriptions: readonly { recording: string; from: number }[];
}

export type FeedLine =
  /** `at`: where that record's line begins in the file. */
  | { feed: "recording"; recording: string; from: number; at: number }
  /** All records there are so far, so many bytes, have been sent. Repeated whenever the writer pauses. */
  | { feed: "caught-up"; recording: string; next: number; bytes: number; live: boolean }
  | { feed: "gone"; recording: string; reason: string }
  /** Nothing happened for a while; the connection lives. */
  | { feed: "tick" };

/** `GET /api/library`. */
export interface LibraryState {
  /** What changed last comes first; failed look-ups of cards are not among them. */
  recordings: RecordingSummary[];
  /** What their logs take together. */
  usedBytes: number;
  /** Nothing new is begun where they take as much; nothing is deleted for it. */
  limitBytes: number;
}

/** `GET /api/recordings/{id}/about`; `PATCH` changes what is named, and answers likewise. */
export interface MetadataPatch {
  /** Empty takes it back. */
  name?: string;
  addTags?: readonly string[];
  removeTags?: readonly string[];
  notes?: readonly NoteChange[];
}

export interface NoteChange {
  /** Absent: a new one. */
  id?: string;
  x: string;
  event: number;
  /** Empty takes it back. */
  text: string;
}

/** `PUT /api/recordings/{id}/verdict`: what a reader of the whole log found it came to. */
export interface VerdictUpdate extends VerdictSummary {
  /** How much of the log that is the verdict of. */
  bytes: number;
}

/** In `LibraryState`. */
export interface RecordingSummary {
  id: string;
  /** What the recorder called it: the agent's address, mostly. */
  name: string;
  /** The name that somebody gave it. */
  given: string | null;
  tags: readonly string[];
  /** How many there are on its events. */
  notes: number;
  /** What it came to; `null` while it is recorded, and where nobody has read it as it stands. */
  verdict: VerdictSummary | null;
  /** The beginning of what was said first in it; `null` where nothing was. */
  said: string | null;
  /** ISO 8601; when the recording began. */
  at: string | null;
  /** ISO 8601; when the file last changed. */
  changedAt: string;
  bytes: number;
  /** An exchange is running right now. */
  live: boolean;
}

/**
 * `POST /api/replays?recording={id}&options={written}`: serve a recording in the place of its agent;
 * without a recording, the log whose record lines are the body. `GET /api/replays`: all that are
 * served. `DELETE /api/replays/{id}`: no more.
 */
export interface ReplayState {
  /** That of the recording; of a log that was given, one of its own. */
  id: string;
  path: string;
  /** How it is played, as written: `speed=4, cut-after=5`; empty as recorded. */
  options: string;
  /** How many it can answer with. */
  exchanges: number;
  hasCard: boolean;
  /** In words, what of the log answers nobody. */
  left: readonly string[];
  answered: number;
  /** The latest, in order. */
  requests: readonly ReplayedRequest[];
}

export interface ReplayedRequest {
  number: number;
  request: string;
  /** The exchange that answered, from 1; `null` where none did. */
  exchange: number | null;
  why: string;
  notes: readonly string[];
  /** What held for this request alone, as written. */
  options: string;
}

/** Every error answer of the server. */
export interface ApiErrorBody {
  error: {
    /** Stable word, e.g. `target-refused`, `bad-request`, `unknown-recording`. */
    code: string;
    /** Whose refusal it is. */
    by: "loupe";
    /** One sentence for the user: what was refused and why. */
    message: string;
    /** What would help. */
    hint?: string;
  };
}
