/** The table of all commands, which the palette, the keyboard map and the shortcut sheet share. */

import type { TaskLane } from "../timeline/task.ts";
import { isDiscovery } from "../timeline/timeline-queries.ts";
import type { CommandContext, RecordingField } from "./command-context.ts";
import {
  findUnfinishedTask,
  getRunningExchanges,
  isFileLoaded,
  isReadingFile,
  isTrimmable,
} from "./run-selectors.ts";
import { emitUiEvent } from "./ui-events.ts";
import { getDialectSettings, TABS, type Tab } from "./view.ts";

export const COMMAND_GROUPS = ["Agent", "Log", "Navigate", "View", "General"] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** Key chords, each of which runs the command: `mod+k`, `shift+[`. */
  readonly keys: readonly string[];
  /** Not in the palette, where it would be useless. */
  readonly byKeyOnly?: boolean;
  /** The pages that have the command: those with a server, standalone ones, or both. */
  readonly on: "served" | "alone" | "both";
  enabled(app: CommandContext): boolean;
  run(app: CommandContext): void;
}

const always = () => true;
const isOpen = ({ run }: CommandContext) => run.getState().source !== null;
const isRecording = ({ run }: CommandContext) => run.getState().source?.kind === "recording";
const hasEvents = ({ run }: CommandContext) => run.getState().timeline.lastEvent >= 0;
const isConnected = ({ agent }: CommandContext) => agent.getState().endpoint !== null;
const hasTask = ({ run }: CommandContext) =>
  run.getState().timeline.tasks.some(({ id }) => id !== "");
const hasCalls = ({ run }: CommandContext) => run.getState().timeline.calls > 0;
const isSelected = ({ view }: CommandContext) => view.getState().selected !== null;
const hasCard = ({ run, agent }: CommandContext) =>
  agent.getState().card !== null || run.getState().timeline.exchanges.some(isDiscovery);

type CommandOptions = Partial<Pick<Command, "keys" | "byKeyOnly" | "on" | "enabled">>;

/** Groups whose commands need a server. */
const SERVER_GROUPS: ReadonlySet<CommandGroup> = new Set<CommandGroup>(["Agent", "Log"]);

function createCommand(
  group: CommandGroup,
  id: string,
  title: string,
  run: Command["run"],
  extra: CommandOptions = {},
): Command {
  const on = SERVER_GROUPS.has(group) ? "served" : "both";
  return { id, title, group, run, keys: [], on, enabled: always, ...extra };
}

const keyOnly = (...keys: string[]) => ({ keys, byKeyOnly: true, enabled: hasEvents });

/** Playback loads together with the panes: without them there is nothing to navigate. */
function createPlaybackAction(
  act: (playback: typeof import("./playback.ts"), app: CommandContext) => void,
) {
  return (app: CommandContext) =>
    void import("./playback.ts").then((playback) => act(playback, app));
}

/** Problem navigation depends on the rules, so it loads on first use as well. */
function createProblemAction(delta: 1 | -1) {
  return (app: CommandContext) =>
    void import("./problem-navigation.ts").then(({ stepProblem }) => stepProblem(app, delta));
}

