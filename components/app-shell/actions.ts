/** Actions that features offer to each other, so that none imports another only to start something. */
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import type { RequestContent } from "../../lib/requests/schemas.ts";
import type { RunReference } from "../../lib/session/load-run.ts";

export interface FeatureActions {
  /** Lets the user choose a log, an agent card or a report of ACTS, and opens it. */
  chooseFile(): void;
  /** Opens a log, an agent card or a report of ACTS. */
  openFile(file: File): void;
  /** Opens the first of several logs and saves all of them; a single one as `openFile` does. */
  openFiles(files: readonly File[]): void;
  /** Saves several logs and opens the first. */
  openSavedLogs(files: readonly File[]): void;
  /** Opens a log that is not saved by itself. */
  openExample(file: File): void;
  /** Joins a trace to the open run; resolves to false if the file is none, or of other calls. */
  joinTrace(file: File): Promise<boolean>;
  /** The address of traces in the backend has changed; `null` if none is set. */
  setTraceUrl(traceUrl: string | null): void;
  /** Opens the trace of a call in the backend. */
  openTrace(exchange: string): void;
  /** Loads the list of the unsaved logs that this browser keeps. */
  loadUnsavedLogs(): Promise<void>;
  /** The unsaved log with the id; `null` if this browser does not keep it, or no longer. */
  takeUnsavedLog(id: string): File | null;
  /** The id by which this browser keeps a file; `null` if it does not. */
  getUnsavedLogId(file: File): string | null;
  /** Stops what is being recorded into a recording. */
  stopRecording(recording: RecordingSummary): void;
  /** Shows the timeline again if a card is shown. */
  closeCard(): void;
  /** Puts a text into the message box. */
  writeMessage(text: string): void;
  /** Opens the request of an exchange, by default the current one, for editing and resending. */
  editAndResend(exchange?: string): void;
  /** Opens the save dialog with what is in the composer, or in its request editor. */
  saveDraft(): void;
  /** Opens the save dialog with the request of an exchange. */
  saveExchange(exchange: string): void;
  /** Puts saved content into the composer, or into its request editor. */
  openContent(content: RequestContent): void;
  /** Sends saved content. Resolves to why it was not sent, or to `null`. */
  sendContent(content: RequestContent): Promise<string | null>;
  /** Gets a task, by default the current one, and compares it with what was streamed. */
  compareStoredTask(taskId?: string): void;
  /** Keeps the text of a report of ACTS as a grade and shows it. */
  openActsReport(text: string): void;
  /** Compares two runs: `left` defaults to the open one, `right` is chosen if not given. */
  compareRuns(left?: RunReference, right?: RunReference): void;
}

const doNothing = () => undefined;

/** Actions of the features that a page does not have. */
export const NO_ACTIONS: FeatureActions = {
  chooseFile: doNothing,
  openFile: doNothing,
  openFiles: doNothing,
  openSavedLogs: doNothing,
  openExample: doNothing,
  joinTrace: () => Promise.resolve(false),
  setTraceUrl: doNothing,
  openTrace: doNothing,
  loadUnsavedLogs: () => Promise.resolve(),
  takeUnsavedLog: () => null,
  getUnsavedLogId: () => null,
  stopRecording: doNothing,
  closeCard: doNothing,
  writeMessage: doNothing,
  editAndResend: doNothing,
  saveDraft: doNothing,
  saveExchange: doNothing,
  openContent: doNothing,
  sendContent: () => Promise.resolve(null),
  compareStoredTask: doNothing,
  openActsReport: doNothing,
  compareRuns: doNothing,
};
