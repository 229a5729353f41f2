/** Feature: the rows of the run, the playhead and the filter. */
import { hasColumnChoices, NO_COLUMN_CHOICES } from "../../lib/session/columns.ts";
import { isReadingFile } from "../../lib/session/run-selectors.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { createCommand, hasEvents, isRowSelected, isRunOpen } from "../app-shell/commands.ts";
import type { AppContext, Command, Feature } from "../app-shell/feature.ts";
import type { LayoutStore } from "../app-shell/layout.ts";
import { showToast } from "../ui/toast.tsx";

/** Playback loads together with the panes: without them there is nothing to navigate. */
function createPlaybackAction(
  act: (playback: typeof import("../../lib/session/playback.ts"), app: AppContext) => void,
) {
  return (app: AppContext) =>
    void import("../../lib/session/playback.ts").then((playback) => act(playback, app));
}

/** Loads with the rows. */
const createExpandAction = (isExpanded: boolean) => (app: AppContext) =>
  void import("./expand-row.ts").then(({ expandSelectedRow }) =>
    expandSelectedRow(app, isExpanded),
  );

const keyOnly = (...keys: string[]) => ({ keys, byKeyOnly: true, enabled: hasEvents });

const ROW_COMMANDS: readonly Command[] = [
  createCommand(
    "Navigate",
    "row-next",
    "Next row",
    createPlaybackAction(({ selectRow }, app) => selectRow(app, 1)),
    keyOnly("down", "j"),
  ),
  createCommand(
    "Navigate",
    "row-before",
    "Previous row",
    createPlaybackAction(({ selectRow }, app) => selectRow(app, -1)),
    keyOnly("up", "k"),
  ),
  createCommand("Navigate", "collapse", "Collapse row", createExpandAction(false), {
    ...keyOnly("left"),
    enabled: isRowSelected,
  }),
  createCommand("Navigate", "expand", "Expand row", createExpandAction(true), {
    ...keyOnly("right"),
    enabled: isRowSelected,
  }),
];

const PLAYHEAD_COMMANDS: readonly Command[] = [
  createCommand(
    "Navigate",
    "event-before",
    "Previous event",
    createPlaybackAction(({ stepEvent }, app) => stepEvent(app, -1)),
    keyOnly("["),
  ),
  createCommand(
    "Navigate",
    "event-next",
    "Next event",
    createPlaybackAction(({ stepEvent }, app) => stepEvent(app, 1)),
    keyOnly("]"),
  ),
  createCommand(
    "Navigate",
    "state-before",
    "Previous state change",
    createPlaybackAction(({ stepStateChange }, app) => stepStateChange(app, -1)),
    { keys: ["shift+["], enabled: hasEvents },
  ),
  createCommand(
    "Navigate",
    "state-next",
    "Next state change",
    createPlaybackAction(({ stepStateChange }, app) => stepStateChange(app, 1)),
    { keys: ["shift+]"], enabled: hasEvents },
  ),
  createCommand(
    "Navigate",
    "play",
    "Play or pause",
    createPlaybackAction(({ togglePlayback }, app) => togglePlayback(app)),
    { keys: ["space"], enabled: hasEvents },
  ),
  createCommand(
    "Navigate",
    "start",
    "Jump to start",
    createPlaybackAction(({ jumpToStart }, app) => jumpToStart(app)),
    { keys: ["Home"], enabled: hasEvents },
  ),
  createCommand(
    "Navigate",
    "end",
    "Jump to end and follow",
    createPlaybackAction(({ jumpToEnd }, app) => jumpToEnd(app)),
    { keys: ["End"], enabled: hasEvents },
  ),
];

/** Forgets which columns the user chose and how wide they are; a toast offers to undo it. */
export function resetColumns({ getState }: LayoutStore): void {
  const { columns, setColumns } = getState();
  setColumns(NO_COLUMN_CHOICES);
  showToast({
    text: "Columns reset",
    action: { label: "Undo", run: () => setColumns(columns) },
  });
}

export const timelineFeature: Feature = {
  commands: [
    createCommand("Log", "stop", "Stop reading log", ({ run }) => run.stopReading(), {
      enabled: ({ run }) => isReadingFile(run.getState()),
    }),
    ...ROW_COMMANDS,
    ...PLAYHEAD_COMMANDS,
    createCommand("View", "filter", "Filter rows", () => emitUiEvent("focus-filter"), {
      keys: ["/"],
      enabled: isRunOpen,
    }),
    createCommand(
      "View",
      "density",
      "Switch row height",
      ({ layout }) => {
        const { density, setDensity } = layout.getState();
        setDensity(density === "compact" ? "comfortable" : "compact");
      },
      { enabled: isRunOpen },
    ),
    createCommand("View", "columns-reset", "Reset columns", ({ layout }) => resetColumns(layout), {
      enabled: ({ layout }) => hasColumnChoices(layout.getState().columns),
    }),
    createCommand(
      "View",
      "zoom",
      "Zoom to range",
      createPlaybackAction(({ zoomToBrush }, app) => zoomToBrush(app)),
      { keys: ["z"], enabled: ({ view }) => view.getState().brush !== null },
    ),
    createCommand(
      "View",
      "zoom-reset",
      "Reset zoom",
      createPlaybackAction(({ resetZoom }, app) => resetZoom(app)),
      {
        keys: ["shift+z"],
        enabled: ({ view }) => view.getState().zoom !== null || view.getState().brush !== null,
      },
    ),
  ],
};
