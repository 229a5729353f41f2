/**
 * An example of a rule: a small recording that breaks it, and one that keeps it narrowly. Rule pages
 * show them, and tests check every rule against its example.
 */

import type { MessageFactory } from "./message-factory.ts";
import type { RecordingBuilder } from "./recording-builder.ts";

export interface Example {
  readonly breaks: (factory: MessageFactory) => RecordingBuilder;
  readonly keeps: (factory: MessageFactory) => RecordingBuilder;
}

/** Examples by the name of their rule. */
export type Examples = Readonly<Record<string, Example>>;
