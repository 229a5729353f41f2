/**
 * Everything one can do from the keyboard, in one table: the palette lists it, the keyboard map
 * follows it, the shortcut sheet prints it.
 */

import type { TaskLane } from "../timeline/task.ts";
import { isDiscovery } from "../timeline/timeline-queries.ts";
import type { Desk, RecordingField } from "./desk.ts";
import { isReadFile, isReadingFile, isTrimmable, running, unfinishedTask } from "./run-facts.ts";
import { signal } from "./signals.ts";
import { dialectsOf, TABS, type Tab } from "./view.ts";

export const GROUPS = ["Agent", "Log", "Move", "Look", "Screen"] as const;
export type Group = (typeof GROUPS)[number];

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: Group;
  /** Chords, each of which runs it: `mod+k`, `shift+[`. */
  readonly keys: readonly string[];
  /** Left out of the palette, where it would do nothing useful. */
  readonly byKeyOnly?: boolean;
  /** The pages that have it: those with a server behind them, those that stand alone, or both. */
  readonly on: "served" | "alone" | "both";
  enabled(desk: Desk): boolean;
  run(desk: Desk): void;
}

const always = () => true;
const isOpen = ({ run }: Desk) => run.getState().source !== null;
const isRecording = ({ run }: Desk) => run.getState().source?.kind === "recording";
const hasEvents = ({ run }: Desk) => run.getState().timeline.lastEvent >= 0;
const isConnected = ({ agent }: Desk) => agent.getState().endpoint !== null;
const hasTask = ({ run }: Desk) => run.getState().timeline.tasks.some(({ id }) => id !== "");
const hasCalls = ({ run }: Desk) => run.getState().timeline.calls > 0;
const isSelected = ({ view }: Desk) => view.getState().selected !== null;
const hasCard = ({ run, agent }: Desk) =>
  agent.getState().card !== null || run.getState().timeline.exchanges.some(isDiscovery);

type Extra = Partial<Pick<Command, "keys" | "byKeyOnly" | "on" | "enabled">>;

/** Talking to agents, and bringing logs in and out. */
const NEED_SERVER: ReadonlySet<Group> = new Set<Group>(["Agent", "Log"]);

function command(
  group: Group,
  id: string,
  title: string,
  run: Command["run"],
  extra: Extra = {},
): Command {
  const on = NEED_SERVER.has(group) ? "served" : "both";
  return { id, title, group, run, keys: [], on, enabled: always, ...extra };
}

const byKey = (...keys: string[]) => ({ keys, byKeyOnly: true, enabled: hasEvents });

/** How one moves loads with the panes that one moves in: there is nothing to move in before. */
function moving(act: (playback: typeof import("./playback.ts"), desk: Desk) => void) {
  return (desk: Desk) => void import("./playback.ts").then((playback) => act(playback, desk));
}

/** The ways to problems know the rules, and load with the panes as well. */
function toProblem(delta: 1 | -1) {
  return (desk: Desk) =>
    void import("./problems.ts").then(({ stepProblem }) => stepProblem(desk, delta));
}

