// Stops what is being recorded into a recording, and says so.
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { getRecordingTitle } from "../../lib/report/recordings.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { boundText } from "../ui/bounded-text.ts";
import { showToast } from "../ui/toast.tsx";

/** Closes its connections without telling the agent to stop. Rejects if something else records it. */
export async function stopRecording(recording: RecordingSummary): Promise<void> {
  const { aborted } = await apiClient.abortAll(recording.id);
  showToast({
    text: (
      <>
        {aborted === 0 ? "Nothing runs any more in" : "Stopped"}{" "}
        <b>{boundText(getRecordingTitle(recording))}</b>
      </>
    ),
  });
}
