// The verdict of a recording in lists: its text, icon and hue.
import type { RecordingSummary } from "../../lib/api/api-types.ts";
import type { VerdictKind } from "../../lib/lint/verdict.ts";
import { getVerdictLabel, VERDICT_META, type VerdictMeta } from "../labels/verdict-labels.ts";
import { Icon } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";

/** `undefined` for a kind of another version of Loupe. */
export function getVerdictMeta(kind: string): VerdictMeta | undefined {
  const metaByKind: Partial<Record<string, VerdictMeta>> = VERDICT_META satisfies Record<
    VerdictKind,
    VerdictMeta
  >;
  return metaByKind[kind];
}

export function getRecordingVerdictMeta({ verdict }: RecordingSummary): VerdictMeta | undefined {
  return verdict ? getVerdictMeta(verdict.kind) : undefined;
}

/** The text of the verdict. Empty if there is none yet. */
export function getVerdictText(recording: RecordingSummary): string {
  const { verdict, live } = recording;
  if (live) return "Recording";
  if (!verdict) return "";
  if (!getRecordingVerdictMeta(recording)) return verdict.kind;
  return getVerdictLabel({ kind: verdict.kind as VerdictKind, by: verdict.endedBy });
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