export const COMMANDS: readonly Command[] = [
  command("Agent", "address", "Focus the address", () => signal("focus-address"), {
    keys: ["mod+l"],
  }),
  command("Agent", "message", "Write a message", () => signal("focus-composer"), {
    enabled: isConnected,
  }),
  command("Agent", "send", "Send", () => signal("send-message"), {
    keys: ["mod+enter"],
    enabled: isConnected,
  }),
  command("Agent", "attach", "Attach a file", () => signal("attach-file"), {
    enabled: isConnected,
  }),
  command("Agent", "data", "Add a data part", () => signal("add-data"), {
    enabled: isConnected,
  }),
  command("Agent", "options", "Options of the message", () => signal("show-options"), {
    enabled: isConnected,
  }),
  command("Agent", "cancel", "Cancel task", cancelTask, {
    keys: ["mod+."],
    enabled: (desk) => cancellable(desk) !== null,
  }),
  command("Agent", "hang-up", "Stop watching", hangUp, {
    enabled: (desk) => running(desk.run.getState()).length > 0,
  }),
  command("Agent", "operations", "Operations on tasks", ({ screen }) => screen.openOperations(), {
    keys: ["o"],
    enabled: isConnected,
  }),
  command(
    "Agent",
    "compare",
    "Compare with the stored task",
    ({ screen }) => screen.compareStored(),
    { keys: ["g"], on: "both", enabled: hasTask },
  ),
  command("Agent", "new", "New conversation", () => signal("new-conversation"), {
    enabled: isConnected,
  }),
  command("Agent", "curl", "Copy request as curl", () => signal("copy-request"), {
    enabled: isConnected,
  }),
  command(
    "Agent",
    "curl-secrets",
    "Copy request as curl with its secrets",
    () => signal("copy-request-secrets"),
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
    command("Agent", name, title, () => signal(name), { enabled: isConnected }),
  ),
  command("Agent", "edit-request", "Edit request before sending", () => signal("edit-request"), {
    enabled: isConnected,
  }),
  command("Agent", "again", "Edit and send again", ({ screen }) => screen.editAgain(), {
    keys: ["e"],
    enabled: (desk) => isConnected(desk) && hasCalls(desk),
  }),
  command("Agent", "card", "Show the agent card", ({ screen }) => screen.showCard(), {
    on: "both",
    enabled: hasCard,
  }),
  command("Agent", "credentials", "Give credentials", ({ screen }) => screen.openCredentials()),
  command("Agent", "limits", "Set the limits", ({ screen }) => screen.openLimits()),
  command("Log", "open", "Open a log", ({ screen }) => screen.chooseFile(), { keys: ["mod+o"] }),
  command("Log", "clipboard", "Open from clipboard", ({ screen }) => screen.openClipboard()),
  command("Log", "stop", "Stop reading the log", ({ run }) => run.stopReading(), {
    on: "both",
    enabled: ({ run }) => isReadingFile(run.getState()),
  }),
  command("Log", "export", "Export this run", ({ screen }) => screen.exportRun(), {
    keys: ["mod+s"],
    enabled: ({ run }) => run.getState().timeline.exchanges.length > 0,
  }),
  command("Log", "save", "Save the log", ({ screen }) => screen.saveLog(), {
    keys: ["mod+s"],
    on: "alone",
  }),
  command("Log", "serve", "Serve as an agent", ({ screen }) => screen.openServing(), {
    enabled: isOpen,
  }),
  command("Log", "library", "Library of recordings", ({ screen }) => screen.openLibrary(), {
    keys: ["l"],
  }),
  command("Log", "rename", "Rename this recording", editOpen("name"), { enabled: isRecording }),
  command("Log", "tag", "Tag this recording", editOpen("tags"), { enabled: isRecording }),
  command("Log", "keep", "Keep this log in the library", ({ screen }) => screen.keepLog(), {
    enabled: ({ run }) => isReadFile(run.getState()),
  }),
  command(
    "Log",
    "trim",
    "Keep the marked span as a recording",
    ({ screen }) => screen.keepMarked(),
    {
      enabled: ({ run, view }) => isTrimmable(run.getState(), view.getState()),
    },
  ),
  command(
    "Log",
    "compare-runs",
    "Compare with another recording",
    ({ screen }) => screen.compareRuns(),
    { keys: ["c"], enabled: isOpen },
  ),
  command(
    "Log",
    "send-run",
    "Send this run again to an agent",
    ({ screen }) => screen.openAgain(),
    {
      enabled: hasCalls,
    },
  ),
  command("Log", "home", "Go to the start page", ({ screen }) => screen.goHome(), {
    enabled: isOpen,
  }),
  command(
    "Move",
    "row-next",
    "Next row",
    moving(({ selectRow }, desk) => selectRow(desk, 1)),
    byKey("down", "j"),
  ),
  command(
    "Move",
    "row-before",
    "Previous row",
    moving(({ selectRow }, desk) => selectRow(desk, -1)),
    byKey("up", "k"),
  ),
  command("Move", "collapse", "Collapse row", ({ screen }) => screen.expandRow(false), {
    ...byKey("left"),
    enabled: isSelected,
  }),
  command("Move", "expand", "Expand row", ({ screen }) => screen.expandRow(true), {
    ...byKey("right"),
    enabled: isSelected,
  }),
  command(
    "Move",
    "event-before",
    "Step one event back",
    moving(({ stepEvent }, desk) => stepEvent(desk, -1)),
    byKey("["),
  ),
  command(
    "Move",
    "event-next",
    "Step one event on",
    moving(({ stepEvent }, desk) => stepEvent(desk, 1)),
    byKey("]"),
  ),
  command(
    "Move",
    "state-before",
    "Previous state change",
    moving(({ stepState }, desk) => stepState(desk, -1)),
    {
      keys: ["shift+["],
      enabled: hasEvents,
    },
  ),
  command(
    "Move",
    "state-next",
    "Next state change",
    moving(({ stepState }, desk) => stepState(desk, 1)),
    {
      keys: ["shift+]"],
      enabled: hasEvents,
    },
  ),
  command(
    "Move",
    "play",
    "Play, pause",
    moving(({ togglePlay }, desk) => togglePlay(desk)),
    { keys: ["space"], enabled: hasEvents },
  ),
  command(
    "Move",
    "start",
    "Jump to start",
    moving(({ toStart }, desk) => toStart(desk)),
    { keys: ["Home"], enabled: hasEvents },
  ),
  command(
    "Move",
    "end",
    "Jump to end and follow",
    moving(({ toEnd }, desk) => toEnd(desk)),
    { keys: ["End"], enabled: hasEvents },
  ),
  command("Move", "problem", "Next problem", toProblem(1), { keys: ["p"], enabled: hasEvents }),
  command("Move", "problem-before", "Previous problem", toProblem(-1), {
    keys: ["shift+p"],
    enabled: hasEvents,
  }),
  command("Look", "note", "Note on this event", () => signal("write-note"), {
    keys: ["n"],
    on: "served",
    enabled: isSelected,
  }),
  command("Move", "note-next", "Next note", () => signal("next-note"), {
    keys: ["shift+n"],
    on: "served",
    enabled: hasEvents,
  }),
  command("Look", "filter", "Filter rows", () => signal("focus-filter"), {
    keys: ["/"],
    enabled: isOpen,
  }),
  command(
    "Look",
    "zoom",
    "Zoom to range",
    moving(({ zoomToBrush }, desk) => zoomToBrush(desk)),
    {
      keys: ["z"],
      enabled: ({ view }) => view.getState().brush !== null,
    },
  ),
  command(
    "Look",
    "zoom-reset",
    "Reset zoom",
    moving(({ resetZoom }, desk) => resetZoom(desk)),
    {
      keys: ["shift+z"],
      enabled: ({ view }) => view.getState().zoom !== null || view.getState().brush !== null,
    },
  ),
  command("Look", "plain", "Read as plain A2A, and back", togglePlain, {
    keys: ["d"],
    enabled: isOpen,
  }),
  command("Look", "problems", "Toggle problems", ({ screen }) => screen.toggleProblems(), {
    keys: ["!"],
    enabled: isOpen,
  }),
  command("Look", "rules", "All rules", ({ screen }) => screen.openRules()),
  command("Look", "dialects", "Set the dialects", ({ screen }) => screen.openDialects()),
  command("Look", "rule", "Make a rule from this row", ({ screen }) => screen.makeRule(), {
    enabled: isSelected,
  }),
  ...TABS.map((tab, i) => tabCommand(tab, String(i + 1))),
  command("Screen", "palette", "Command palette", ({ screen }) => screen.openPalette(), {
    keys: ["mod+k"],
    byKeyOnly: true,
  }),
  command("Screen", "rail", "Toggle exchanges", ({ screen }) => screen.toggleRail(), {
    keys: ["b"],
    enabled: isOpen,
  }),
  command("Screen", "inspector", "Toggle inspector", ({ screen }) => screen.toggleInspector(), {
    keys: ["i"],
    enabled: isOpen,
  }),
  command("Screen", "theme", "Switch theme", ({ screen }) => screen.toggleTheme(), {
    keys: ["t"],
  }),
  command("Screen", "shortcuts", "Keyboard shortcuts", ({ screen }) => screen.openShortcuts(), {
    keys: ["?"],
  }),
];

