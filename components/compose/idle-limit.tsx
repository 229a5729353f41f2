"use client";
// Idle timeout of a response. Its total duration is not limited.
import { formatLimit } from "../../lib/api/limits.ts";
import { useLimits } from "../limits/use-limits.ts";
import { Select } from "../ui/select.tsx";
import { showFailureToast } from "../ui/toast.tsx";

const LIMIT_CHOICES_MS = [10, 30, 60, 300, 1800].map((seconds) => seconds * 1000);

export function IdleLimit() {
  const { limits, change } = useLimits();
  if (!limits) return null;
  const { value, most } = limits.silenceMs;
  const possible = LIMIT_CHOICES_MS.filter((ms) => ms <= most && ms !== value);
  return (
    <Select
      label="Idle timeout"
      value={String(value)}
      options={[...possible, value]
        .sort((a, b) => a - b)
        .map((ms) => ({ value: String(ms), label: `${formatLimit("silenceMs", ms)} idle` }))}
      onChange={(ms) => void change({ silenceMs: Number(ms) }).catch(showFailureToast)}
    />
  );
}
