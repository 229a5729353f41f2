"use client";
// Dialog of the taps of this server: a form that starts one, and those that are running.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TapDraft } from "../../lib/api/schemas/api-requests.ts";
import type { TapState } from "../../lib/api/taps.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { useAppContext } from "../app-context.tsx";
import { LIBRARY_KEY, TAPS_KEY } from "../server-state.ts";
import { announce } from "../ui/announce.ts";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { Dialog, LARGE_BUTTONS } from "../ui/dialog.tsx";
import { formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { EMPTY_TAP_DRAFT, TAP_MODE_LABELS, TapForm } from "./tap-form.tsx";

/** The counts change while calls pass. */
const REFRESH_MS = 1000;

/** What was typed survives closing the dialog. */
export default function TapDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { view, agent, run, layout, actions } = useAppContext();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<TapDraft>(EMPTY_TAP_DRAFT);
  const { data: taps = [] } = useQuery({
    queryKey: TAPS_KEY,
    queryFn: apiClient.listTaps,
    enabled: open,
    refetchInterval: REFRESH_MS,
  });
  const close = () => {
    view.setState({ isTapOpen: false });
    onClose();
  };
  const openRun = ({ recording, name }: TapState) => {
    close();
    actions.closeCard();
    agent.disconnect();
    run.openRecording(recording, name);
    layout.getState().showTimeline();
  };
  const starting = useMutation({
    mutationFn: apiClient.startTap,
    onSuccess: (result) => {
      if ("problem" in result) return;
      announce("The tap is running");
      void queries.invalidateQueries({ queryKey: LIBRARY_KEY });
      setDraft(EMPTY_TAP_DRAFT);
      openRun(result.tap);
    },
  });
  const stopping = useMutation({
    mutationFn: ({ id }: TapState) => apiClient.stopTap(id),
    onSuccess: () => {
      announce("The tap is stopped");
      void queries.invalidateQueries({ queryKey: LIBRARY_KEY });
      return queries.invalidateQueries({ queryKey: TAPS_KEY });
    },
  });
  const problem = starting.data && "problem" in starting.data ? starting.data.problem : null;
  const error = starting.error ?? stopping.error;
  return (
    <Dialog open={open} onClose={close} title="Tap agents" className={LARGE_BUTTONS}>
      <div className="grid min-w-0 gap-3.5 text-12">
        <p className="max-w-[72ch] text-fg-2">
          A tap stands between agents, passes every byte on, and records both directions. It runs in
          Loupe’s server until you stop it, also when this page is closed.
        </p>
        {taps.length > 0 && (
          <RunningTaps
            taps={taps}
            onOpen={openRun}
            onStop={(tap) => stopping.mutate(tap)}
            isBusy={stopping.isPending}
          />
        )}
        <TapForm
          draft={draft}
          onChange={(changed) => {
            setDraft(changed);
            starting.reset();
          }}
          problem={problem}
          onStart={(startsAnyway) => starting.mutate({ ...draft, startsAnyway })}
          isBusy={starting.isPending}
        />
        {error && (
          <Banner
            severity="error"
            who="Loupe"
            title={stopping.error ? "Couldn't stop the tap" : "Couldn't start the tap"}
            onClose={() => {
              starting.reset();
              stopping.reset();
            }}
          >
            {error.message}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}

interface RunningTapsProps {
  taps: readonly TapState[];
  onOpen: (tap: TapState) => void;
  onStop: (tap: TapState) => void;
  isBusy: boolean;
}

/** The running taps: their addresses, how many calls passed, and a button that stops each. */
function RunningTaps({ taps, onOpen, onStop, isBusy }: RunningTapsProps) {
  return (
    <section className="grid gap-1.5" aria-label="Running taps">
      <h3 className="font-semibold">Running</h3>
      <ul className="grid gap-2">
        {taps.map((tap) => (
          <RunningTap
            key={tap.id}
            tap={tap}
            onOpen={() => onOpen(tap)}
            onStop={() => onStop(tap)}
            isBusy={isBusy}
          />
        ))}
      </ul>
    </section>
  );
}

interface RunningTapProps {
  tap: TapState;
  onOpen: () => void;
  onStop: () => void;
  isBusy: boolean;
}

function RunningTap({ tap, onOpen, onStop, isBusy }: RunningTapProps) {
  const { name, mode, routes, push, calls, running, recordings, refused, failure } = tap;
  const [isAsking, setAsking] = useState(false);
  // Its calls have ended, so there is nothing to ask. A later call is asked about anew.
  if (isAsking && running === 0) setAsking(false);
  const stop = () => {
    if (running > 0 && !isAsking) return setAsking(true);
    setAsking(false);
    onStop();
  };
  return (
    <li
      aria-label={name}
      className="grid gap-1.5 rounded-3 bg-bg-2 p-2.5 inset-ring inset-ring-line-2 forced-colors:border"
    >
      <div className="flex flex-wrap items-start gap-2">
        <ul className="min-w-0 grow basis-65">
          {routes.map(({ listen, target }) => (
            <li key={`${listen} ${target}`} className="mono flex items-center gap-1.5 text-fg-1">
              <span className="min-w-0 wrap-anywhere">{listen}</span>
              <Icon name="arrow-right" size={12} className="flex-none text-fg-3" />
              <span className="sr-only">forwards to</span>
              <span className="min-w-0 wrap-anywhere">{target}</span>
              <CopyButton text={`http://${listen}`} what={`address ${listen}`} />
            </li>
          ))}
        </ul>
        <span className="flex flex-none gap-2">
          <Button variant="outline" icon="activity" onClick={onOpen}>
            Open
          </Button>
          <Button variant={isAsking ? "danger" : "outline"} disabled={isBusy} onClick={stop}>
            {isAsking ? `End ${formatQuantity(running, "call")} and stop` : "Stop"}
          </Button>
          {isAsking && <Button onClick={() => setAsking(false)}>Keep</Button>}
        </span>
      </div>
      <p role="status" className="text-fg-2">
        {TAP_MODE_LABELS[mode]} · {formatQuantity(calls, "call")}
        {running > 0 && `, ${running} running`}
        {recordings > 1 && ` · ${formatQuantity(recordings, "recording")}`}
      </p>
      {push !== null && (
        <p className="text-fg-2">
          Notifications arrive at <span className="mono wrap-anywhere">{push}</span>
        </p>
      )}
      {refused !== null && (
        <p className="wrap-anywhere text-warning">
          {refused.count > 1 && `${formatQuantity(refused.count, "request")} refused. The last: `}
          {refused.last}
        </p>
      )}
      {failure !== null && (
        <p className="text-error">Nothing more is recorded: {failure} Calls still pass.</p>
      )}
    </li>
  );
}
