// What a run came to, in a word, a glyph and a colour.
import type { VerdictKind } from "../../lib/lint/verdict.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";

export interface VerdictLook {
  readonly word: string;
  readonly icon: IconName;
  readonly hue: Hue;
}

export const VERDICT_LOOKS: Readonly<Record<VerdictKind, VerdictLook>> = {
  completed: { word: "Completed", icon: "ok", hue: "ok" },
  failed: { word: "Failed", icon: "error", hue: "error" },
  canceled: { word: "Canceled", icon: "error", hue: "error" },
  rejected: { word: "Rejected", icon: "error", hue: "error" },
  "input-required": { word: "Input required", icon: "waiting", hue: "warning" },
  "auth-required": { word: "Authorization required", icon: "waiting", hue: "warning" },
  message: { word: "Answered with a message", icon: "ok", hue: "ok" },
  answered: { word: "Answered", icon: "ok", hue: "ok" },
  cut: { word: "Connection lost", icon: "error", hue: "error" },
  "ended-while-working": { word: "Ended while working", icon: "error", hue: "error" },
  timeout: { word: "Timed out", icon: "error", hue: "error" },
  "http-error": { word: "HTTP error", icon: "error", hue: "error" },
  "rpc-error": { word: "JSON-RPC error", icon: "error", hue: "error" },
  "unknown-state": { word: "Not a state of A2A", icon: "error", hue: "error" },
  empty: { word: "Nothing said", icon: "note", hue: "other" },
  "not-a2a": { word: "Not A2A", icon: "error", hue: "error" },
  mixed: { word: "Mixed", icon: "warning", hue: "warning" },
};
