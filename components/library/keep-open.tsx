// The commands that keep what is open, and what they say when it is done.
import { getRecordingTitle } from "../../lib/report/recordings.ts";
import type { Desk } from "../../lib/session/desk.ts";
import { signal } from "../../lib/session/signals.ts";
import type { RecordingSummary } from "../../lib/wire/api-types.ts";
import { showToast } from "../ui/toast.tsx";
import { keepFile, keepMarked } from "./keep.ts";
import { tellFailure } from "./use-actions.tsx";

/** The log that was opened from a file; from then on it is open as a recording, at the same place. */
export async function keepOpenLog({ run, view }: Pick<Desk, "run" | "view">): Promise<void> {
  const { source } = run.getState();
  if (source?.kind !== "file") return;
  try {
    const kept = await keepFile(source.file);
    tellKept(kept);
    if (run.getState().source !== source) return;
    const place = view.getState();
    run.openRecording(kept.id, source.file.name);
    view.setState(place);
  } catch (error) {
    tellFailure(error);
  }
}

export async function keepOpenSpan({
  run,
  view,
  agent,
}: Pick<Desk, "run" | "view" | "agent">): Promise<void> {
  try {
    const kept = await keepMarked(run.getState(), view.getState());
    tellKept(kept, () => {
      agent.disconnect();
      run.openRecording(kept.id, kept.name);
    });
  } catch (error) {
    tellFailure(error);
  }
}

function tellKept(kept: RecordingSummary, open?: () => void): void {
  signal("library-changed");
  showToast({
    text: (
      <>
        Kept <b>{getRecordingTitle(kept)}</b>
      </>
    ),
    ...(open && { action: { label: "Open", run: open } }),
  });
}
