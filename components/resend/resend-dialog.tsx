"use client";
// Dialog that resends the requests of the open run to a live agent and then compares the two runs.

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { BINDING_NAMES } from "../../lib/protocol/card/card.ts";
import type { ResendProgress, ResendStepState } from "../../lib/resend/resend.ts";
import type { ResendStep } from "../../lib/resend/resend-steps.ts";
import { createResendStore, type ResendTarget } from "../../lib/session/resend-store.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent, useRun } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, LARGE_BUTTONS } from "../ui/dialog.tsx";
import { SecretField, TextField } from "../ui/field.tsx";
import { formatQuantity } from "../ui/format.ts";
import type { Hue } from "../ui/hue.ts";
import { Icon, type IconName } from "../ui/icons.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { EmptyState, Spinner } from "../ui/status.tsx";

/** The input and the running resend survive closing the dialog. */
export default function ResendDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { run, agent, dialogs, actions } = useAppContext();
  const [store] = useState(() => createResendStore(run, agent));
  const { phase, recorded, steps, progress, problem } = useStore(store);
  const isConnected = useAgent((state) => state.endpoint !== null);
  const [chosen, setChosen] = useState<"connected" | "address" | null>(null);
  const [address, setAddress] = useState("");
  const [secrets, setSecrets] = useState<ReadonlyMap<string, string>>(new Map());
  const timeline = useRun((state) => state.timeline);
  const calls = useRun((state) => state.version.timeline.calls);
  useEffect(() => {
    if (open) store.take();
  }, [open, store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes when the run changes or grows
  useEffect(() => {
    if (open) store.refresh();
  }, [open, store, timeline, calls]);

  const kind = chosen === "connected" && !isConnected ? "address" : chosen;
  const to = kind ?? (isConnected ? "connected" : "address");
  const target: ResendTarget = to === "connected" ? { kind: to } : { kind: to, address };
  const sendable = steps.filter(({ sending }) => sending !== null).length;
  const isBusy = phase === "reaching" || phase === "sending";
  const canStart = sendable > 0 && !isBusy && (to === "connected" || address.trim() !== "");

  const compare = () => {
    const { name, timeline } = run.getState();
    if (!recorded || timeline === recorded.timeline) return;
    actions.compareRuns(
      { kind: "read", name: recorded.name, timeline: recorded.timeline },
      { kind: "read", name: `${name} (resent)`, timeline },
    );
  };
  const start = async () => {
    const isWhole = await store.start(target, secrets);
    const { open: openDialog } = dialogs.getState();
    if (!isWhole) return;
    announce("All requests were resent");
    // Do not interrupt a user who has opened another dialog.
    if (openDialog === "resend" || openDialog === null) compare();
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Resend requests"
      className={LARGE_BUTTONS}
      footer={
        <>
          {phase === "done" && <Button onClick={compare}>Compare runs</Button>}
          {isBusy ? (
            <Button variant="danger" icon="stop" onClick={store.stop}>
              Stop
            </Button>
          ) : (
            <Button
              variant="primary"
              icon="resend"
              disabled={!canStart}
              onClick={() => void start()}
            >
              Resend {formatQuantity(sendable, "request")}
            </Button>
          )}
        </>
      }
    >
      <div className="grid min-w-0 gap-3 text-12">
        <p className="max-w-[72ch] text-fg-2">
          Sends the requests of{" "}
          {recorded?.name ? (
            <b dir="auto" className="font-medium text-fg-1">
              {boundText(recorded.name)}
            </b>
          ) : (
            "this run"
          )}{" "}
          again, in the version and binding that the agent uses, and records the responses. The two
          runs are compared when all requests are answered.
        </p>
        <TargetChoice
          kind={to}
          address={address}
          isBusy={isBusy}
          onKind={setChosen}
          onAddress={setAddress}
          onEnter={() => canStart && void start()}
        />
        <MaskedSecrets steps={steps} given={secrets} onChange={setSecrets} />
        {problem && (
          <Banner severity="error" who="Agent" title="Couldn't reach the agent">
            {problem}
          </Banner>
        )}
        {steps.length === 0 ? (
          <EmptyState icon="resend" title="No requests in this run">
            A log that contains only responses has nothing to resend.
          </EmptyState>
        ) : (
          <ResendStepList steps={steps} progress={progress} isBusy={isBusy} />
        )}
      </div>
    </Dialog>
  );
}

interface MaskedSecretsProps {
  steps: readonly ResendStep[];
  given: ReadonlyMap<string, string>;
  onChange: (given: ReadonlyMap<string, string>) => void;
}

export function MaskedSecrets({ steps, given, onChange }: MaskedSecretsProps) {
  const masks = [...new Set(steps.flatMap((step) => step.masks))];
  if (masks.length === 0) return null;
  return (
    <section className="grid min-w-0 gap-3" aria-label="Masked secrets">
      <p className="max-w-[72ch] text-fg-2">
        Masked values are not in the log. For an empty field, the mask itself is sent. Values that
        you enter are masked again in the recording.
      </p>
      {masks.map((mark) => (
        <SecretField
          key={mark}
          label={`Value for ${mark}`}
          placeholder={mark}
          value={given.get(mark) ?? ""}
          onChange={(value) => onChange(new Map(given).set(mark, value))}
        />
      ))}
    </section>
  );
}

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

/** The requests to resend in order, each with its state and, if it is not sent, the reason. */
function ResendStepList({ steps, progress, isBusy }: ResendStepListProps) {
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

interface TargetChoiceProps {
  kind: "connected" | "address";
  address: string;
  isBusy: boolean;
  onKind: (kind: "connected" | "address") => void;
  onAddress: (address: string) => void;
  onEnter: () => void;
}

/** Choice of the agent to resend to: the connected one, or one at another address. */
function TargetChoice({ kind, address, isBusy, onKind, onAddress, onEnter }: TargetChoiceProps) {
  const name = useAgent((agent) => agent.card?.name ?? "the agent");
  const endpoint = useAgent((agent) => agent.endpoint);
  const version = useAgent((agent) => agent.version) ?? endpoint?.version;
  return (
    <div className="grid justify-items-start gap-2 text-fg-2">
      {endpoint && (
        <SegmentedControl
          label="To"
          options={[
            { value: "connected", label: "Connected agent" },
            { value: "address", label: "Another address" },
          ]}
          value={kind}
          onChange={onKind}
        />
      )}
      {kind === "connected" && endpoint ? (
        <p>
          <b dir="auto" className="font-medium text-fg-1">
            {boundText(name)}
          </b>
          , A2A {version} over {BINDING_NAMES[endpoint.binding]}, with the credentials set for it
          here
        </p>
      ) : (
        <div className="grid w-full gap-1">
          <span aria-hidden="true">Agent address</span>
          <TextField
            label="Agent address"
            mono
            placeholder="https://agent.example.com"
            value={address}
            disabled={isBusy}
            onChange={onAddress}
            onKeyDown={({ key, nativeEvent }) => {
              if (key === "Enter" && !nativeEvent.isComposing) onEnter();
            }}
          />
        </div>
      )}
    </div>
  );
}
