"use client";
// How far Loupe goes with agents: every limit that can be changed, where it began, and what is said
// where it is reached.
import { LIMIT_NAMES } from "../../lib/wire/limits.ts";
import { useScreen } from "../app-context.tsx";
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
    <Dialog open={open} onClose={onClose} title="Limits" className="limits">
      <LimitsBody />
    </Dialog>
  );
}

function LimitsBody() {
  const { limits, isServerLost, change } = useLimits();
  const wanted = useScreen(({ limit }) => limit);
  if (!limits) {
    return isServerLost ? (
      <EmptyState icon="activity" title="No answer">
        Loupe's own server does not answer.
      </EmptyState>
    ) : null;
  }
  return (
    <>
      <p className="limits-lead">
        How far Loupe goes with an agent. Where a limit is reached Loupe stops, the timeline says
        so, and what came before stays. What is set here holds from the next exchange on.
      </p>
      {LIMIT_NAMES.map((name) => (
        <LimitField
          key={name}
          name={name}
          state={limits[name]}
          isWanted={name === wanted}
          onSet={(value) => change({ [name]: value })}
        />
      ))}
    </>
  );
}
