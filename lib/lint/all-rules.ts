/** All rules, by group and by id, and those that the decoder, the fold and the dialects find. */

import { ARTIFACTS } from "./rules/artifacts.ts";
import { CAIPE } from "./rules/caipe.ts";
import { CAPABILITIES } from "./rules/capabilities.ts";
import { CARD_PROMISES } from "./rules/card-promises.ts";
import { CARDS } from "./rules/cards.ts";
import { CONTEXTS } from "./rules/contexts.ts";
import { ENVELOPES } from "./rules/envelopes.ts";
import { ERRORS } from "./rules/errors.ts";
import { FRAMES } from "./rules/frames.ts";
import { HISTORIES } from "./rules/histories.ts";
import { OBJECTS } from "./rules/objects.ts";
import { PARALLEL_STREAMS } from "./rules/parallel-streams.ts";
import { PARTS } from "./rules/parts.ts";
import { PAYLOADS } from "./rules/payloads.ts";
import { PUSHES } from "./rules/pushes.ts";
import type { Rule, RuleGroup } from "./rules/rule.ts";
import { SECRETS } from "./rules/secrets.ts";
import { SNAPSHOTS } from "./rules/snapshots.ts";
import { STREAM_ENDS } from "./rules/stream-ends.ts";
import { STREAMING_MESSAGES } from "./rules/streaming-messages.ts";
import { STREAMS } from "./rules/streams.ts";
import { TASK_STATES } from "./rules/task-states.ts";
import { VERSIONS } from "./rules/versions.ts";

/** The order in which an event is checked, and in which the problems of one event are listed. */
export const RULE_GROUPS: readonly RuleGroup[] = [
  STREAMS,
  STREAM_ENDS,
  VERSIONS,
  HISTORIES,
  CONTEXTS,
  ERRORS,
  CAPABILITIES,
  CARD_PROMISES,
  PUSHES,
  SECRETS,
  PARALLEL_STREAMS,
  TASK_STATES,
  ARTIFACTS,
  SNAPSHOTS,
  FRAMES,
  ENVELOPES,
  PAYLOADS,
  OBJECTS,
  PARTS,
  CAIPE,
  STREAMING_MESSAGES,
  CARDS,
];

const RULES: readonly Rule[] = RULE_GROUPS.flatMap(({ rules }) => rules);

export const RULES_BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** A rule whose violations are the events that carry a bit. */
export interface FlagRule {
  readonly rule: Rule;
  readonly bit: number;
}

/** The rules that the decoder finds, as bits of `DecodeIssue`. */
export const DECODER_RULES: readonly FlagRule[] = RULES.flatMap((rule) => {
  const { check } = rule;
  return typeof check === "object" && "decodeIssue" in check
    ? [{ rule, bit: check.decodeIssue }]
    : [];
});

/** The rules that the fold finds, as bits of `OrderIssue`. */
export const FOLD_RULES: readonly FlagRule[] = RULES.flatMap((rule) => {
  const { check } = rule;
  return typeof check === "object" && "orderIssue" in check
    ? [{ rule, bit: check.orderIssue }]
    : [];
});

/** The rules whose violations an interpretation collects. */
export const DIALECT_RULES: readonly Rule[] = RULES.filter(({ check }) => check === "dialects");
