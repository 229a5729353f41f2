/**
 * An example of a rule: a small recording that breaks it and one that nearly does. The pages about
 * rules show them, and the tests hold every rule against its own.
 */

import type { MessageFactory } from "./message-factory.ts";
import type { RecordingBuilder } from "./recording-builder.ts";

export interface Example {
  readonly breaks: (say: MessageFactory) => RecordingBuilder;
  readonly keeps: (say: MessageFactory) => RecordingBuilder;
}

/** Examples by the name of their rule. */
export type Examples = Readonly<Record<string, Example>>;
