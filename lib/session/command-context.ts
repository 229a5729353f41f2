/** What everything that is done from the screen works on: the stores, and the screen itself. */

import type { DialectSettings } from "../dialects/settings.ts";
import type { LimitName } from "../wire/limits.ts";
import type { AgentStore } from "./agent.ts";
import type { RunReference } from "./load-run.ts";
import type { RunStore } from "./run.ts";
import type { ViewStore } from "./view.ts";

/** What the screen itself can be told to do. */
export interface UiActions {
  openPalette(): void;
  openShortcuts(): void;
  chooseFile(): void;
  /** Opens the log that lies on the clipboard. */
  openClipboard(): void;
  /** Opens the choice of what leaves, and as what. */
  exportRun(): void;
  /** Saves the log that the page brought with it. */
  saveLog(): void;
  /** Opens the list of all recordings, or a field of one to be changed there. */
  openLibrary(editing?: RecordingField): void;
  /** Keeps the log that was opened from a file as a recording. */
  saveToLibrary(): void;
  /** Keeps the marked span of the open run as a recording of its own. */
  saveTimeRange(): void;
  /** Opens the choice of how the open run stands in for its agent. */
  openReplay(): void;
  /** Compares the open run, or another one, with one that is named or chosen then. */
  compareRuns(left?: RunReference, right?: RunReference): void;
  /** Opens what the open run can send again to a live agent. */
  openResend(): void;
  toggleRail(): void;
  toggleInspector(): void;
  showInspector(): void;
  /** Opens or closes the content under the selected row. */
  expandRow(open: boolean): void;
  showCard(): void;
  /** For the origin of a URL; without one, for that of the agent. */
  openCredentials(url?: string): void;
  /** Opens all limits, at one of them where it is named. */
  openLimits(limit?: LimitName): void;
  toggleTheme(): void;
  setDialects(settings: DialectSettings): void;
  openDialects(): void;
  /** Opens or closes the list of all that is wrong with the run. */
  toggleProblems(): void;
  /** Opens the page of a rule, or that of all rules. */
  openRules(rule?: string): void;
  /** Opens the dialects at a rule for rows like the selected one. */
  createRule(): void;
  /** Opens the operations, at one of them and for a task where these are named. */
  openOperations(operation?: "get", taskId?: string): void;
  /** Looks a task up, or the one at hand, and compares it with what was delivered of it. */
  compareStoredTask(taskId?: string): void;
  /** Opens what an exchange sent, to be changed and sent again; without one, that at hand. */
  editAndResend(exchange?: string): void;
  goHome(): void;
}

export interface RecordingField {
  readonly id: string;
  readonly field: "name" | "tags";
}

/** What a command works on. */
export interface CommandContext {
  readonly run: RunStore;
  readonly agent: AgentStore;
  readonly view: ViewStore;
  readonly screen: UiActions;
  /** No server stands behind the page: all there is to do is to look at the run that it brought. */
  readonly standsAlone: boolean;
}
