/** What is typed about a held event, and the command that follows from it. */
import type { HeldStream } from "../../lib/api/taps.ts";
import { findJsonChanges } from "../../lib/json/json-changes.ts";
import { formatJson } from "../../lib/json/json-format.ts";
import { isObject, tryParseJson } from "../../lib/protocol/json.ts";
import type { DialogParameters } from "../app-shell/dialogs.ts";
import type { HeldCommand } from "./hold-actions.ts";

type HeldAct = DialogParameters["held"]["act"];

export interface HeldDraft {
  /** The A2A object, or the exact text of the event with what is around it. */
  readonly form: "json" | "text";
  readonly json: string;
  readonly text: string;
  /** Where another event is inserted. */
  readonly where: "before" | "after";
  /** Of the error. */
  readonly code: string;
  readonly message: string;
}

export const createHeldDraft = ({ payload, text }: HeldStream): HeldDraft => ({
  form: "json",
  json: formatJson(payload),
  text,
  where: "after",
  code: "-32603",
  message: "",
});

/** Returns what is missing. */
export function createHeldCommand(
  act: HeldAct,
  { payload, text }: HeldStream,
  draft: HeldDraft,
): HeldCommand | string {
  const { form, where, code, message } = draft;
  if (act === "fail") {
    if (!/^-?\d{1,9}$/.test(code.trim())) return "The code must be a whole number.";
    const said = message.trim();
    return { do: "fail", code: Number(code), ...(said !== "" && { message: said }) };
  }
  if (form === "text") {
    if (act === "insert") return { do: "insert", raw: draft.text, where };
    return draft.text === text ? UNCHANGED : { do: "edit", raw: draft.text };
  }
  const value = tryParseJson(draft.json);
  if (!isObject(value)) return value === undefined ? "" : "An event must be a JSON object.";
  if (act === "insert") return { do: "insert", event: value, where };
  const changes = findJsonChanges(tryParseJson(payload), value);
  if (changes === null) return "What is held is no JSON object: edit its exact text.";
  return changes.set || changes.remove ? { do: "edit", ...changes } : UNCHANGED;
}

const UNCHANGED = "Nothing is changed yet.";
