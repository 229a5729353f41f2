// What kind of finding it is, in a word, a glyph and a colour.
import type { Severity } from "../../lib/lint/problems.ts";
import type { ExchangePhase } from "../../lib/timeline/violations.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";

export interface SeverityMeta {
  readonly hue: Hue;
  readonly icon: IconName;
  readonly label: string;
}

export const SEVERITY_META: Readonly<Record<Severity, SeverityMeta>> = {
  error: { hue: "error", icon: "error", label: "Error" },
  warning: { hue: "warning", icon: "warning", label: "Warning" },
  info: { hue: "accent", icon: "note", label: "Note" },
};

/** Where something was wrong that is no event. */
export const PHASE_LABELS: Readonly<Record<ExchangePhase, string>> = {
  open: "in a request",
  head: "in an answer's head",
  end: "at an answer's end",
};

/** Worst first. */
export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/** As a heading has it; what is written with underscores is text from the wire. */
export function formatHeading(label: string): string {
  return /_/.test(label) ? label : label.charAt(0).toUpperCase() + label.slice(1);
}
