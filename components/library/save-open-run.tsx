// Commands that save the open log or the selected time range to the library.

import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { getRecordingTitle } from "../../lib/report/recordings.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import type { AppContext } from "../app-shell/feature.ts";
import { showFailureToast, showToast } from "../ui/toast.tsx";
import { getKeptLogsStore } from "./kept-logs-store.ts";
import { saveFile, saveMarkedRange } from "./save-recording.ts";

/** Saves a log that was opened from a file. It then stays open as a recording, in the same view. */
export async function saveOpenLog(app: AppContext): Promise<void> {
  const { run, view } = app;
  const { source } = run.getState();
  if (source?.kind !== "file") return;
  try {
    const saved = await saveFile(source.file);
    showSavedToast(saved);
    void getKeptLogsStore(app).getState().forgetSaved(source.file);
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
