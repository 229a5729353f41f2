// Compares the open recording with the last run of its message that ended well.
import { findLastGoodRun } from "../../lib/report/compare-candidates.ts";
import { getRecordingTitle } from "../../lib/report/recordings.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import type { AppContext } from "../app-shell/feature.ts";
import { showFailureToast, showToast } from "../ui/toast.tsx";

export async function compareLastGood({ run, actions }: AppContext): Promise<void> {
  const { source } = run.getState();
  if (source?.kind !== "recording") return;
  try {
    const { recordings } = await apiClient.getLibrary();
    const open = recordings.find(({ id }) => id === source.id);
    const good = open && findLastGoodRun(recordings, open);
    if (!good) return showToast({ text: "No other run of this message to this agent ended well." });
    actions.compareRuns(undefined, {
      kind: "recording",
      id: good.id,
      name: getRecordingTitle(good),
    });
  } catch (error) {
    showFailureToast(error);
  }
}
