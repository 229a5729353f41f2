/** What a feature registers with the page, and the app context that it works on. */
import type { LazyDialog } from "../ui/lazy-component.tsx";
import type { FeatureActions } from "./actions.ts";
import type { DialogId, DialogStore } from "./dialogs.ts";
import type { LayoutStore } from "./layout.ts";
import type { Session } from "./session.ts";

export const COMMAND_GROUPS = ["Agent", "Log", "Navigate", "View", "General"] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

/** Something that the user can do, listed in the palette and among the keyboard shortcuts. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** Key chords, each of which runs the command: `mod+k`, `shift+[`. */
  readonly keys: readonly string[];
  /** Other words by which users look for it. */
  readonly synonyms: readonly string[];
  /** Not in the palette, where it would be useless. */
  readonly byKeyOnly?: boolean;
  enabled(app: AppContext): boolean;
  run(app: AppContext): void;
}

interface DialogDefinition {
  readonly Dialog: LazyDialog;
  /** It needs no parameters and is open again after a reload. */
  readonly survivesReload?: boolean;
  /** It leads elsewhere: what it opens replaces its entry in the browser's history. */
  readonly leadsElsewhere?: boolean;
}

type DialogTable = { readonly [Id in DialogId]?: DialogDefinition };

/** A part of the page. The page lists its features; they do not know which others there are. */
export interface Feature {
  readonly commands?: readonly Command[];
  readonly dialogs?: DialogTable;
  readonly createActions?: (app: AppContext) => Partial<FeatureActions>;
  /** Called once, before anything is opened. */
  readonly start?: (app: AppContext) => void;
}

export interface CommandTable {
  /** In the order of the palette. */
  readonly list: readonly Command[];
  findByChord(chord: string): Command | undefined;
}

/** The stores of the page and everything that its features registered. */
export interface AppContext extends Session {
  readonly layout: LayoutStore;
  readonly dialogs: DialogStore;
  readonly dialogTable: DialogTable;
  readonly commands: CommandTable;
  readonly actions: FeatureActions;
}
