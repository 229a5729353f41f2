// The verdict of a recording in lists: its text, icon and hue.
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import { capitalize, formatStoredVerdict } from "../../lib/lint/verdict/verdict-words.ts";
import { getStoredVerdictMeta, type VerdictMeta } from "../labels/verdict-labels.ts";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";

/** `undefined` without a verdict, or for a kind of another version of Loupe. */
export function getRecordingVerdictMeta({ verdict }: RecordingSummary): VerdictMeta | undefined {
  return verdict ? getStoredVerdictMeta(verdict) : undefined;
}

/** The text of the verdict. Empty if there is none yet. */
export function getVerdictText({ verdict, live }: RecordingSummary): string {
  if (live) return "Recording";
  return verdict ? capitalize(formatStoredVerdict(verdict)) : "";
}

interface VerdictIconProps {
  recording: RecordingSummary;
  /** No text of the verdict is beside it. */
  isAlone?: boolean;
}

export function VerdictIcon({ recording, isAlone = false }: VerdictIconProps) {
  const meta = getRecordingVerdictMeta(recording);
  if (recording.live) return <Spinner size={14} {...(isAlone && { label: "Recording" })} />;
  if (!meta) return isAlone ? <Icon name="file" size={14} className="text-fg-3" /> : null;
  return (
    <span data-hue={meta.hue} className="flex-none">
      <Icon name={meta.icon} size={14} className="text-hue" />
      {isAlone && <span className="sr-only">{getVerdictText(recording)}</span>}
    </span>
  );
}
