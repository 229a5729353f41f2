"use client";
// Line between the rows up to the playhead and those after it, with the way back to the end.
import { jumpToEnd } from "../../lib/session/playback.ts";
import { countScopeEvents, countScopeEventsUpTo } from "../../lib/timeline/scope.ts";
import { usePlayheadEvent, useRun, useSession, useView } from "../session.tsx";
import { formatCount } from "../ui/format.ts";

export const DIVIDER_HEIGHT = 20;

/** Drawn in the inset that the list keeps above the row. */
const DIVIDER =
  "absolute inset-x-0 bottom-full row-start-1 flex h-5 items-center justify-between px-3 text-11/5 text-accent before:absolute before:inset-x-0 before:top-[9.5px] before:h-px before:bg-accent-line *:relative *:bg-bg-1 *:px-1.5 forced-colors:border-y forced-colors:border-[Highlight] forced-colors:text-[CanvasText] forced-colors:before:hidden";

/** A row contains only cells. */
const CELL_PROPS = { role: "gridcell" } as const;

export function PlayheadDivider() {
  const session = useSession();
  const timeline = useRun((run) => run.timeline);
  const scope = useView((state) => state.scope);
  const playhead = usePlayheadEvent();
  return (
    <div {...CELL_PROPS} data-part="divider" className={DIVIDER}>
      <span>
        Playhead · event {formatCount(countScopeEventsUpTo(timeline, scope, playhead))} of{" "}
        {formatCount(countScopeEvents(timeline, scope))}
      </span>
      <button type="button" tabIndex={-1} onClick={() => jumpToEnd(session)}>
        Return to end
      </button>
    </div>
  );
}
