/**
 * A check of conformance, in one object: what it sends, and how it judges what came back. The
 * requirements that it measures, with their clauses and levels, are in `requirements/`.
 */

import { type Judgement, notMeasured, stopWith } from "./judgement.ts";
import type { Response } from "./response.ts";
import type { AgentUnderTest, Effect, InterfaceUnderTest } from "./subject.ts";

export const CHECK_GROUPS = [
  "Card",
  "Errors",
  "Versions",
  "Messages",
  "Streams",
  "Tasks",
  "Lists",
  "Push notifications",
  "Extended card",
  "Bindings",
  "Wire rules",
  "Clients",
] as const;
export type CheckGroup = (typeof CHECK_GROUPS)[number];

interface CheckBase {
  /** Never reused: lists of known failures name it. */
  readonly id: string;
  readonly group: CheckGroup;
  /** What an agent does that passes. */
  readonly title: string;
  readonly effect: Effect;
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

/** Ends the check if the agent rejected the credentials: then nothing else was judged. */
export function requireAccess(response: Response): void {
  if (!response.isUnauthorized) return;
  stopWith(
    notMeasured(
      `The agent answered ${response.describe()}: measurable with credentials, by --header.`,
      response,
    ),
  );
}

/** Ends the check if there was no response at all. */
export function requireResponse(response: Response): void {
  if (response.status !== null) return;
  stopWith(notMeasured(`There was ${response.describe()}.`, response));
}
