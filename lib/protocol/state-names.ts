/** Maps the state and role names of all versions and dialects to the model. */

import { sanitizeLine } from "../api/recording-metadata.ts";
import { type DecodeFlags, DecodeIssue, VersionEvidence } from "./decode-flags.ts";
import type { Role, Status, TaskState } from "./model.ts";

interface Spelling<T> {
  value: T;
  evidence: number;
  decodeIssues: number;
}

/** In the order of their enum numbers in the 1.0 proto. */
const PROTO_ORDER: readonly TaskState[] = [
  "unknown",
  "submitted",
  "working",
  "completed",
  "failed",
  "canceled",
  "input-required",
  "rejected",
  "auth-required",
];

/** Other spellings of A2A states. */
const STATE_SPELLINGS: Readonly<Record<string, TaskState>> = {
  cancelled: "canceled",
  inputrequired: "input-required",
  authrequired: "auth-required",
  unspecified: "unknown",
};

/**
 * State names of other systems. None is a state of A2A, and A2A clients do not accept them, so the
 * likely meaning is only shown as a guess.
 */
const STATE_GUESSES: Readonly<Record<string, TaskState>> = {
  pending: "submitted",
  queued: "submitted",
  "in-progress": "working",
  inprogress: "working",
  running: "working",
  complete: "completed",
  done: "completed",
  succeeded: "completed",
  success: "completed",
  error: "failed",
  unrecognized: "unknown",
};

const STATES = new Map<string, Spelling<TaskState>>();
for (const state of PROTO_ORDER) {
  STATES.set(state, { value: state, evidence: VersionEvidence.KebabState, decodeIssues: 0 });
  const proto = `TASK_STATE_${state === "unknown" ? "UNSPECIFIED" : state.toUpperCase().replace("-", "_")}`;
  STATES.set(proto, { value: state, evidence: VersionEvidence.ProtoState, decodeIssues: 0 });
}
STATES.set("TASK_STATE_CANCELLED", {
  value: "canceled",
  evidence: VersionEvidence.ProtoState | VersionEvidence.Rest03,
  decodeIssues: 0,
});

const UNKNOWN_STATE: Spelling<TaskState> = {
  value: "unknown",
  evidence: 0,
  decodeIssues: DecodeIssue.UnknownState,
};

/** Reads the state of a wire value, and flags its spelling. */
export function readState(
  value: unknown,
  flags: DecodeFlags,
): { state: TaskState; rawState: string | null } {
  if (typeof value === "string") {
    const word = STATES.get(value) ?? parseOtherSpelling(value);
    flags.evidence |= word.evidence;
    flags.decodeIssues |= word.decodeIssues;
    return { state: word.value, rawState: value };
  }
  if (typeof value === "number") {
    flags.evidence |= VersionEvidence.EnumNumber;
    flags.decodeIssues |= DecodeIssue.EnumNumber;
    const state = PROTO_ORDER[value];
    if (state === undefined) flags.decodeIssues |= DecodeIssue.UnknownState;
    return { state: state ?? "unknown", rawState: String(value) };
  }
  if (value !== undefined) flags.decodeIssues |= DecodeIssue.UnknownState;
  return { state: "unknown", rawState: null };
}

/** Whether a value is a state of A2A, in any spelling. */
export function isStateName(value: unknown): boolean {
  return (
    typeof value === "string" && (STATES.has(value) || parseOtherSpelling(value) !== UNKNOWN_STATE)
  );
}

/** Whether a value is a state name of A2A or of another system. */
export function isStateWord(value: unknown): boolean {
  return isStateName(value) || (typeof value === "string" && guessState(value) !== null);
}

/** The likely meaning of a word that is not a state of A2A; `null` if unknown. */
export function guessState(raw: string | null): TaskState | null {
  const bare = raw === null || raw.length > LONGEST_STATE ? "" : bareState(raw);
  return Object.hasOwn(STATE_GUESSES, bare) ? (STATE_GUESSES[bare] ?? null) : null;
}

type ReadState = Pick<Status, "state" | "rawState">;

/** The word that an agent sent as a state, if it is not a state of A2A. */
export function getForeignState({ state, rawState }: ReadState): string | null {
  if (state !== "unknown" || rawState === null || rawState === "0" || isStateName(rawState))
    return null;
  return sanitizeLine(rawState, LONGEST_STATE) || '""';
}

/** The label of a state: the word as sent if it is not a state of A2A. */
export function getStateLabel(status: ReadState): string {
  return getForeignState(status) ?? status.state;
}

/** Describes a word that is not a state of A2A, with a guess marked as such. */
export function describeForeignState(rawState: string | null): string {
  const guess = guessState(rawState);
  const hint = guess === null || guess === "unknown" ? "" : ` (a guess: ${guess})`;
  return `not a state of A2A${hint}`;
}

const LONGEST_STATE = 40;

function bareState(raw: string): string {
  return raw
    .trim()
    .replace(/^TaskState\./, "")
    .toLowerCase()
    .replace(/_/g, "-")
    .replace(/^task-state-/, "");
}

function parseOtherSpelling(raw: string): Spelling<TaskState> {
  if (raw.length > LONGEST_STATE) return UNKNOWN_STATE;
  const bare = bareState(raw);
  const value =
    STATES.get(bare)?.value ??
    (Object.hasOwn(STATE_SPELLINGS, bare) ? STATE_SPELLINGS[bare] : undefined);
  return value === undefined
    ? UNKNOWN_STATE
    : { value, evidence: 0, decodeIssues: DecodeIssue.StateSpelling };
}

const ROLES = new Map<unknown, Spelling<Role>>([
  ["user", { value: "user", evidence: 0, decodeIssues: 0 }],
  ["agent", { value: "agent", evidence: 0, decodeIssues: 0 }],
  ["ROLE_USER", { value: "user", evidence: VersionEvidence.ProtoRole, decodeIssues: 0 }],
  ["ROLE_AGENT", { value: "agent", evidence: VersionEvidence.ProtoRole, decodeIssues: 0 }],
  [
    1,
    { value: "user", evidence: VersionEvidence.EnumNumber, decodeIssues: DecodeIssue.EnumNumber },
  ],
  [
    2,
    { value: "agent", evidence: VersionEvidence.EnumNumber, decodeIssues: DecodeIssue.EnumNumber },
  ],
]);

/** Reads the role of a wire value; defaults to the role of the sending side. */
export function readRole(
  value: unknown,
  speaker: Role,
  flags: DecodeFlags,
): { role: Role; rawRole: string | null } {
  const word = ROLES.get(value);
  if (word) {
    flags.evidence |= word.evidence;
    flags.decodeIssues |= word.decodeIssues;
    return { role: word.value, rawRole: String(value) };
  }
  flags.decodeIssues |= DecodeIssue.Role;
  const rawRole = typeof value === "string" || typeof value === "number" ? String(value) : null;
  const human = rawRole !== null && /^(?:user|human|client|role_user)$/i.test(rawRole);
  return { role: human ? "user" : speaker, rawRole };
}
