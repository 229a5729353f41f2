"use client";
// Dialog that resends the requests of the open run to a live agent and then compares the two runs.

import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { ResendStep } from "../../lib/resend/resend-steps.ts";
import { createResendStore, type ResendTarget } from "../../lib/session/resend-store.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent, useRun } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, LARGE_BUTTONS } from "../ui/dialog.tsx";
import { formatQuantity } from "../ui/format.ts";
import { SecretField } from "../ui/secret-field.tsx";
import { EmptyState } from "../ui/status.tsx";
import { ResendStepList } from "./resend-step-list.tsx";
import { TargetChoice } from "./target-choice.tsx";

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
      width="w-170"
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
