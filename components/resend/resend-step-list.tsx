"use client";
// The requests in order: what each says, how far it is, and what is not sent, with the reason.
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

const STATE_META: Readonly<Record<ResendStepState, { icon: IconName; hue: Hue; word: string }>> = {
  waiting: { icon: "circle", hue: "other", word: "waits for what came before it" },
  running: { icon: "circle", hue: "accent", word: "is being answered" },
  ended: { icon: "check", hue: "ok", word: "answered" },
  "left-out": { icon: "close", hue: "other", word: "not sent" },
  failed: { icon: "error", hue: "error", word: "could not be sent" },
  stopped: { icon: "stop", hue: "warning", word: "stopped" },
};

export function ResendStepList({ steps, progress, isBusy }: ResendStepListProps) {
  const done = [...progress.values()].filter(({ state }) => state === "ended").length;
  const sendable = steps.filter(({ sending }) => sending !== null).length;
  return (
    <>
      <p className="again-count" role="status">
        {isBusy || progress.size > 0 ? `${done} of ${sendable} answered` : ""}
      </p>
      <ol className="again-steps" aria-label="Requests">
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
  const look = state && STATE_META[state];
  const notes = progress?.notes ?? step.notes;
  return (
    <li data-hue={look?.hue}>
      {state === "running" ? <Spinner size={14} /> : <Icon name={look?.icon ?? "send"} size={14} />}
      <span className="again-what">
        <b className="mono">{boundText(title)}</b>{" "}
        {messageText && <span dir="auto">“{boundText(messageText)}”</span>}
        {notes.map((note) => (
          <span key={note} className="again-note">
            {note}
          </span>
        ))}
      </span>
      <span className="again-state">{look?.word ?? ""}</span>
    </li>
  );
}
