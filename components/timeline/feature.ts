/** Feature: the rows of the run, the playhead and the filter. */
import { hasColumnChoices, NO_COLUMN_CHOICES } from "../../lib/session/columns.ts";
import { isReadingFile } from "../../lib/session/run-selectors.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { toggleNoise } from "../../lib/session/view.ts";
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
function createLineAction(
  act: (lines: typeof import("../../lib/session/row-navigation.ts"), app: AppContext) => void,
) {
  return (app: AppContext) =>
    void import("../../lib/session/row-navigation.ts").then((lines) => act(lines, app));
}

const isLineSelected = ({ view }: AppContext) =>
  view.getState().selected !== null || view.getState().selectedLine !== null;

const keyOnly = (...keys: string[]) => ({ keys, byKeyOnly: true, enabled: hasEvents });

const LINE_COMMANDS: readonly Command[] = [
  createCommand(
    "Navigate",
    "row-next",
    "Next row",
    createLineAction(({ stepLine }, app) => stepLine(app, 1)),
    keyOnly("down", "j"),
  ),
  createCommand(
    "Navigate",
    "row-before",
    "Previous row",
    createLineAction(({ stepLine }, app) => stepLine(app, -1)),
    keyOnly("up", "k"),
  ),
  createCommand(
    "Navigate",
    "collapse",
    "Collapse row",
    createLineAction(({ collapseLine }, app) => collapseLine(app)),
    { ...keyOnly("left"), enabled: isLineSelected },
  ),
  createCommand(
    "Navigate",
    "expand",
    "Expand row",
    createLineAction(({ expandLine }, app) => expandLine(app)),
    { ...keyOnly("right"), enabled: isLineSelected },
  ),
  createCommand(
    "View",
    "collapse-turns",
    "Collapse all turns",
    createLineAction(({ setAllGroupsExpanded }, app) => setAllGroupsExpanded(app, false)),
    { keys: ["shift+left"], enabled: hasEvents },
  ),
  createCommand(
    "View",
    "expand-turns",
    "Expand all turns",
    createLineAction(({ setAllGroupsExpanded }, app) => setAllGroupsExpanded(app, true)),
    { keys: ["shift+right"], enabled: hasEvents },
  ),
];

/** Loads with the rows. */
const createSelectedRowAction =
  (act: (commands: typeof import("./row-commands.ts"), app: AppContext) => void) =>
  (app: AppContext) =>
    void import("./row-commands.ts").then((commands) => act(commands, app));

const onRow = { enabled: isRowSelected };

function isRowPinned({ view }: AppContext): boolean {
  const { selected, pinned } = view.getState();
  return selected !== null && pinned.includes(selected);
}

/** What the menu of a row offers, with the commands of other features. */
const SELECTED_ROW_COMMANDS: readonly Command[] = [
  createCommand(
    "View",
    "row-copy",
    "Copy row text",
    createSelectedRowAction(({ copyRowText }, app) => copyRowText(app)),
    onRow,
  ),
  createCommand(
    "View",
    "row-json",
    "Copy row JSON",
    createSelectedRowAction(({ copyRowJson }, app) => copyRowJson(app)),
    { ...onRow, synonyms: "frame, body, payload" },
  ),
  createCommand(
    "View",
    "row-link",
    "Copy link to row",
    createSelectedRowAction(({ copyRowLink }, app) => copyRowLink(app)),
    { ...onRow, synonyms: "share, url, permalink" },
  ),
  createCommand(
    "View",
    "row-curl",
    "Copy as curl",
    createSelectedRowAction(({ copyRowCurl }, app) => void copyRowCurl(app)),
    { ...onRow, synonyms: "request, command" },
  ),
  createCommand(
    "View",
    "row-pin",
    "Pin row",
    createSelectedRowAction(({ toggleRowPin }, app) => toggleRowPin(app)),
    {
      enabled: (app) => isRowSelected(app) && !isRowPinned(app),
      synonyms: "bookmark, keep on top",
    },
  ),
  createCommand(
    "View",
    "row-unpin",
    "Unpin row",
    createSelectedRowAction(({ toggleRowPin }, app) => toggleRowPin(app)),
    { enabled: isRowPinned, synonyms: "bookmark" },
  ),
  createCommand(
    "View",
    "row-filter",
    "Show only rows of this kind",
    createSelectedRowAction(({ filterLikeRow }, app) => filterLikeRow(app)),
    onRow,
  ),
  createCommand(
    "View",
    "row-evidence",
    "Go to evidence",
    createSelectedRowAction(({ showRowEvidence }, app) => showRowEvidence(app)),
    onRow,
  ),
];

const PLAYHEAD_COMMANDS: readonly Command[] = [
  createCommand(
    "Navigate",
    "event-before",
    "Previous event",
    createPlaybackAction(({ stepEvent }, app) => stepEvent(app, -1)),
    { synonyms: "time travel, step back, back, rewind", keys: ["["], enabled: hasEvents },
  ),
  createCommand(
    "Navigate",
    "event-next",
    "Next event",
    createPlaybackAction(({ stepEvent }, app) => stepEvent(app, 1)),
    { synonyms: "step, forward, time travel", keys: ["]"], enabled: hasEvents },
  ),
  createCommand(
    "Navigate",
    "state-before",
    "Previous state change",
    createPlaybackAction(({ stepStateChange }, app) => stepStateChange(app, -1)),
    { synonyms: "step back, time travel", keys: ["shift+["], enabled: hasEvents },
  ),
  createCommand(
    "Navigate",
    "state-next",
    "Next state change",
    createPlaybackAction(({ stepStateChange }, app) => stepStateChange(app, 1)),
    { synonyms: "step, time travel", keys: ["shift+]"], enabled: hasEvents },
  ),
  createCommand(
    "Navigate",
    "play",
    "Play or pause",
    createPlaybackAction(({ togglePlayback }, app) => togglePlayback(app)),
    { synonyms: "replay, animate, time travel", keys: ["space"], enabled: hasEvents },
  ),
  createCommand(
    "Navigate",
    "start",
    "Jump to start",
    createPlaybackAction(({ jumpToStart }, app) => jumpToStart(app)),
    { synonyms: "rewind, beginning, time travel", keys: ["Home"], enabled: hasEvents },
  ),
  createCommand(
    "Navigate",
    "end",
    "Jump to end and follow",
    createPlaybackAction(({ jumpToEnd }, app) => jumpToEnd(app)),
    { synonyms: "live, tail", keys: ["End"], enabled: hasEvents },
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
      synonyms: "abort",
      enabled: ({ run }) => isReadingFile(run.getState()),
    }),
    ...LINE_COMMANDS,
    createCommand("View", "timing", "Show timing", () => emitUiEvent("show-timing"), {
      synonyms: "latency, slow, performance",
      enabled: hasEvents,
    }),
    ...PLAYHEAD_COMMANDS,
    ...SELECTED_ROW_COMMANDS,
    createCommand("View", "filter", "Filter rows", () => emitUiEvent("focus-filter"), {
      synonyms: "search, find, grep",
      keys: ["/"],
      enabled: isRunOpen,
    }),
    createCommand("View", "noise", "Hide or show protocol noise", ({ view }) => toggleNoise(view), {
      synonyms: "keep-alive, clutter",
      keys: ["shift+h"],
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
      {
        synonyms: "range, brush",
        keys: ["z"],
        enabled: ({ view }) => view.getState().brush !== null,
      },
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
