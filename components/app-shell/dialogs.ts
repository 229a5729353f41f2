/** Store of the open dialog. Every dialog has an id, and typed parameters that it opens with. */

import { createStore, type StoreApi } from "zustand/vanilla";
import type { LimitName } from "../../lib/api/limits.ts";
import type { HeldStream } from "../../lib/api/taps.ts";
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import type { RequestContent } from "../../lib/requests/schemas.ts";
import type { RunReference } from "../../lib/session/load-run.ts";

type NoParameters = Readonly<Record<never, never>>;

/** Each dialog with its parameters. */
export interface DialogParameters {
  clients: {
    /** The exchange whose response is served; all if absent. */
    readonly exchange?: string;
  };
  compare: ComparedTask;
  conformance: {
    /** The grade that is shown. */
    readonly grade?: string;
    /** Why a report could not be opened. */
    readonly problem?: string;
  };
  credentials: {
    /** A URL of the origin; the agent's if absent. */
    readonly url?: string;
  };
  dialects: {
    /** A new rule to edit. */
    readonly rule?: UserRule;
  };
  diff: ComparedRuns;
  export: NoParameters;
  glossary: NoParameters;
  /** What the caller gets in place of a held event, or besides. */
  held: {
    readonly tap: string;
    readonly stream: HeldStream;
    readonly act: "edit" | "insert" | "fail";
  };
  library: {
    /** The field to edit. */
    readonly editing?: RecordingField;
  };
  limits: {
    /** The limit to select. */
    readonly limit?: LimitName;
  };
  link: {
    readonly recording: string;
    /** Its title. */
    readonly title: string;
  };
  "made-for": {
    /** The exchange of a call between agents. */
    readonly exchange: string;
  };
  operations: OperationChoice;
  palette: NoParameters;
  replay: NoParameters;
  requests: NoParameters;
  resend: NoParameters;
  /** Which rule is open is part of the view, because the URL contains it. */
  rules: NoParameters;
  "save-request": {
    readonly content?: RequestContent;
  };
  /** Which section is open is part of the view, because the URL contains it. */
  settings: NoParameters;
  shortcuts: NoParameters;
  /** Whether it is open is part of the view, because the URL contains it. */
  tap: NoParameters;
}

export type DialogId = keyof DialogParameters;

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

export interface RecordingField {
  readonly id: string;
  readonly field: "name" | "tags";
}

export interface OperationChoice {
  /** `null` for the last one shown. */
  readonly operation: "get" | null;
  readonly taskId: string;
}

/** The parameters may be left out if none of them is required. */
type ParametersOf<Id extends DialogId> = NoParameters extends DialogParameters[Id]
  ? [parameters?: DialogParameters[Id]]
  : [parameters: DialogParameters[Id]];

export interface DialogState {
  readonly open: DialogId | null;
  /** What each dialog was opened with last; kept when it closes, because it stays mounted. */
  readonly parameters: { readonly [Id in DialogId]?: DialogParameters[Id] };
}

interface DialogActions {
  openDialog<Id extends DialogId>(id: Id, ...parameters: ParametersOf<Id>): void;
  /** Does nothing if another dialog has replaced this one. */
  closeDialog(id: DialogId): void;
  setParameters<Id extends DialogId>(id: Id, parameters: DialogParameters[Id]): void;
}

export type DialogStore = StoreApi<DialogState & DialogActions>;

export function createDialogStore(): DialogStore {
  return createStore((set, get) => ({
    open: null,
    parameters: {},
    openDialog(id, ...[parameters = {}]) {
      set({ open: id, parameters: { ...get().parameters, [id]: parameters } });
    },
    closeDialog(id) {
      if (get().open === id) set({ open: null });
    },
    setParameters(id, parameters) {
      set({ parameters: { ...get().parameters, [id]: parameters } });
    },
  }));
}
