/**
 * A check of conformance, in one object: what it sends, and how it judges what came back. The
 * requirements that it measures, with their clauses and levels, are in `requirements/`.
 */

import { type Judgement, notMeasured, stopWith } from "./judgement.ts";
import type { Requirement } from "./requirements/requirement.ts";
import type { Response } from "./response.ts";
import type { AgentUnderTest, Effect, InterfaceUnderTest } from "./subject.ts";

interface CheckBase {
  /** Never reused: lists of known failures name it. */
  readonly id: string;
  readonly group: string;
  /** What an agent does that passes. */
  readonly title: string;
  readonly effect: Effect;
  /** What it measures, where that is no requirement of a text. */
  readonly requirement?: Requirement;
}

/** Judges the agent as a whole. */
export interface AgentCheck extends CheckBase {
  readonly of: "agent";
  run(agent: AgentUnderTest): Promise<CheckFindings>;
}

/** Judges each interface of the agent. */
export interface InterfaceCheck extends CheckBase {
  readonly of: "interface";
  run(subject: InterfaceUnderTest): Promise<CheckFindings>;
}

export type ConformCheck = AgentCheck | InterfaceCheck;

/** One judgement, or one for each rule that something sent breaks. */
export type CheckFindings = Judgement | readonly RuleFinding[];

export interface RuleFinding {
  /** The rule of `loupe explain`. */
  readonly rule: string;
  readonly title: string;
  /** The clause of the version that was spoken. */
  readonly clause: string;
  readonly judgement: Judgement;
}

export const defineAgentCheck = (check: Omit<AgentCheck, "of">): AgentCheck => ({
  ...check,
  of: "agent",
});

export const defineCheck = (check: Omit<InterfaceCheck, "of">): InterfaceCheck => ({
  ...check,
  of: "interface",
});

/** Ends the check if the agent did not let the request in: then nothing else was judged. */
export function requireAccess(response: Response): void {
  const { isUnauthorized, isRateLimited, withheldFrom } = response;
  if (!isUnauthorized && !isRateLimited) return;
  const option = withheldFrom === null ? "--header" : `--headers-to ${withheldFrom}`;
  const need = isRateLimited
    ? "later, when it takes requests again"
    : `with credentials, by ${option}`;
  stopWith(notMeasured(`The agent answered ${response.describe()}: measurable ${need}.`, response));
}

/** Ends the check if the agent did not respond at all. */
export function requireResponse(response: Response): void {
  if (!response.isUnavailable) return;
  const what = response.describe();
  const message = response.status === null ? `There was ${what}.` : `It was answered with ${what}.`;
  stopWith(notMeasured(message, response));
}
