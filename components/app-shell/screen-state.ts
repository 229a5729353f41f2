// State of the screen: open dialogs and panes, the composer's input, and the layout breakpoints.
import type { StoreApi } from "zustand/vanilla";
import type { LimitName } from "../../lib/api/limits.ts";
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import type { RecordingField } from "../../lib/session/command-context.ts";
import type { RunReference } from "../../lib/session/load-run.ts";
import { EMPTY_MESSAGE_INPUT, type MessageInput } from "../compose/message-input.ts";
import type { FormOperation } from "../operations/operation-fields.ts";
import type { EditableRequest } from "../request/editable-request.ts";

export const PANES = ["exchanges", "timeline", "inspector", "card"] as const;
export type Pane = (typeof PANES)[number];

/** The card shown instead of the timeline. */
export interface CardPageState {
  /** A pasted or opened card; `null` for the agent's. */
  readonly given: { readonly name: string; readonly text: string } | null;
  /** Key of the selected finding. */
  readonly finding: string | null;
  /** Show the text exactly as received, not formatted. */
  readonly asReceived: boolean;
  /** Public keys for checking the card's signatures. */
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
    | "replay"
    | "library"
    | "diff"
    | "resend"
    | "export"
    | "rules"
    | "limits"
    | null;
  /** The rule for which the dialects dialog is open. */
  readonly rule: UserRule | null;
  /** A URL of the origin for the credentials dialog; `null` for the agent's. */
  readonly credentialsFor: string | null;
  /** The limit selected in the limits dialog. */
  readonly limit: LimitName | null;
  /** The operation for which the operations dialog is open. */
  readonly operationChoice: OperationChoice | null;
  /** The recording field to edit when the library opens; `null` for none. */
  readonly editing: RecordingField | null;
  /** The task compared with its stored version. */
  readonly compared: ComparedTask | null;
  /** The runs in the diff dialog. */
  readonly diffed: ComparedRuns | null;
  /** The rail is open as a drawer, on screens without room for it. */
  readonly drawer: boolean;
  /** The inspector is open over the timeline, on screens without room for it. */
  readonly sheet: boolean;
  /** The problems panel is open. */
  readonly problems: boolean;
  /** The one pane shown on a narrow screen. */
  readonly pane: Pane;
  readonly card: CardPageState | null;
  /** Collapsed groups of the rail. */
  readonly closed: ReadonlySet<string>;
  /** The unsent text in the composer. */
  readonly draft: string;
  /** The request in the editor; `null` in the message composer. */
  readonly raw: EditableRequest | null;
  /** Other parts and options of the message. */
  readonly messageInput: MessageInput;
}

export interface OperationChoice {
  /** `null` for the last one shown. */
  readonly operation: FormOperation | null;
  readonly taskId: string;
}

export interface ComparedTask {
  readonly taskId: string;
  /** The exchange of the lookup; `null` if the task was looked up before. */
  readonly exchange: string | null;
}

/** Two runs; if the second is `null`, it is chosen in the dialog. */
export interface ComparedRuns {
  readonly left: RunReference;
  readonly right: RunReference | null;
}

export const INITIAL_SCREEN: ScreenState = {
  dialog: null,
  rule: null,
  credentialsFor: null,
  limit: null,
  operationChoice: null,
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

/** Layout breakpoints. */
export const DRAWER_QUERY = "(max-width: 1240px)";
export const INSPECTOR_SHEET_QUERY = "(max-width: 1000px)";
export const NARROW_QUERY = "(max-width: 760px)";

export type ScreenStore = StoreApi<ScreenState>;
