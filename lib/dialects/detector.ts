/**
 * Signals: how agents show that something is more than plain A2A. Each is one line of data, saying
 * where to look, what to find there, what that means and how sure one may be.
 */

import type { Part } from "../protocol/model.ts";
import type { EntryUpdate } from "./entry-update.ts";
import type { Confidence, Meaning } from "./kinds.ts";

/** Where a signal is looked for. `extension` is a URI, as a metadata key or by its mention. */
export type DetectorSource =
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

/** What a signal about a tool says of it, as far as it says. */
export interface ToolFields {
  readonly name?: string | undefined;
  readonly agent?: string | undefined;
  readonly callId?: string | undefined;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly failed?: boolean | undefined;
  /** The id of the plan step it serves. */
  readonly step?: string | undefined;
  /** It waits for somebody's answer. */
  readonly waits?: boolean | undefined;
  /** It is over, where one signal tells of all its states. */
  readonly over?: boolean | undefined;
}

/** Where a signal was found. */
export interface DetectorContext {
  readonly update: EntryUpdate;
  /** The part it was found on; `null` where it speaks of the whole. */
  readonly part: Part | null;
  readonly value: unknown;
}

export interface Detector {
  readonly source: DetectorSource;
  /** The metadata key, the URI (or its tail, as an expression), the member of the data. */
  readonly key?: string | RegExp;
  /** What must be there: a value as text, an expression on it, or anything truthy. */
  readonly match?: string | RegExp | readonly string[];
  /** Only what an agent says in a message, not what it puts into an artifact. */
  readonly onlyInMessages?: boolean;
  readonly meaning: Meaning;
  readonly confidence: Confidence;
  /** Asked last: is it really meant here? */
  readonly when?: (context: DetectorContext) => boolean;
  /** What it says, where that is not the value it was found by. */
  readonly getValue?: (context: DetectorContext) => unknown;
  /** It speaks for what no other signal knows. */
  readonly isFallback?: true;
  /** For tools: what the statement says of one. */
  readonly tool?: (update: EntryUpdate, part: Part | null, value: unknown) => ToolFields;
}

/** One way of saying things: a framework's, a product's, an extension's. */
export interface Framework {
  readonly id: string;
  readonly label: string;
  /** It is believed before all others, wherever its signals are found. */
  readonly takesPrecedence?: true;
  readonly detectors: readonly Detector[];
  /** What it is recognised by beyond its signals, in a few words. */
  readonly description?: string;
}
