"use client";
// The requests to resend in order, each with its state and, if it is not sent, the reason.
import type { ResendProgress, ResendStepState } from "../../lib/resend/resend.ts";
import type { ResendStep } from "../../lib/resend/resend-steps.ts";
import { boundText } from "../ui/bounded-text.ts";
import type { Hue } from "../ui/hue.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { Spinner } from "../ui/status.tsx";

interface ResendStepListProps {
  steps: readonly ResendStep[];
  progress: ReadonlyMap<number, ResendProgress>;
  isBusy: boolean;
}

const STATE_META: Readonly<Record<ResendStepState, { icon: IconName; hue: Hue; label: string }>> = {
  waiting: { icon: "circle", hue: "other", label: "waiting for earlier requests" },
  running: { icon: "circle", hue: "accent", label: "in progress" },
  ended: { icon: "check", hue: "ok", label: "answered" },
  "left-out": { icon: "skipped", hue: "other", label: "not sent" },
  failed: { icon: "error", hue: "error", label: "failed to send" },
  stopped: { icon: "stop", hue: "warning", label: "stopped" },
};

export function ResendStepList({ steps, progress, isBusy }: ResendStepListProps) {
  const done = [...progress.values()].filter(({ state }) => state === "ended").length;
  const sendable = steps.filter(({ sending }) => sending !== null).length;
  return (
    <>
      <p className="text-fg-2 empty:hidden" role="status">
        {isBusy || progress.size > 0 ? `${done} of ${sendable} answered` : ""}
      </p>
      <ol aria-label="Requests">
        {steps.map((step) => (
          <ResendStepRow key={step.index} step={step} progress={progress.get(step.index)} />
        ))}
      </ol>
    </>
  );
}

function ResendStepRow({
  step,
  progress,
}: {
  step: ResendStep;
  progress: ResendProgress | undefined;
}) {
  const { title, messageText, sending } = step;
  const state = progress?.state ?? (sending ? null : "left-out");
  const meta = state && STATE_META[state];
  const notes = progress?.notes ?? step.notes;
  return (
    <li
      data-hue={meta?.hue}
      className="grid grid-cols-[16px_minmax(0,1fr)_auto] gap-2.5 border-t border-line-1 py-1.75"
    >
      {state === "running" ? (
        <Spinner size={14} />
      ) : (
        <Icon
          name={meta?.icon ?? "send"}
          size={14}
          className={meta ? "mt-0.5 text-hue" : "mt-0.5 text-fg-3"}
        />
      )}
      <span className="min-w-0 wrap-anywhere text-fg-2">
        <b className="mono font-medium text-fg-1">{boundText(title)}</b>{" "}
        {messageText && <span dir="auto">“{boundText(messageText)}”</span>}
        {notes.map((note) => (
          <span key={note} className="block text-fg-3">
            {note}
          </span>
        ))}
      </span>
      <span className="text-fg-3">{meta?.label ?? ""}</span>
    </li>
  );
}
