"use client";
// Dialog with all limits that can be changed.
import { LIMIT_NAMES } from "../../lib/api/limits.ts";
import { useDialogParameters } from "../app-context.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/status.tsx";
import { LimitField } from "./limit-field.tsx";
import { useLimits } from "./use-limits.ts";

interface LimitsDialogProps {
  open: boolean;
  onClose: () => void;
}

export default function LimitsDialog({ open, onClose }: LimitsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Limits" width="w-180">
      <div className="text-12/5">
        <LimitsForm />
      </div>
    </Dialog>
  );
}

export function LimitsForm() {
  const { limits, isServerLost, change } = useLimits();
  const requested = useDialogParameters("limits")?.limit;
  if (!limits) {
    return isServerLost ? (
      <EmptyState icon="warning" title="No response">
        Loupe's server is not responding.
      </EmptyState>
    ) : null;
  }
  return (
    <>
      <p className="max-w-[72ch] pb-3 text-fg-2">
        Limits on what Loupe accepts from an agent. When a limit is reached, Loupe stops, shows it
        on the timeline, and keeps what came before. Changes apply from the next exchange.
      </p>
      {LIMIT_NAMES.map((name) => (
        <LimitField
          key={name}
          name={name}
          state={limits[name]}
          isRequested={name === requested}
          onSet={(value) => change({ [name]: value })}
        />
      ))}
    </>
  );
}
