/**
 * A plan: what a tap does to the traffic that passes it, as steps that say when and what.
 *
 * Guarantees: an unknown member is an error; every error names its step.
 */

import * as z from "zod";
import { PLAN_ACTIONS } from "../../wire/record.ts";
import { parseWith } from "./parse-with.ts";

export const MAX_STEPS = 1000;
export const MAX_DELAY_MS = 600_000;
/** How long a stream is held at most, unless the step says otherwise. */
export const DEFAULT_HOLD_SECONDS = 300;
export const MAX_HOLD_SECONDS = 86_400;
const MAX_REPEATS = 1000;
const MAX_KEEP_ALIVE_SECONDS = 3600;

const NON_EMPTY_TEXT = z.string().regex(/\S/, "a non-empty string");
const POINTER = z.string().regex(/^(?:\/[^/]*)+$/, 'a JSON Pointer such as "/status/state"');

/** All that are named must hold. */
const CONDITIONS = z.strictObject({
  /** The agent: the address or port at which the tap listens for it, or its own. */
  hop: NON_EMPTY_TEXT.exactOptional(),
  /** An operation, as Loupe or any version of A2A names it. */
  operation: NON_EMPTY_TEXT.exactOptional(),
  /** The number of the event within its response, from 1. */
  event: z.int().min(1).exactOptional(),
  /** The state that the event brings. */
  state: NON_EMPTY_TEXT.exactOptional(),
  /** The tool whose call begins with the event. */
  tool: NON_EMPTY_TEXT.exactOptional(),
  /** The name or ID of the artifact that the event is about. */
  artifact: NON_EMPTY_TEXT.exactOptional(),
  /** A text in the event; empty: any text. */
  text: z.string().exactOptional(),
  /** A rule that the event breaks. */
  rule: NON_EMPTY_TEXT.exactOptional(),
});
export type PlanConditions = z.infer<typeof CONDITIONS>;

const SHARED = {
  when: CONDITIONS.exactOptional(),
  /** Only the first time. */
  once: z.boolean().exactOptional(),
  /** How often it is done where it could be, from 0 to 1. */
  probability: z.number().min(0).max(1).exactOptional(),
};

const JSON_VALUE = z.unknown();

const EDIT_MEMBERS = {
  /** New values by JSON Pointer into the A2A object of the event. */
  set: z.record(POINTER, JSON_VALUE).exactOptional(),
  /** Members that are removed, by JSON Pointer. */
  remove: z.array(POINTER).readonly().exactOptional(),
  /** The bytes to send instead, exactly. */
  raw: z.string().exactOptional(),
};

const INSERT_MEMBERS = {
  /** The A2A object; Loupe adds the envelope of the binding. */
  event: z.record(z.string(), JSON_VALUE).exactOptional(),
  /** The bytes to send, exactly. */
  raw: z.string().exactOptional(),
  where: z.enum(["before", "after"]).exactOptional(),
};

const CUT_MEMBERS = { how: z.enum(["reset", "close"]).exactOptional() };

const FAIL_MEMBERS = {
  /** A JSON-RPC error code, such as -32603. */
  code: z.int().exactOptional(),
  message: NON_EMPTY_TEXT.exactOptional(),
};

const SECONDS = z.number().min(0.001).max(MAX_HOLD_SECONDS);

const STEP = z.discriminatedUnion("do", [
  z.strictObject({ ...SHARED, do: z.literal("hold"), seconds: SECONDS.exactOptional() }),
  z.strictObject({
    ...SHARED,
    do: z.literal("delay"),
    ms: z.number().min(0).max(MAX_DELAY_MS).exactOptional(),
  }),
  z.strictObject({ ...SHARED, do: z.literal("drop") }),
  z.strictObject({
    ...SHARED,
    do: z.literal("repeat"),
    /** How often it is sent once more. */
    times: z.int().min(1).max(MAX_REPEATS).exactOptional(),
  }),
  z
    .strictObject({ ...SHARED, ...INSERT_MEMBERS, do: z.literal("insert") })
    .refine(({ event, raw }) => (event === undefined) !== (raw === undefined), {
      message: 'insert needs "event", an A2A object, or "raw", bytes.',
    }),
  z
    .strictObject({ ...SHARED, ...EDIT_MEMBERS, do: z.literal("edit") })
    .refine(({ set, remove, raw }) => isEdit(set, remove, raw), {
      message: 'edit needs "set", "remove", or "raw" alone.',
    }),
  z.strictObject({ ...SHARED, ...CUT_MEMBERS, do: z.literal("cut") }),
  z.strictObject({ ...SHARED, do: z.literal("end") }),
  z.strictObject({ ...SHARED, ...FAIL_MEMBERS, do: z.literal("fail") }),
  z.strictObject({
    ...SHARED,
    do: z.literal("answer"),
    /** A log, or the ID of a recording, whose response the caller gets. */
    from: NON_EMPTY_TEXT,
    /** The first event of the response that is the agent's again, from 1. */
    leaveAt: z.int().min(2).exactOptional(),
  }),
]);
export type TapStep = z.infer<typeof STEP>;

function isEdit(set: unknown, remove: unknown, raw: unknown): boolean {
  const isByMember = set !== undefined || remove !== undefined;
  return isByMember !== (raw !== undefined);
}

const PLAN = z.strictObject({
  steps: z.array(z.unknown()).max(MAX_STEPS),
  /** Makes `probability` the same in each run. */
  seed: z.int().exactOptional(),
  /** Seconds between the keep-alives of a stream that is held. */
  keepAlive: z.number().min(0.1).max(MAX_KEEP_ALIVE_SECONDS).exactOptional(),
});

export interface Plan {
  readonly steps: readonly TapStep[];
  readonly seed: number;
  readonly keepAliveMs: number;
}

/** A plan that does nothing. */
export const EMPTY_PLAN: Plan = { steps: [], seed: 1, keepAliveMs: 10_000 };

/** Returns what is wrong with the value if it is no plan. */
export function parsePlan(value: unknown): Plan | string {
  const plan = parseWith(PLAN, value);
  if (typeof plan === "string") return plan;
  const steps: TapStep[] = [];
  for (const [i, one] of plan.steps.entries()) {
    const step = parseStep(one);
    if (typeof step === "string") return `Step ${i + 1}: ${step}`;
    steps.push(step);
  }
  const { seed = EMPTY_PLAN.seed, keepAlive } = plan;
  const keepAliveMs = keepAlive === undefined ? EMPTY_PLAN.keepAliveMs : keepAlive * 1000;
  return { steps, seed, keepAliveMs };
}

const ACTION = z.looseObject({ do: z.enum(PLAN_ACTIONS) });

/** Returns what is wrong with the value if it is no step. */
export function parseStep(value: unknown): TapStep | string {
  const action = parseWith(ACTION, value);
  return typeof action === "string" ? action : parseWith(STEP, action);
}
