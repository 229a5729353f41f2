/**
 * Detectors: data that recognizes framework conventions beyond plain A2A. Each states where to
 * look, what to match, what a match means, and how certain it is.
 */

import type { Part } from "../protocol/model.ts";
import type { EntryUpdate } from "./entry-update.ts";
import type { Confidence, Meaning } from "./kinds.ts";

/**
 * Where a detector looks. `extension` is a URI, as a metadata key or listed in `extensions`;
 * `cloudEvent` is the type of the CloudEvent that a message or other data came in.
 */
export type DetectorSource =
  | "cloudEvent"
  | "event.metadata"
  | "artifact.metadata"
  | "message.metadata"
  | "part.metadata"
  | "extension"
  | "artifact.name"
  | "artifact.id"
  | "data"
  | "mediaType"
  | "text";

/** The known fields of a tool call; all are optional. */
export interface ToolFields {
  readonly name?: string | undefined;
  readonly agent?: string | undefined;
  readonly callId?: string | undefined;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly failed?: boolean | undefined;
  /** The id of the plan step it belongs to. */
  readonly step?: string | undefined;
  /** Whether it waits for a response. */
  readonly waits?: boolean | undefined;
  /** Whether it has ended, for detectors that report every state. */
  readonly over?: boolean | undefined;
}

/** What a detector matched on. */
export interface DetectorContext {
  readonly update: EntryUpdate;
  /** The part that matched; `null` if the match is about the whole update. */
  readonly part: Part | null;
  readonly value: unknown;
}

export interface Detector {
  readonly source: DetectorSource;
  /** The metadata key, the URI (or its tail, as an expression), or the data member. */
  readonly key?: string | RegExp;
  /** The value to match: an exact text, an expression, or any truthy value. */
  readonly match?: string | RegExp | readonly string[];
  /** Matches messages of the agent only, not artifacts. */
  readonly onlyInMessages?: boolean;
  readonly meaning: Meaning;
  readonly confidence: Confidence;
  /** A final check on a match. */
  readonly when?: (context: DetectorContext) => boolean;
  /** Extracts the value, if it is not the one that matched. */
  readonly getValue?: (context: DetectorContext) => unknown;
  /** Applies only if no other detector knows the URI. */
  readonly isFallback?: true;
  /** For tools: the fields of the tool call in the update. */
  readonly tool?: (update: EntryUpdate, part: Part | null, value: unknown) => ToolFields;
}

/** The conventions of one framework, product or extension, as detectors. */
export interface Framework {
  readonly id: string;
  readonly label: string;
  /** Takes precedence over all other frameworks, wherever its detectors match. */
  readonly takesPrecedence?: true;
  readonly detectors: readonly Detector[];
  /** A short description of how it is recognized, if not by detectors alone. */
  readonly description?: string;
}
