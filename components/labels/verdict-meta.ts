// Label, icon and hue of each verdict.
import type { VerdictKind } from "../../lib/lint/verdict.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";

export interface VerdictMeta {
  readonly label: string;
  readonly icon: IconName;
  readonly hue: Hue;
}

export const VERDICT_META: Readonly<Record<VerdictKind, VerdictMeta>> = {
  completed: { label: "Completed", icon: "ok", hue: "ok" },
  failed: { label: "Failed", icon: "error", hue: "error" },
  canceled: { label: "Canceled", icon: "error", hue: "error" },
  rejected: { label: "Rejected", icon: "error", hue: "error" },
  "input-required": { label: "Input required", icon: "waiting", hue: "warning" },
  "auth-required": { label: "Authorization required", icon: "waiting", hue: "warning" },
  message: { label: "Answered with a message", icon: "ok", hue: "ok" },
  answered: { label: "Answered", icon: "ok", hue: "ok" },
  cut: { label: "Connection lost", icon: "error", hue: "error" },
  "ended-while-working": { label: "Ended while working", icon: "error", hue: "error" },
  timeout: { label: "Timed out", icon: "error", hue: "error" },
  "http-error": { label: "HTTP error", icon: "error", hue: "error" },
  "rpc-error": { label: "JSON-RPC error", icon: "error", hue: "error" },
  "unknown-state": { label: "Unknown task state", icon: "error", hue: "error" },
  empty: { label: "No events", icon: "note", hue: "other" },
  "not-a2a": { label: "Not A2A", icon: "error", hue: "error" },
  mixed: { label: "Mixed", icon: "warning", hue: "warning" },
};
