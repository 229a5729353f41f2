"use client";
// The marked span as a recording of its own.
import { isTrimmable } from "../../lib/session/run-selectors.ts";
import { useAppContext } from "../app-context.tsx";
import { useRun, useView } from "../session.tsx";
import { IconButton } from "../ui/button.tsx";

export function TimeRangeActions() {
  const { screen, view } = useAppContext();
  const isMarked = useView(({ brush, zoom }) => (brush ?? zoom) !== null);
  const isFit = useRun((run) => isTrimmable(run, view.getState()));
  if (!isMarked || !isFit) return null;
  return (
    <IconButton
      icon="cut"
      label="Keep it as a recording"
      size={24}
      onClick={() => screen.saveTimeRange()}
    />
  );
}
