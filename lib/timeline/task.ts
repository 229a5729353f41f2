/** A task's lane: its states as a list of transitions, its artifacts, its contexts. */

import { type TaskState, TERMINAL_STATES, WAITING_STATES } from "../protocol/model.ts";
import type { ArtifactStream } from "./artifact.ts";
import { bornBy, History, Track } from "./track.ts";

export interface Transition {
  readonly birth: number;
  readonly state: TaskState;
  readonly rawState: string | null;
  /** What to call it: the state, or the word that was sent where A2A has no such state. */
  readonly label: string;
  /** The protocol allows it after the state before. */
  readonly legal: boolean;
  readonly source: "update" | "snapshot";
  readonly entry: number;
}

export class TaskLane {
  readonly index: number;
  readonly key: string;
  /** Empty where the agent named no task. */
  readonly id: string;
  readonly birth: number;
  readonly contexts = new History<string>();
  readonly rawStates = new History<string | null>();
  readonly transitions: Transition[] = [];
  readonly artifacts: ArtifactStream[] = [];
  readonly artifactByKey = new Map<string, ArtifactStream>();
  readonly events = new Track();
  /** Something besides notifications told of it. */
  isAnswered = false;
  /** The streams that told of it, by index of their exchange. */
  readonly streams: number[] = [];

  /** The artifact updated last: nearly always the next one too, and found without its key. */
  recent: ArtifactStream | null = null;
  /** How many artifacts came with neither id nor name. */
  anonymous = 0;

  constructor(index: number, key: string, id: string, birth: number) {
    this.index = index;
    this.key = key;
    this.id = id;
    this.birth = birth;
  }

  get state(): TaskState | null {
    return this.transitions[this.transitions.length - 1]?.state ?? null;
  }

  /** What to call its state; `null` before it has one. */
  get stateLabel(): string | null {
    return this.transitions[this.transitions.length - 1]?.label ?? null;
  }

  transitionAt(n: number): Transition | undefined {
    return this.transitions[bornBy(this.transitions, n) - 1];
  }
}

const AFTER: Partial<Record<TaskState, ReadonlySet<TaskState>>> = {
  submitted: new Set([
    "working",
    "rejected",
    "canceled",
    "failed",
    "completed",
    "input-required",
    "auth-required",
  ]),
  working: new Set([
    "working",
    "input-required",
    "auth-required",
    "completed",
    "failed",
    "canceled",
    "rejected",
  ]),
};
const AFTER_INTERRUPTION: ReadonlySet<TaskState> = new Set([
  "working",
  "completed",
  "failed",
  "canceled",
  "rejected",
  "input-required",
  "auth-required",
]);

/** May `to` follow `from`? `unknown` tells nothing, so it accuses nobody. */
export function isLegal(from: TaskState | null, to: TaskState): boolean {
  if (from === null || from === "unknown") return true;
  if (TERMINAL_STATES.has(from)) return false;
  if (to === "unknown") return true;
  if (WAITING_STATES.has(from)) return AFTER_INTERRUPTION.has(to);
  return AFTER[from]?.has(to) ?? true;
}
