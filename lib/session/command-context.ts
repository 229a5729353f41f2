/** The app context that commands work on: the stores and the actions of the UI. */

import type { LimitName } from "../api/limits.ts";
import type { DialectSettings } from "../dialects/user-rules.ts";
import type { AgentStore } from "./agent.ts";
import type { RunReference } from "./load-run.ts";
import type { RunStore } from "./run.ts";
import type { ViewStore } from "./view.ts";

/** Actions of the UI that commands can trigger. */
export interface UiActions {
  openPalette(): void;
  openShortcuts(): void;
  chooseFile(): void;
  /** Opens the log in the clipboard. */
  openClipboard(): void;
  /** Opens the export options. */
  exportRun(): void;
  /** Saves the log that is embedded in the page. */
  saveLog(): void;
  /** Opens the library, or one field of a recording in it for editing. */
  openLibrary(editing?: RecordingField): void;
  /** Saves the log that was opened from a file as a recording. */
  saveToLibrary(): void;
  /** Saves the selected time range of the open run as a new recording. */
  saveTimeRange(): void;
  /** Opens the options for serving the open run in place of its agent. */
  openReplay(): void;
  /** Compares two runs: `left` defaults to the open one, `right` is chosen if not given. */
  compareRuns(left?: RunReference, right?: RunReference): void;
  /** Opens the dialog that resends the open run to a live agent. */
  openResend(): void;
  toggleRail(): void;
  toggleInspector(): void;
  showInspector(): void;
  /** Opens or closes the content under the selected row. */
  expandRow(open: boolean): void;
  showCard(): void;
  /** Opens the credentials for the origin of a URL, by default that of the agent. */
  openCredentials(url?: string): void;
  /** Opens the limits and scrolls to one if given. */
  openLimits(limit?: LimitName): void;
  toggleTheme(): void;
  setDialects(settings: DialectSettings): void;
  openDialects(): void;
  /** Opens or closes the list of the run's problems. */
  toggleProblems(): void;
  /** Opens the page of a rule, or the list of all rules. */
  openRules(rule?: string): void;
  /** Opens the dialect settings with a new rule that matches rows like the selected one. */
  createRule(): void;
  /** Opens the operations, with an operation and a task selected if given. */
  openOperations(operation?: "get", taskId?: string): void;
  /** Gets a task, by default the current one, and compares it with what was streamed. */
  compareStoredTask(taskId?: string): void;
  /** Opens the request of an exchange, by default the current one, for editing and resending. */
  editAndResend(exchange?: string): void;
  goHome(): void;
}

export interface RecordingField {
  readonly id: string;
  readonly field: "name" | "tags";
}

export interface CommandContext {
  readonly run: RunStore;
  readonly agent: AgentStore;
  readonly view: ViewStore;
  readonly screen: UiActions;
  /** The page has no server: it only shows the run that is embedded in it. */
  readonly standsAlone: boolean;
}
