// Commands that save the open log or the selected time range to the library.

import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { RecordSelector } from "../../lib/export/record-selector.ts";
import { createHeaderWriter } from "../../lib/log/log-header.ts";
import { createDerivedName, getRecordingTitle } from "../../lib/report/recordings.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { getMarkedSelection, getNotesInSelection } from "../../lib/session/marked-selection.ts";
import { convertToRecordLines } from "../../lib/session/record-lines.ts";
import type { Run } from "../../lib/session/run.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import type { View } from "../../lib/session/view.ts";
import { getErrorMessage } from "../../lib/text/error-message.ts";
import type { AppContext } from "../app-shell/feature.ts";
import { boundText } from "../ui/bounded-text.ts";
import { formatQuantity } from "../ui/format.ts";
import { showFailureToast, showToast } from "../ui/toast.tsx";
import { getKeptLogsStore } from "./kept-logs-store.ts";
import { saveLogFile } from "./save-log-file.ts";

/** Saves a log that was opened from a file. It then stays open as a recording, in the same view. */
export async function saveOpenLog(app: AppContext): Promise<void> {
  const { run, view } = app;
  const { source } = run.getState();
  if (source?.kind !== "file") return;
  try {
    const saved = await saveLogFile(source.file);
    showSavedToast(saved);
    void getKeptLogsStore(app).getState().forgetSaved(source.file, saved);
    if (run.getState().source !== source) return;
    const viewState = view.getState();
    run.openRecording(saved.id, source.file.name);
    view.setState(viewState);
  } catch (error) {
    showFailureToast(error);
  }
}

export async function saveOpenTimeRange({
  run,
  view,
  agent,
}: Pick<AppContext, "run" | "view" | "agent">): Promise<void> {
  try {
    const saved = await saveMarkedRange(run.getState(), view.getState());
    showSavedToast(saved, () => {
      agent.disconnect();
      run.openRecording(saved.id, saved.name);
    });
  } catch (error) {
    showFailureToast(error);
  }
}

/** Saves several logs and opens the first. What is no log is named, and stops none of the others. */
export async function openSavedLogs(app: AppContext, files: readonly File[]): Promise<void> {
  const { run, agent } = app;
  const saved: RecordingSummary[] = [];
  const failed: string[] = [];
  for (const file of files) {
    try {
      const recording = await saveLogFile(file);
      saved.push(recording);
      if (saved.length > 1) continue;
      agent.disconnect();
      run.openRecording(recording.id, recording.name);
    } catch (error) {
      failed.push(`${file.name}: ${getErrorMessage(error)}`);
    }
  }
  emitUiEvent("library-changed");
  const problems = failed.length === 0 ? "" : `. Not saved: ${failed.join("; ")}`;
  showToast({
    text: boundText(`Saved ${formatQuantity(saved.length, "log")} to the library${problems}`),
    action: { label: "Library", run: () => app.dialogs.getState().openDialog("library") },
  });
}

function showSavedToast(saved: RecordingSummary, open?: () => void): void {
  emitUiEvent("library-changed");
  showToast({
    text: (
      <>
        Saved <b>{getRecordingTitle(saved)}</b>
      </>
    ),
    ...(open && { action: { label: "Open", run: open } }),
  });
}

/** Saves the selected time range of the open run as a new recording. The run does not change. */
async function saveMarkedRange(run: Run, view: View): Promise<RecordingSummary> {
  const { source, timeline } = run;
  const selection = getMarkedSelection(timeline, view);
  if (!source || !selection) throw new Error("No events are selected.");
  const log = source.kind === "file" ? source.file.stream() : await apiClient.log(source.id);
  const selector = new RecordSelector(timeline, selection);
  const addHeader = createHeaderWriter(run.name);
  const exchanges = new Set<string>();
  const saved = await apiClient.saveRecording(
    await convertToRecordLines(log, function* (record, format) {
      for (const one of addHeader(record, format)) {
        for (const kept of selector.push(one)) {
          if (kept.r === "open") exchanges.add(kept.x);
          yield kept;
        }
      }
    }),
  );
  const metadata = source.kind === "recording" ? await apiClient.getMetadata(source.id) : null;
  await apiClient.updateMetadata(saved.id, {
    name: createDerivedName({ ...saved, given: metadata?.name ?? null }, "trimmed"),
    addTags: metadata?.tags ?? [],
    notes: getNotesInSelection(timeline, selection, metadata?.notes ?? []).map(
      ({ x, event, text }) => ({
        x,
        event,
        text,
      }),
    ),
    edges: (metadata?.edges ?? []).filter(({ x }) => exchanges.has(x)),
  });
  return saved;
}
