// The commands that keep what is open, and what they say when it is done.
import { getRecordingTitle } from "../../lib/report/recordings.ts";
import type { CommandContext } from "../../lib/session/command-context.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import type { RecordingSummary } from "../../lib/wire/api-types.ts";
import { showToast } from "../ui/toast.tsx";
import { saveFile, saveMarkedRange } from "./save-recording.ts";
import { showFailureToast } from "./use-recording-actions.tsx";

/** The log that was opened from a file; from then on it is open as a recording, at the same place. */
export async function saveOpenLog({
  run,
  view,
}: Pick<CommandContext, "run" | "view">): Promise<void> {
  const { source } = run.getState();
  if (source?.kind !== "file") return;
  try {
    const kept = await saveFile(source.file);
    showSavedToast(kept);
    if (run.getState().source !== source) return;
    const place = view.getState();
    run.openRecording(kept.id, source.file.name);
    view.setState(place);
  } catch (error) {
    showFailureToast(error);
  }
}

export async function saveOpenTimeRange({
  run,
  view,
  agent,
}: Pick<CommandContext, "run" | "view" | "agent">): Promise<void> {
  try {
    const kept = await saveMarkedRange(run.getState(), view.getState());
    showSavedToast(kept, () => {
      agent.disconnect();
      run.openRecording(kept.id, kept.name);
    });
  } catch (error) {
    showFailureToast(error);
  }
}

function showSavedToast(kept: RecordingSummary, open?: () => void): void {
  emitUiEvent("library-changed");
  showToast({
    text: (
      <>
        Kept <b>{getRecordingTitle(kept)}</b>
      </>
    ),
    ...(open && { action: { label: "Open", run: open } }),
  });
}
