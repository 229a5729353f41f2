// Deletes recordings with undo, closes the open one among them, and keeps those that are still recorded.
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { getRecordingTitle } from "../../lib/report/recordings.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import type { AppContext } from "../app-shell/feature.ts";
import { formatQuantity } from "../ui/format.ts";
import { showFailureToast, showToast } from "../ui/toast.tsx";
import { getDeletionStore, splitLiveRecordings } from "./deletions.tsx";

/** Deletes what is not being recorded. */
export function deleteRecordings(app: AppContext, list: readonly RecordingSummary[]): void {
  if (list.length === 0) return;
  const { run, agent } = app;
  const { source } = run.getState();
  const opened = list.find(({ id }) => source?.kind === "recording" && id === source.id);
  if (opened) {
    agent.disconnect();
    run.close();
  }
  getDeletionStore(app)
    .getState()
    .deleteWithUndo({
      ids: list.map(({ id }) => id),
      name: formatRecordingNames(list),
      restore: () => opened && run.openRecording(opened.id, opened.name),
      onDeleted(live) {
        showLiveToast(list.filter(({ id }) => live.includes(id)));
        emitUiEvent("library-changed");
      },
    });
}

export async function deleteOpenRecording(app: AppContext): Promise<void> {
  const { source } = app.run.getState();
  if (source?.kind !== "recording") return;
  try {
    const { recordings } = await apiClient.getLibrary();
    const opened = recordings.filter(({ id }) => id === source.id);
    const { idle, live } = await splitLiveRecordings(opened, async () => recordings);
    showLiveToast(live);
    deleteRecordings(app, idle);
  } catch (error) {
    showFailureToast(error);
  }
}

/** Deleting these would close their connection, so they are kept and named. */
export function showLiveToast(live: readonly RecordingSummary[]): void {
  if (live.length === 0) return;
  showToast({
    text: (
      <>
        <b>{formatRecordingNames(live)}</b> {live.length === 1 ? "is" : "are"} still being recorded
      </>
    ),
  });
}

function formatRecordingNames(list: readonly RecordingSummary[]): string {
  const [first] = list;
  return first && list.length === 1
    ? getRecordingTitle(first)
    : formatQuantity(list.length, "recording");
}
