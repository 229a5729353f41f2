/** Creates commands, and the table of the commands that the features of a page register. */
import type { AppContext, Command, CommandGroup, CommandTable, Feature } from "./feature.ts";

interface CommandOptions extends Partial<Pick<Command, "keys" | "byKeyOnly" | "enabled">> {
  /** Separated by commas. */
  readonly synonyms?: string;
}

export function createCommand(
  group: CommandGroup,
  id: string,
  title: string,
  run: Command["run"],
  { synonyms = "", ...options }: CommandOptions = {},
): Command {
  const words = synonyms === "" ? [] : synonyms.split(", ");
  return { id, title, group, run, keys: [], synonyms: words, enabled: () => true, ...options };
}

/** `order`: the ids in the order of the palette. */
export function createCommandTable(
  features: readonly Feature[],
  order: readonly string[],
): CommandTable {
  const ranks = new Map(order.map((id, rank) => [id, rank]));
  const getRank = ({ id }: Command) => ranks.get(id) ?? order.length;
  const list = features
    .flatMap(({ commands = [] }) => commands)
    .toSorted((a, b) => getRank(a) - getRank(b));
  const byChord = new Map(
    list.flatMap((command) => command.keys.map((key) => [key.toLowerCase(), command])),
  );
  return { list, findByChord: (chord) => byChord.get(chord) };
}

// When commands may run.

export const isRunOpen = ({ run }: AppContext) => run.getState().source !== null;
export const isRecordingOpen = ({ run }: AppContext) => run.getState().source?.kind === "recording";
export const hasEvents = ({ run }: AppContext) => run.getState().timeline.lastEvent >= 0;
export const hasCalls = ({ run }: AppContext) => run.getState().timeline.calls > 0;
export const isConnected = ({ agent }: AppContext) => agent.getState().endpoint !== null;
export const isRowSelected = ({ view }: AppContext) => view.getState().selected !== null;
