// Stops what is being recorded into a recording, and says so.
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { getRecordingTitle } from "../../lib/report/recordings.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { boundText } from "../ui/bounded-text.ts";
import { showFailureToast, showToast } from "../ui/toast.tsx";

/** Closes its connections without telling the agent to stop. */
export async function stopRecording(recording: RecordingSummary): Promise<void> {
  try {
    const { aborted } = await apiClient.abortAll(recording.id);
    const title = <b>{boundText(getRecordingTitle(recording))}</b>;
    showToast({ text: aborted === 0 ? <>{title} has already ended</> : <>Stopped {title}</> });
  } catch (error) {
    showFailureToast(error);
  }
  emitUiEvent("library-changed");
}
