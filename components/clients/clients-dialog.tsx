"use client";
// Dialog that serves the open run to real clients: which ones, their progress, and what each understood.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { describeDelivered } from "../../lib/clients/delivered-exchanges.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { showEvidence } from "../../lib/session/playback.ts";
import { useAppContext, useDialogParameters } from "../app-context.tsx";
import { CLIENTS_KEY } from "../server-state.ts";
import { useRun, useRunState } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Dialog, LARGE_BUTTONS } from "../ui/dialog.tsx";
import { ProgressLine, Waiting } from "../ui/status.tsx";
import type { StreamPhase } from "../use-line-stream.ts";
import { type ClientDraft, ClientForm, EMPTY_CLIENT_DRAFT } from "./client-form.tsx";
import { ClientView, VerdictList } from "./client-view.tsx";
import { NoClients, OtherClients } from "./no-clients.tsx";
import { StressView } from "./stress-view.tsx";
import { type ClientFindings, getLogKey, useClientRun } from "./use-client-run.ts";

/** What was chosen, and the clients that run, survive closing the dialog. */
export default function ClientsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const app = useAppContext();
  const source = useRun((run) => run.source);
  const parameters = useDialogParameters("clients");
  const [draft, setDraft] = useState<ClientDraft>(EMPTY_CLIENT_DRAFT);
  const { phase, findings, start, stop } = useClientRun();
  /** The findings are those of the run that is open. */
  const [isOfOpenRun, setIsOfOpenRun] = useRunState(false);
  // Asked again whenever it opens, because a client may have been installed meanwhile.
  const { data: state, error } = useQuery({
    queryKey: CLIENTS_KEY,
    queryFn: apiClient.listClients,
    enabled: open,
  });
  // Opened from a row, it serves the response of that row.
  useEffect(() => {
    if (open) setDraft((now) => ({ ...now, exchange: parameters?.exchange ?? null }));
  }, [open, parameters]);
  const isRunning = phase.kind === "running";
  const showEvent = isOfOpenRun
    ? (event: number) => {
        onClose();
        app.actions.closeCard();
        app.layout.getState().showTimeline();
        showEvidence(app, { exchange: "", what: "event", event });
        app.view.setState({ tab: "wire" });
        app.layout.getState().showInspector();
      }
    : null;
  const openLog = (client: string, check: string) => {
    const text = findings.logs.get(getLogKey(client, check));
    if (text === undefined) return;
    onClose();
    app.actions.closeCard();
    app.actions.openFile(new File([text], `${check.toLowerCase()}.jsonl`));
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Clients"
      width="large"
      tall
      className={LARGE_BUTTONS}
    >
      <div className="@container/clients grid min-w-0 gap-4 text-12">
        <p className="max-w-[72ch] text-fg-2">
          Serves the recorded responses to real clients, byte for byte, and compares what each hands
          to its application with what the agent sent, or with what a tap delivered in its place.
          The clients are programs on the machine of this server.
        </p>
        {error && (
          <Banner severity="error" who="Loupe" title="Couldn't look for clients">
            {error.message}
          </Banner>
        )}
        {!state && !error && <Waiting>Looking for clients…</Waiting>}
        {state && state.found.length === 0 && <NoClients state={state} />}
        {state && state.found.length > 0 && source && (
          <ClientForm
            found={state.found}
            draft={draft}
            onChange={setDraft}
            isRunning={isRunning}
            onStop={stop}
            onStart={({ clients, isStressed, exchange }) => {
              setIsOfOpenRun(true);
              void start({ source, clients, isStressed, exchange });
            }}
          >
            <OtherClients state={state} />
          </ClientForm>
        )}
        <RunState phase={phase} findings={findings} />
        {!isOfOpenRun && findings.clients.length > 0 && (
          <p className="text-fg-2">These are the results of a run that is no longer open.</p>
        )}
        {findings.clients.length > 0 && <VerdictList clients={findings.clients} />}
        <Delivered findings={findings} />
        <NotRun findings={findings} />
        {findings.clients.map((result) => (
          <ClientView key={result.name} result={result} onShowEvent={showEvent} />
        ))}
        {findings.stress.length > 0 && (
          <StressView results={findings.stress} logs={findings.logs} onOpenLog={openLog} />
        )}
      </div>
    </Dialog>
  );
}

interface RunStateProps {
  phase: StreamPhase;
  findings: ClientFindings;
}

function RunState({ phase, findings: { progress } }: RunStateProps) {
  if (phase.kind === "stopped") return <p className="text-fg-2">The clients were stopped.</p>;
  if (phase.kind === "failed") {
    return (
      <Banner severity="error" who="Loupe" title="Couldn't run the clients">
        {phase.message}
      </Banner>
    );
  }
  if (phase.kind === "none") return null;
  const { client = "", variant = null, done = 0, all = 0 } = progress ?? {};
  return (
    <section className="grid gap-2" aria-label="Progress" aria-live="off">
      <ProgressLine label="Responses served" value={all === 0 ? 0 : done / all} />
      <p className="wrap-anywhere text-fg-2">
        {all === 0 ? "Reading the run…" : `${done} of ${all}: ${client}`}
        {variant !== null && <span className="text-fg-3">, {variant}</span>}
      </p>
    </section>
  );
}

function Delivered({ findings: { clients } }: Pick<RunStateProps, "findings">) {
  const lines = describeDelivered(clients);
  if (lines.length === 0) return null;
  return (
    <ul className="grid gap-1 text-fg-2" aria-label="Served as delivered">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function NotRun({ findings: { skipped, left } }: Pick<RunStateProps, "findings">) {
  if (skipped.length + left.length === 0) return null;
  return (
    <ul className="grid gap-1 text-fg-2" aria-label="Not run">
      {skipped.map(({ name, reason }) => (
        <li key={name} className="wrap-anywhere">
          {boundText(`${name} was not run: ${reason}.`)}
        </li>
      ))}
      {left.map((what) => (
        <li key={what}>Not served: {what}.</li>
      ))}
    </ul>
  );
}
