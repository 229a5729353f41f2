/**
 * HTTP API of Loupe's own server, used by the browser and the command line.
 *
 * The requests are in `schemas/api-requests.ts`. The server performs exchanges and records them without interpreting a response. All results come
 * back through the feed, as the same record lines that are in the recording's file.
 */

import type { EndCause } from "../wire/record.ts";
import type { IndexedFacts, SearchHit } from "./library-search.ts";
import type { VerdictSummary } from "./recording-metadata.ts";
import type { StoreState } from "./shared-store.ts";

/** `POST /api/exchanges`. */
export interface ExchangeStarted {
  recording: string;
  exchange: string;
}

/** `DELETE /api/exchanges/{recording}/{exchange}`: close the connection. */
export interface ExchangeAborted {
  aborted: boolean;
}

/** `DELETE /api/exchanges/{recording}`: how many were in progress. */
export interface ExchangesAborted {
  aborted: number;
}

/** `POST /api/connect`. */
export interface ConnectResponse {
  recording: string;
  /** The candidates in the order they were tried, each with its response. */
  tried: readonly CardAttempt[];
  /** The response that was a card: its text as received, and its URL. */
  card: FoundCard | null;
  /** If there is none: a card elsewhere on the host, which does not list the address. */
  offered?: FoundCard;
  /** The response with 401 or 403 at the address's own card location, which ended the search. */
  denied?: CardAttempt;
  /** The gRPC endpoint, if the port serves only gRPC. */
  grpc?: GrpcEndpoint;
}

export interface FoundCard {
  url: string;
  exchange: string;
  text: string;
}

export interface GrpcEndpoint {
  /** With `http:` for plaintext and `https:` for TLS. */
  url: string;
  version: "0.3" | "1.0";
}

/** `POST /api/oauth`. */
export interface OAuthResponse {
  status: number;
  body: string;
}

export interface CardAttempt {
  url: string;
  exchange: string;
  status: number | null;
  /** Who refused or aborted it; absent if the server's response was complete. */
  by?: "loupe" | "system" | "agent" | "client";
  /** How the exchange ended. */
  cause: EndCause;
  /** The `LimitName` of the limit that ended it, if it can be changed. */
  limit?: string;
  /** The `Content-Type` of the response, as sent. */
  contentType: string | null;
  /** Length of the response body. */
  bytes: number;
  /** From the request to the end of the response. */
  ms: number;
  /** The `WWW-Authenticate` header of a rejection; several are joined by commas. */
  challenge: string | null;
  /** Text for the user: the response of this candidate, who caused it, and what would help. */
  outcome: string;
}

/** `POST /api/inboxes`. An inbox exists as long as this server and its recording. */
export interface InboxResponse {
  recording: string;
  /** Unguessable, so that knowing the URL is the permission to post. */
  key: string;
  path: string;
  /** The full URL to give to the agent. */
  url: string;
}

/** The maximum number of recordings in one feed. */
export const MAX_FEED_RECORDINGS = 64;

export type FeedLine =
  /** `at`: byte offset of that record's line in the file. */
  | { feed: "recording"; recording: string; from: number; at: number }
  /**
   * All records so far (`bytes` of the file) have been sent. Repeated whenever the writer pauses.
   * `elsewhere`: another process records.
   */
  | {
      feed: "caught-up";
      recording: string;
      next: number;
      bytes: number;
      live: boolean;
      elsewhere?: boolean;
    }
  | { feed: "gone"; recording: string; reason: string }
  /** Keep-alive. */
  | { feed: "tick" };

/** A page lists no more; a search finds the others. */
export const MAX_LISTED_RECORDINGS = 5000;

/** `GET /api/library`. */
export interface LibraryState {
  /** Newest change first, at most `MAX_LISTED_RECORDINGS`; failed card lookups are not included. */
  recordings: RecordingSummary[];
  /** The number of all recordings. */
  total: number;
  /** How many of them are being analyzed. */
  pending: number;
  /** Total size of the logs in the folder. */
  usedBytes: number;
  /** No new recording starts above this size; nothing is deleted that exists nowhere else. */
  limitBytes: number;
  /** `null` if there is no shared store. */
  store: StoreState | null;
}

/** `GET /api/library/search?q={query}`. */
export interface SearchResult {
  /** Last changed first, at most `MAX_LISTED_RECORDINGS`. */
  readonly hits: readonly SearchHit[];
  /** Those of them that the library does not list, because it has too many. */
  readonly unlisted: readonly RecordingSummary[];
  /** Recordings whose texts are not searched yet. */
  readonly pending: number;
}

/** In `LibraryState`. */
export interface RecordingSummary {
  id: string;
  /** The name set by the recorder, usually the agent's address. */
  name: string;
  /** The name given by the user. */
  given: string | null;
  tags: readonly string[];
  /** The id of the grade that made it; absent if none did. */
  grade?: string;
  /** Number of notes on its events. */
  notes: number;
  /** The verdict; `null` while it is recorded or not analyzed yet. */
  verdict: VerdictSummary | null;
  /** Its agent and turns; `null` while it is recorded or not analyzed yet. */
  facts: IndexedFacts | null;
  /** The start of its first message; `null` if there is none. */
  firstMessage: string | null;
  /** ISO 8601; when the recording began. */
  at: string | null;
  /** ISO 8601; when the file last changed. */
  changedAt: string;
  bytes: number;
  /** An exchange or a tap is running right now, in any process. */
  live: boolean;
  /** In the shared store only, or also in this Loupe's folder; absent: only there. */
  place?: "store" | "both";
  /** The Loupe that recorded it, if it is in the store. */
  server?: string;
}

/**
 * `POST /api/replays?recording={id}&options={text}`: serve a recording in place of its agent;
 * without a recording, the log whose record lines are the body. `GET /api/replays`: all running
 * replays. `DELETE /api/replays/{id}`: stop one.
 */
export interface ReplayState {
  /** The recording's id; a new id if the log was uploaded. */
  id: string;
  path: string;
  /** The replay options as text: `speed=4, cut-after=5`; empty to replay as recorded. */
  options: string;
  /** Number of exchanges it can respond with. */
  exchanges: number;
  hasCard: boolean;
  /** Text for the user: parts of the log that are never used as a response. */
  left: readonly string[];
  answered: number;
  /** The latest requests, in order. */
  requests: readonly ReplayedRequest[];
}

interface ReplayedRequest {
  number: number;
  request: string;
  /** Number of the exchange used as the response, from 1; `null` if none was. */
  exchange: number | null;
  why: string;
  notes: readonly string[];
  /** Options for this request alone, as text. */
  options: string;
}

/** Every error response of the server. */
export interface ApiErrorBody {
  error: {
    /** Stable word, e.g. `target-refused`, `bad-request`, `unknown-recording`. */
    code: string;
    /** Who refused the request. */
    by: "loupe";
    /** One sentence for the user: what was refused and why. */
    message: string;
    /** How to fix it. */
    hint?: string;
  };
}
