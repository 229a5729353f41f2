/**
 * A rule: all that Loupe knows about one requirement, in one object. The linter, the lists and pages
 * of rules, the page of all rules and the tests follow from it.
 */

import type { EventKind } from "../../protocol/model.ts";
import type { Version } from "../../protocol/versions.ts";
import type { Exchange } from "../../timeline/exchange.ts";
import type { Timeline } from "../../timeline/timeline.ts";
import type { EventContext } from "../../timeline/timeline-observer.ts";
import type { CardRuleContext, CardViolation } from "../cards/card-rule.ts";
import type { CheckerFactory } from "../checkers/checker.ts";
import type { MessageFactory } from "../examples/message-factory.ts";
import type { RecordingBuilder } from "../examples/recording-builder.ts";

/**
 * error: breaks a MUST or a reference client; warning: breaks a SHOULD or loses data; info: a habit
 * worth knowing, shown as a note.
 */
export type Severity = "error" | "warning" | "info";

export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** The versions that have the rule; absent if all do. */
  readonly versions?: readonly Version[];
  /** Two to four words, for a tag. */
  readonly title: string;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /**
   * For logs that contain only a response: `true` if the rule is broken only if the response is
   * whole; or the message to use instead.
   */
  readonly alone?: true | string;
  /** What real clients do when it is broken. */
  readonly clients: string;
  /** How the agent's author fixes it. */
  readonly remedy: string;
  /** Where the specification contradicts itself or its own tests; such a rule is no error. */
  readonly dispute?: string;
  /** The clauses of each version's specification, newest first: `1.0 §4.1.4, 0.3 §6.4`. */
  readonly spec: string;
  /** The member of the payload that shows the violation: the first of these paths that exists. */
  readonly at?: readonly (readonly string[])[];
  /** The header that shows the violation, if a request or response head does. */
  readonly header?: string;
  /** A small recording that breaks the rule, in every version that has it. */
  readonly breaks: Example;
  /** A recording that nearly breaks it. */
  readonly nearly: Example;
  readonly check: Check;
}

/** Records an example of a rule. Rule pages show it, and tests check the rule against it. */
type Example = (factory: MessageFactory) => RecordingBuilder;

/**
 * What finds the violations of a rule: its own check; a checker that it shares with other rules; a bit
 * of the decoder or the fold; the reducers of `lib/dialects`; or, in a card, a card check.
 */
type Check =
  | OwnCheck
  | CheckerFactory
  | { readonly decodeIssue: number }
  | { readonly orderIssue: number }
  | "dialects"
  | CardCheck;

/**
 * Whether an event, or a request or response head, breaks the rule. The linter reports it, for events
 * and response heads only in the versions that have the rule; a request itself states its version.
 * Like a checker it must not count tokens.
 */
export interface OwnCheck {
  /** The kinds of events that `onEvent` checks. Most events are artifact chunks. */
  readonly kinds?: readonly EventKind[];
  onEvent?(seen: EventContext): boolean;
  onOpen?(exchange: Exchange, timeline: Timeline): boolean;
  onHead?(exchange: Exchange, timeline: Timeline): boolean;
}

/** Finds the violations of a rule in an agent card. */
export interface CardCheck {
  /** The sentence shown if the card keeps the rule. */
  readonly passed: string;
  /** Advice for the author of the card that does not affect runs. */
  readonly isAdvice?: boolean;
  /** Whether the rule applies to this card. */
  applies?(subject: CardRuleContext): boolean;
  find(subject: CardRuleContext): readonly CardViolation[];
}

/** Rules about one topic: a section of the page of all rules. Groups with one title share their section. */
export interface RuleGroup {
  readonly title: string;
  /** What the section says before its rules. */
  readonly about?: string;
  readonly rules: readonly Rule[];
}

/** Keeps the type of the id, so that a checker can only report rules that exist. */
export function defineRule<const Id extends string>(rule: Rule & { readonly id: Id }) {
  return rule;
}

export const VERSIONS_0: readonly Version[] = ["0.1", "0.2", "0.3"];
/** The versions whose events have a `kind`. */
export const VERSIONS_WITH_KIND: readonly Version[] = ["0.2", "0.3"];
export const VERSIONS_FROM_02: readonly Version[] = ["0.2", "0.3", "1.0", "1.1"];
export const VERSIONS_FROM_03: readonly Version[] = ["0.3", "1.0", "1.1"];
export const VERSIONS_FROM_1: readonly Version[] = ["1.0", "1.1"];
