// What of the screen is open, what is being written, and the widths at which it takes another shape.
import type { StoreApi } from "zustand/vanilla";
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import type { RecordingField } from "../../lib/session/command-context.ts";
import type { RunReference } from "../../lib/session/load-run.ts";
import type { LimitName } from "../../lib/wire/limits.ts";
import type { EditableRequest } from "../compose/editable-request.ts";
import { EMPTY_MESSAGE_INPUT, type MessageInput } from "../compose/message-input.ts";
import type { FormOperation } from "../operations/operation-fields.ts";

export const PANES = ["exchanges", "timeline", "inspector", "card"] as const;
export type Pane = (typeof PANES)[number];

/** The card that is shown instead of the timeline. */
export interface CardPageState {
  /** One that was pasted or opened, instead of the agent's. */
  readonly given: { readonly name: string; readonly text: string } | null;
  /** The finding that is pointed at, by its key. */
  readonly finding: string | null;
  /** Its text exactly as it came, however hard to read. */
  readonly asReceived: boolean;
  /** Public keys that were given to check its signatures with. */
  readonly keys: string;
}

export const AGENT_CARD_PAGE: CardPageState = {
  given: null,
  finding: null,
  asReceived: false,
  keys: "",
};

export interface ScreenState {
  readonly dialog:
    | "palette"
    | "shortcuts"
    | "dialects"
    | "credentials"
    | "operations"
    | "compare"
    | "serve"
    | "library"
    | "diff"
    | "again"
    | "handOn"
    | "rules"
    | "limits"
    | null;
  /** The rule that the dialects are opened for. */
  readonly rule: UserRule | null;
  /** A URL of the origin that credentials are asked for; `null` for that of the agent. */
  readonly credentialsFor: string | null;
  /** The limit that is to be set. */
  readonly limit: LimitName | null;
  /** What the operations are opened for. */
  readonly wish: OperationChoice | null;
  /** What of a recording is to be changed in the library that is opened; `null` for nothing. */
  readonly editing: RecordingField | null;
  /** The task that is compared with what is stored of it. */
  readonly compared: ComparedTask | null;
  /** The runs that are compared side by side. */
  readonly diffed: ComparedRuns | null;
  /** The rail, where it has no place of its own. */
  readonly drawer: boolean;
  /** The inspector, where it slides over the timeline. */
  readonly sheet: boolean;
  /** All that is wrong with the run, below its rows. */
  readonly problems: boolean;
  /** The one pane shown on a narrow screen. */
  readonly pane: Pane;
  readonly card: CardPageState | null;
  /** Groups of the rail that are closed. */
  readonly closed: ReadonlySet<string>;
  /** What is typed to the agent and not yet sent. */
  readonly draft: string;
  /** The request that is being edited; `null` while a message is written. */
  readonly raw: EditableRequest | null;
  /** What else goes with it, and how. */
  readonly messageInput: MessageInput;
}

export interface OperationChoice {
  /** `null` for the one that was shown last. */
  readonly operation: FormOperation | null;
  readonly taskId: string;
}

export interface ComparedTask {
  readonly taskId: string;
  /** The exchange that looks it up; `null` where it was looked up before. */
  readonly exchange: string | null;
}

/** Two runs; the second is chosen in the dialog where it is `null`. */
export interface ComparedRuns {
  readonly left: RunReference;
  readonly right: RunReference | null;
}

export const INITIAL_SCREEN: ScreenState = {
  dialog: null,
  rule: null,
  credentialsFor: null,
  limit: null,
  wish: null,
  editing: null,
  compared: null,
  diffed: null,
  drawer: false,
  sheet: false,
  problems: false,
  pane: "timeline",
  card: null,
  closed: new Set(),
  draft: "",
  messageInput: EMPTY_MESSAGE_INPUT,
  raw: null,
};

/** The widths at which the screen takes another shape. */
export const DRAWER_QUERY = "(max-width: 1240px)";
export const INSPECTOR_SHEET_QUERY = "(max-width: 1000px)";
export const NARROW_QUERY = "(max-width: 760px)";

export type ScreenStore = StoreApi<ScreenState>;
