// Label, icon and color of each severity.
import type { Severity } from "../../lib/lint/problems.ts";
import type { ExchangePhase } from "../../lib/timeline/violations.ts";
import type { Hue } from "../ui/hue.ts";
import type { IconName } from "../ui/icons.tsx";

interface SeverityMeta {
  readonly hue: Hue;
  readonly icon: IconName;
  readonly label: string;
}

export const SEVERITY_META: Readonly<Record<Severity, SeverityMeta>> = {
  error: { hue: "error", icon: "error", label: "Error" },
  warning: { hue: "warning", icon: "warning", label: "Warning" },
  info: { hue: "accent", icon: "note", label: "Note" },
};

/** Labels for violations outside of events. */
export const PHASE_LABELS: Readonly<Record<ExchangePhase, string>> = {
  open: "in request",
  head: "in response head",
  end: "at response end",
};

/** Most severe first. */
export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/** Capitalizes a label. Labels with underscores are protocol identifiers and stay unchanged. */
export function formatHeading(label: string): string {
  return /_/.test(label) ? label : label.charAt(0).toUpperCase() + label.slice(1);
}
