"use client";
// Button that saves the selected time range as a recording.
import { isTrimmable } from "../../lib/session/run-selectors.ts";
import { useAppContext } from "../app-context.tsx";
import { useRun, useView } from "../session.tsx";
import { IconButton } from "../ui/button.tsx";
import { saveOpenTimeRange } from "./save-actions.ts";

export function TimeRangeActions() {
  const app = useAppContext();
  const isMarked = useView(({ brush, zoom }) => (brush ?? zoom) !== null);
  const canTrim = useRun((run) => isTrimmable(run, app.view.getState()));
  if (!isMarked || !canTrim) return null;
  return (
    <IconButton
      icon="cut"
      label="Save as recording"
      size={24}
      onClick={() => saveOpenTimeRange(app)}
    />
  );
}
