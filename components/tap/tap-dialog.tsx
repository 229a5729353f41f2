"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
// Dialog of the taps of this server: a form that starts one, and those that are running.
import type { TapDraft } from "../../lib/api/schemas/api-requests.ts";
import type { TapState } from "../../lib/api/taps.ts";
import { apiClient } from "../../lib/session/api-client.ts";
import { useAppContext } from "../app-context.tsx";
import { LIBRARY_KEY, TAPS_KEY } from "../server-state.ts";
import { announce } from "../ui/announce.ts";
import { Banner } from "../ui/banner.tsx";
import { Dialog, LARGE_BUTTONS } from "../ui/dialog.tsx";
import { RunningTaps } from "./running-taps.tsx";
import { EMPTY_TAP_DRAFT, TapForm } from "./tap-form.tsx";

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
    <Dialog open={open} onClose={close} title="Tap agents" width="w-160" className={LARGE_BUTTONS}>
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