export const COMMANDS: readonly Command[] = [
  createCommand("Agent", "address", "Focus address", () => emitUiEvent("focus-address"), {
    keys: ["mod+l"],
  }),
  createCommand("Agent", "message", "Write a message", () => emitUiEvent("focus-composer"), {
    enabled: isConnected,
  }),
  createCommand("Agent", "send", "Send", () => emitUiEvent("send-message"), {
    keys: ["mod+enter"],
    enabled: isConnected,
  }),
  createCommand("Agent", "attach", "Attach a file", () => emitUiEvent("attach-file"), {
    enabled: isConnected,
  }),
  createCommand("Agent", "data", "Add a data part", () => emitUiEvent("add-data"), {
    enabled: isConnected,
  }),
  createCommand("Agent", "options", "Message options", () => emitUiEvent("show-options"), {
    enabled: isConnected,
  }),
  createCommand("Agent", "cancel", "Cancel task", cancelTask, {
    keys: ["mod+."],
    enabled: (app) => findCancellableTask(app) !== null,
  }),
  createCommand("Agent", "hang-up", "Stop watching", hangUp, {
    enabled: (app) => getRunningExchanges(app.run.getState()).length > 0,
  }),
  createCommand(
    "Agent",
    "operations",
    "Operations on tasks",
    ({ screen }) => screen.openOperations(),
    {
      keys: ["o"],
      enabled: isConnected,
    },
  ),
  createCommand(
    "Agent",
    "compare",
    "Compare with the stored task",
    ({ screen }) => screen.compareStoredTask(),
    { keys: ["g"], on: "both", enabled: hasTask },
  ),
  createCommand("Agent", "new", "New conversation", () => emitUiEvent("new-conversation"), {
    enabled: isConnected,
  }),
  createCommand("Agent", "curl", "Copy request as curl", () => emitUiEvent("copy-request"), {
    enabled: isConnected,
  }),
  createCommand(
    "Agent",
    "curl-secrets",
    "Copy request as curl with secrets",
    () => emitUiEvent("copy-request-secrets"),
    { enabled: isConnected },
  ),
  ...(
    [
      ["copy-fetch", "Copy request as JavaScript fetch"],
      ["copy-python", "Copy request as Python"],
      ["copy-javascript-sdk", "Copy request as JavaScript SDK code"],
      ["copy-python-sdk", "Copy request as Python SDK code"],
    ] as const
  ).map(([name, title]) =>
    createCommand("Agent", name, title, () => emitUiEvent(name), { enabled: isConnected }),
  ),
  createCommand(
    "Agent",
    "edit-request",
    "Edit request before sending",
    () => emitUiEvent("edit-request"),
    {
      enabled: isConnected,
    },
  ),
  createCommand("Agent", "again", "Edit and resend", ({ screen }) => screen.editAndResend(), {
    keys: ["e"],
    enabled: (app) => isConnected(app) && hasCalls(app),
  }),
  createCommand("Agent", "card", "Show agent card", ({ screen }) => screen.showCard(), {
    on: "both",
    enabled: hasCard,
  }),
  createCommand("Agent", "credentials", "Edit credentials", ({ screen }) =>
    screen.openCredentials(),
  ),
  createCommand("Agent", "limits", "Change limits", ({ screen }) => screen.openLimits()),
  createCommand("Log", "open", "Open a log", ({ screen }) => screen.chooseFile(), {
    keys: ["mod+o"],
  }),
  createCommand("Log", "clipboard", "Open from clipboard", ({ screen }) => screen.openClipboard()),
  createCommand("Log", "stop", "Stop reading log", ({ run }) => run.stopReading(), {
    on: "both",
    enabled: ({ run }) => isReadingFile(run.getState()),
  }),
  createCommand("Log", "export", "Export this run", ({ screen }) => screen.exportRun(), {
    keys: ["mod+s"],
    enabled: ({ run }) => run.getState().timeline.exchanges.length > 0,
  }),
  createCommand("Log", "save", "Save log", ({ screen }) => screen.saveLog(), {
    keys: ["mod+s"],
    on: "alone",
  }),
  createCommand("Log", "serve", "Serve as an agent", ({ screen }) => screen.openReplay(), {
    enabled: isOpen,
  }),
  createCommand("Log", "library", "Open library", ({ screen }) => screen.openLibrary(), {
    keys: ["l"],
  }),
  createCommand("Log", "rename", "Rename this recording", createEditAction("name"), {
    enabled: isRecording,
  }),
  createCommand("Log", "tag", "Tag this recording", createEditAction("tags"), {
    enabled: isRecording,
  }),
  createCommand(
    "Log",
    "keep",
    "Save this log to the library",
    ({ screen }) => screen.saveToLibrary(),
    {
      enabled: ({ run }) => isFileLoaded(run.getState()),
    },
  ),
  createCommand(
    "Log",
    "trim",
    "Save selected time range as a recording",
    ({ screen }) => screen.saveTimeRange(),
    {
      enabled: ({ run, view }) => isTrimmable(run.getState(), view.getState()),
    },
  ),
  createCommand(
    "Log",
    "compare-runs",
    "Compare with another recording",
    ({ screen }) => screen.compareRuns(),
    { keys: ["c"], enabled: isOpen },
  ),
  createCommand(
    "Log",
    "send-run",
    "Resend this run to an agent",
    ({ screen }) => screen.openResend(),
    {
      enabled: hasCalls,
    },
  ),
  createCommand("Log", "home", "Go to start page", ({ screen }) => screen.goHome(), {
    enabled: isOpen,
  }),
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
  createCommand("Navigate", "collapse", "Collapse row", ({ screen }) => screen.expandRow(false), {
    ...keyOnly("left"),
    enabled: isSelected,
  }),
  createCommand("Navigate", "expand", "Expand row", ({ screen }) => screen.expandRow(true), {
    ...keyOnly("right"),
    enabled: isSelected,
  }),
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
    {
      keys: ["shift+["],
      enabled: hasEvents,
    },
  ),
  createCommand(
    "Navigate",
    "state-next",
    "Next state change",
    createPlaybackAction(({ stepStateChange }, app) => stepStateChange(app, 1)),
    {
      keys: ["shift+]"],
      enabled: hasEvents,
    },
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
  createCommand("Navigate", "problem", "Next problem", createProblemAction(1), {
    keys: ["p"],
    enabled: hasEvents,
  }),
  createCommand("Navigate", "problem-before", "Previous problem", createProblemAction(-1), {
    keys: ["shift+p"],
    enabled: hasEvents,
  }),
  createCommand("View", "note", "Add note to event", () => emitUiEvent("write-note"), {
    keys: ["n"],
    on: "served",
    enabled: isSelected,
  }),
  createCommand("Navigate", "note-next", "Next note", () => emitUiEvent("next-note"), {
    keys: ["shift+n"],
    on: "served",
    enabled: hasEvents,
  }),
  createCommand("View", "filter", "Filter rows", () => emitUiEvent("focus-filter"), {
    keys: ["/"],
    enabled: isOpen,
  }),
  createCommand(
    "View",
    "zoom",
    "Zoom to range",
    createPlaybackAction(({ zoomToBrush }, app) => zoomToBrush(app)),
    {
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
  createCommand("View", "plain", "Toggle plain A2A", toggleDialects, {
    keys: ["d"],
    enabled: isOpen,
  }),
  createCommand("View", "problems", "Toggle problems", ({ screen }) => screen.toggleProblems(), {
    keys: ["!"],
    enabled: isOpen,
  }),
  createCommand("View", "rules", "All rules", ({ screen }) => screen.openRules()),
  createCommand("View", "dialects", "Dialect settings", ({ screen }) => screen.openDialects()),
  createCommand("View", "rule", "Create rule from row", ({ screen }) => screen.createRule(), {
    enabled: isSelected,
  }),
  ...TABS.map((tab, i) => createTabCommand(tab, String(i + 1))),
  createCommand("General", "palette", "Command palette", ({ screen }) => screen.openPalette(), {
    keys: ["mod+k"],
    byKeyOnly: true,
  }),
  createCommand("General", "rail", "Toggle exchanges", ({ screen }) => screen.toggleRail(), {
    keys: ["b"],
    enabled: isOpen,
  }),
  createCommand(
    "General",
    "inspector",
    "Toggle inspector",
    ({ screen }) => screen.toggleInspector(),
    {
      keys: ["i"],
      enabled: isOpen,
    },
  ),
  createCommand("General", "theme", "Switch theme", ({ screen }) => screen.toggleTheme(), {
    keys: ["t"],
  }),
  createCommand(
    "General",
    "shortcuts",
    "Keyboard shortcuts",
    ({ screen }) => screen.openShortcuts(),
    {
      keys: ["?"],
    },
  ),
];

const SERVER_COMMANDS = COMMANDS.filter(({ on }) => on !== "alone");
const STANDALONE_COMMANDS = COMMANDS.filter(({ on }) => on !== "served");

export function getCommands({
  standsAlone,
}: Pick<CommandContext, "standsAlone">): readonly Command[] {
  return standsAlone ? STANDALONE_COMMANDS : SERVER_COMMANDS;
}

/** The command that a chord runs on the page. */
export function findCommandByChord(
  app: Pick<CommandContext, "standsAlone">,
  chord: string,
): Command | undefined {
  return (app.standsAlone ? STANDALONE_COMMANDS_BY_CHORD : SERVER_COMMANDS_BY_CHORD).get(chord);
}

const SERVER_COMMANDS_BY_CHORD = indexByChord(SERVER_COMMANDS);
const STANDALONE_COMMANDS_BY_CHORD = indexByChord(STANDALONE_COMMANDS);

function indexByChord(commands: readonly Command[]): ReadonlyMap<string, Command> {
  return new Map(
    commands.flatMap((command) => command.keys.map((key) => [key.toLowerCase(), command])),
  );
}

function createTabCommand(tab: Tab, key: string): Command {
  const show = ({ view, screen }: CommandContext) => {
    view.setState({ tab });
    screen.showInspector();
  };
  const title = `Show ${tab}`;
  return createCommand("View", `tab-${tab}`, title, show, { keys: [key], enabled: isSelected });
}

function createEditAction(field: RecordingField["field"]): Command["run"] {
  return ({ run, screen }) => {
    const { source } = run.getState();
    if (source?.kind === "recording") screen.openLibrary({ id: source.id, field });
  };
}

export function toggleDialects({ view, screen }: CommandContext): void {
  const dialects = getDialectSettings(view.getState());
  screen.setDialects({ ...dialects, on: !dialects.on });
}

function findCancellableTask({ run, agent }: CommandContext): TaskLane | null {
  return agent.getState().endpoint ? findUnfinishedTask(run.getState().timeline) : null;
}

function cancelTask(app: CommandContext): void {
  const task = findCancellableTask(app);
  if (task) void app.agent.send({ operation: "cancel", taskId: task.id });
}

function hangUp({ run, agent }: CommandContext): void {
  for (const { id } of getRunningExchanges(run.getState())) void agent.hangUp(id);
}