/** Those of a page with a server behind it, and those of one that stands alone. */
const SERVED = COMMANDS.filter(({ on }) => on !== "alone");
const ALONE = COMMANDS.filter(({ on }) => on !== "served");

export function commandsOf({ standsAlone }: Pick<Desk, "standsAlone">): readonly Command[] {
  return standsAlone ? ALONE : SERVED;
}

/** The command that a chord runs there. */
export function commandOn(desk: Pick<Desk, "standsAlone">, chord: string): Command | undefined {
  return (desk.standsAlone ? ALONE_BY_CHORD : SERVED_BY_CHORD).get(chord);
}

const SERVED_BY_CHORD = byChord(SERVED);
const ALONE_BY_CHORD = byChord(ALONE);

function byChord(commands: readonly Command[]): ReadonlyMap<string, Command> {
  return new Map(commands.flatMap((one) => one.keys.map((key) => [key.toLowerCase(), one])));
}

function tabCommand(tab: Tab, key: string): Command {
  const show = ({ view, screen }: Desk) => {
    view.setState({ tab });
    screen.showInspector();
  };
  const title = `Show ${tab}`;
  return command("Look", `tab-${tab}`, title, show, { keys: [key], enabled: isSelected });
}

function editOpen(field: RecordingField["field"]): Command["run"] {
  return ({ run, screen }) => {
    const { source } = run.getState();
    if (source?.kind === "recording") screen.openLibrary({ id: source.id, field });
  };
}

export function togglePlain({ view, screen }: Desk): void {
  const dialects = dialectsOf(view.getState());
  screen.setDialects({ ...dialects, on: !dialects.on });
}

function cancellable({ run, agent }: Desk): TaskLane | null {
  return agent.getState().endpoint ? unfinishedTask(run.getState().timeline) : null;
}

function cancelTask(desk: Desk): void {
  const task = cancellable(desk);
  if (task) void desk.agent.send({ operation: "cancel", taskId: task.id });
}

function hangUp({ run, agent }: Desk): void {
  for (const { id } of running(run.getState())) void agent.hangUp(id);
}
