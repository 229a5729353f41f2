/**
 * What the analysis of a whole recording finds, and what the library is searched and measured by. It
 * follows from the log alone and can be computed again at any time.
 */

import type { TextMark } from "../text/search-terms.ts";
import type { VerdictSummary } from "./recording-metadata.ts";

/** The facts of a run that the library lists. */
export interface IndexedFacts {
  /** The name and version in the agent's card; `null` if the log has no card, or it has none. */
  readonly agent: string | null;
  readonly agentVersion: string | null;
  /** Messages to the agent. */
  readonly turns: number;
  /** An exchange has no end: its recorder was stopped. */
  readonly isOpen: boolean;
  /** How long it lasted; `null` if the log has no times. */
  readonly durationMs: number | null;
  /** The tokens that agents reported; `null` if none did. */
  readonly tokens: number | null;
  /** How many rules it breaks, by severity. */
  readonly errors: number;
  readonly warnings: number;
  /** What failed first, in one line; `null` if nothing did. */
  readonly firstError: string | null;
  /** The labels of the frameworks whose conventions its agents use. */
  readonly dialects: readonly string[];
  /** The versions of A2A that its calls speak. */
  readonly versions: readonly string[];
}

/** One message to an agent, and how its turn went. Times are `null` if the log has none. */
export interface TurnFacts {
  /** Its text, shortened; `null` if it has none. */
  readonly message: string | null;
  /** The row that shows it. */
  readonly row: number;
  /** Milliseconds since the recording began. */
  readonly startMs: number | null;
  readonly kind: string;
  /** It ended well, and nothing went wrong on the way. */
  readonly clean: boolean;
  readonly endedBy: string | null;
  readonly firstTokenMs: number | null;
  readonly totalMs: number | null;
}

/** Where a line of text is shown in its run. */
export interface LinePlace {
  readonly row: number;
  /** The event that brought it; `null` for a request. */
  readonly event: number | null;
  /** The kind of the row, an `ItemKind`. */
  readonly kind: string;
}

export interface LogAnalysis {
  readonly facts: IndexedFacts;
  readonly turns: readonly TurnFacts[];
  /** `null` if only a part of the log was read. */
  readonly verdict: VerdictSummary | null;
  /** Everything that can be found, one line each, and the place of each line. */
  readonly text: string;
  readonly places: readonly LinePlace[];
}

/** A line that contains terms of the search. */
export interface MatchingLine extends LinePlace {
  /** The line, or the part of it around the first mark. */
  readonly text: string;
  readonly marks: readonly TextMark[];
}

export interface SearchHit {
  readonly id: string;
  /** The best lines; none if only the name, a tag or the like matches. */
  readonly lines: readonly MatchingLine[];
}

/** Durations in milliseconds. */
export interface Percentiles {
  readonly min: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

export interface SendStats {
  readonly sends: number;
  /** How many turns ended well. */
  readonly passed: number;
  /** `null` if no turn has the time. */
  readonly firstTokenMs: Percentiles | null;
  readonly totalMs: Percentiles | null;
}

/** The sends of a message to one version of one agent. */
export interface VersionStats extends SendStats {
  /** The name in the card, or the address. */
  readonly agent: string;
  readonly version: string | null;
}

/** One send of a message. */
export interface SentMessage
  extends Pick<TurnFacts, "row" | "clean" | "endedBy" | "firstTokenMs" | "totalMs"> {
  readonly recording: string;
  readonly kind: string;
  readonly agent: string;
  readonly version: string | null;
  /** ISO 8601; `null` if unknown. */
  readonly at: string | null;
}

/** A message that was sent more than once. */
export interface MessageStats extends SendStats {
  readonly message: string;
  /** Latest version first. */
  readonly versions: readonly VersionStats[];
  /** The latest sends, oldest first. */
  readonly latest: readonly SentMessage[];
}

/** `GET /api/library/messages?q={query}`. */
export interface MessagesState {
  /** Most often sent first. */
  readonly messages: readonly MessageStats[];
  /** Recordings that are not analyzed yet. */
  readonly pending: number;
}
