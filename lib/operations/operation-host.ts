/** What operations need of their surroundings: runs, the library, agents and replays. */

import type { RecordingSummary } from "../api/api-types.ts";
import type { SearchHit } from "../api/library-search.ts";
import type { HoldCommandRequest } from "../api/schemas/api-requests.ts";
import type { TapHolds } from "../api/taps.ts";
import type { Grade } from "../conform/grade.ts";
import type { OpenRun } from "./read-run.ts";

export interface ListedRecordings {
  /** Last changed first. */
  readonly recordings: readonly RecordingSummary[];
  /** The matching lines of each recording; `null` without a search. */
  readonly hits: readonly SearchHit[] | null;
}

export interface MessageToSend {
  /** The address of the agent. */
  readonly agent: string;
  readonly text: string;
  readonly data: readonly unknown[];
  readonly taskId: string | null;
  readonly contextId: string | null;
  /** How long to wait for the end of the response. */
  readonly waitMs: number;
}

export interface AgentToGrade {
  readonly address: string;
  /** Whether messages may be sent, and tasks canceled. */
  readonly messages: boolean;
  /** `null` for an example of the card. */
  readonly prompt: string | null;
}

export interface ServedRun {
  readonly url: string;
  readonly exchanges: number;
  readonly hasCard: boolean;
  /** Parts of the run that are never used as a response. */
  readonly left: readonly string[];
}

/** The running taps of the user, in whichever process. Rejects with an `OperationError`. */
export interface TapAccess {
  list(): Promise<TapHolds[]>;
  /** Resolves as soon as something is held, or after so many seconds. */
  wait(seconds: number): Promise<TapHolds[]>;
  /** Sets a step of a plan, and resolves to its ID. */
  addBreakpoint(tap: string, step: unknown): Promise<string>;
  enableBreakpoint(tap: string, id: string, isEnabled: boolean): Promise<void>;
  removeBreakpoint(tap: string, id: string): Promise<void>;
  /** Does something with what is held: lets it go on, steps, or an action of a plan. */
  resume(tap: string, id: string, command: HoldCommandRequest): Promise<void>;
}

export interface OperationHost {
  readonly taps: TapAccess;
  /** Opens a run by its file or by the ID of its recording. Throws if it cannot be read. */
  openRun(run: string): Promise<OpenRun>;
  /** Lists the recordings that contain all words of the query; all of them if it is empty. */
  listRecordings(query: string): Promise<ListedRecordings>;
  /**
   * Replaces the credentials of a recording in texts about it, which were not read from the opened run.
   * Resolves to `null` if the recording is too long to be searched for them.
   */
  maskTexts(recording: string, texts: readonly string[]): Promise<readonly string[] | null>;
  /** Looks for an agent's card and records the search; resolves to the run. */
  fetchCard(address: string): Promise<OpenRun>;
  /** Sends a message and records the response; resolves to the run's name for `openRun`. */
  sendMessage(message: MessageToSend): Promise<string>;
  /** Runs the checks of the profile for any agent, and records what they send. */
  gradeAgent(agent: AgentToGrade): Promise<Grade>;
  /** Serves a run in place of its agent. `faults` has the syntax of the replay options. */
  serveRun(run: string, faults: string): Promise<ServedRun>;
  /** Resolves to false if the run was not being served. */
  stopServing(run: string): Promise<boolean>;
}
