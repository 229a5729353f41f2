/** A task's lane: its transitions, artifacts and contexts. */

import { type TaskState, TERMINAL_STATES, WAITING_STATES } from "../protocol/model.ts";
import type { ArtifactStream } from "./artifact.ts";
import { countUpToEvent, EventIndex, ValueHistory } from "./event-index.ts";

export interface Transition {
  readonly firstEvent: number;
  readonly state: TaskState;
  readonly rawState: string | null;
  /** The displayed state: its name, or the word that was sent if A2A has no such state. */
  readonly label: string;
  /** The protocol allows this transition. */
  readonly legal: boolean;
  readonly source: "update" | "snapshot";
  readonly entry: number;
}

export class TaskLane {
  readonly index: number;
  readonly key: string;
  /** Empty if the agent sent no task id. */
  readonly id: string;
  readonly firstEvent: number;
  readonly contexts = new ValueHistory<string>();
  readonly rawStates = new ValueHistory<string | null>();
  readonly transitions: Transition[] = [];
  readonly artifacts: ArtifactStream[] = [];
  readonly artifactByKey = new Map<string, ArtifactStream>();
  readonly events = new EventIndex();
  /** Something other than notifications delivered it. */
  hasResponse = false;
  /** The streams that delivered it, by exchange index. */
  readonly streams: number[] = [];

  /**
   * The last updated artifact. It is nearly always the next one too, and saves the lookup by key.
   */
  lastArtifact: ArtifactStream | null = null;
  /** Number of artifacts with neither id nor name. */
  anonymousArtifacts = 0;

  constructor(index: number, key: string, id: string, firstEvent: number) {
    this.index = index;
    this.key = key;
    this.id = id;
    this.firstEvent = firstEvent;
  }

  get state(): TaskState | null {
    return this.transitions[this.transitions.length - 1]?.state ?? null;
  }

  /** The displayed state; `null` before the first. */
  get stateLabel(): string | null {
    return this.transitions[this.transitions.length - 1]?.label ?? null;
  }

  transitionAt(n: number): Transition | undefined {
    return this.transitions[countUpToEvent(this.transitions, n) - 1];
  }
}

const ALLOWED_AFTER: Partial<Record<TaskState, ReadonlySet<TaskState>>> = {
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
const ALLOWED_AFTER_WAITING: ReadonlySet<TaskState> = new Set([
  "working",
  "completed",
  "failed",
  "canceled",
  "rejected",
  "input-required",
  "auth-required",
]);

/**
 * May `to` follow `from`? A transition from or to `unknown` is never reported as illegal, except
 * after a terminal state.
 */
export function isLegalTransition(from: TaskState | null, to: TaskState): boolean {
  if (from === null || from === "unknown") return true;
  if (TERMINAL_STATES.has(from)) return false;
  if (to === "unknown") return true;
  if (WAITING_STATES.has(from)) return ALLOWED_AFTER_WAITING.has(to);
  return ALLOWED_AFTER[from]?.has(to) ?? true;
}
