"use client";
// Dialog that serves the open run in place of its agent: options, URL and received requests.
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReplayState } from "../../lib/api/api-types.ts";
import { ApiClientError, apiClient } from "../../lib/session/api-client.ts";
import { getServedLog } from "../../lib/session/served-log.ts";
import { useRun, useRunState } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Banner } from "../ui/banner.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { Dialog, LARGE_BUTTONS } from "../ui/dialog.tsx";
import { formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { DEFAULT_OPTIONS_DRAFT, formatOptionsDraft, ReplayForm } from "./replay-form.tsx";

/** The input and the running replay survive closing the dialog. */
export default function ReplayDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const source = useRun((run) => run.source);
  const [draft, setDraft] = useState(DEFAULT_OPTIONS_DRAFT);
  /** The id of the replay that was started here, which a file gets when it is served. */
  const [startedId, setStartedId] = useRunState<string | null>(null);
  const id = startedId ?? (source?.kind === "recording" ? source.id : null);
  const { data = null, refetch } = useQuery({
    queryKey: ["replay", id],
    queryFn: async () => (await apiClient.listReplays()).find((one) => one.id === id) ?? null,
    enabled: open && id !== null,
    refetchInterval: 1000,
  });

  const serving = useMutation({ mutationFn: (act: () => Promise<void>) => act() });
  const start = () =>
    serving.mutate(async () => {
      if (!source) return;
      const before = data;
      const log = await getServedLog(source);
      const started = await apiClient.startReplay(log, formatOptionsDraft(draft));
      if (before && before.id !== started.id) await apiClient.stopReplay(before.id);
      setStartedId(started.id);
      announce("Serving the recorded agent");
      await refetch();
    });
  const stop = () =>
    serving.mutate(async () => {
      if (data) await apiClient.stopReplay(data.id);
      announce("Stopped serving");
      await refetch();
    });
  const isBusy = serving.isPending;
  const problem = serving.error && toApiClientError(serving.error);

  return (
    <Dialog open={open} onClose={onClose} title="Serve as an agent" className={LARGE_BUTTONS}>
      <div className="grid min-w-0 gap-3.5">
        <ReplayForm
          draft={draft}
          onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
          onServe={start}
          isBusy={isBusy}
          isServed={data !== null}
          isFile={source?.kind === "file"}
        />
        {problem && (
          <Banner
            severity="error"
            who="Loupe"
            title="Couldn't serve this run"
            remedy={problem.hint ?? undefined}
            onClose={serving.reset}
          >
            {problem.message}
          </Banner>
        )}
        {data && <RunningReplay state={data} isBusy={isBusy} onStop={stop} />}
      </div>
    </Dialog>
  );
}

function toApiClientError(error: Error): ApiClientError {
  if (error instanceof ApiClientError) return error;
  return new ApiClientError("log", "Couldn't read the log again.", String(error));
}

interface RunningReplayProps {
  state: ReplayState;
  isBusy: boolean;
  onStop: () => void;
}

/** A running replay: its URL, and the received requests with the exchanges that answered them. */
function RunningReplay({ state, isBusy, onStop }: RunningReplayProps) {
  const { path, options, exchanges, hasCard, left, answered, requests } = state;
  const url = location.origin + path;
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(location.hostname);
  return (
    <section
      className="grid min-w-0 gap-3.5 border-t border-line-2 pt-3.5 text-12"
      aria-label="Running replay"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span className="mono min-w-0 grow basis-65 text-13/4.5 wrap-anywhere text-fg-1">
          {url}
        </span>
        <CopyButton text={url} what="address" variant="outline">
          Copy
        </CopyButton>
        <Button variant="outline" disabled={isBusy} onClick={onStop}>
          Stop
        </Button>
      </div>
      <ul className="text-fg-2">
        <li>
          Answers with {formatQuantity(exchanges, "recorded exchange")},{" "}
          {options === "" ? "as recorded" : <span className="mono">{options}</span>}.
        </li>
        {!hasCard && <li>The run has no agent card, so Loupe generates one from the recording.</li>}
        {left.map((line) => (
          <li key={line}>Not included: {line}.</li>
        ))}
        {!isLocal && (
          <li>Clients on other machines must send this Loupe’s token as a bearer token.</li>
        )}
        <li>
          To inject a fault into a single request, send it with the header{" "}
          <span className="mono">x-loupe-fault: cut-after=5</span>.
        </li>
      </ul>
      <p role="status" className="font-semibold">
        {answered === 0 ? "No requests yet" : formatQuantity(answered, "request")}
      </p>
      {answered > 0 && (
        <ol className="grid gap-2" aria-label="Requests">
          {requests.toReversed().map((one) => (
            <li
              key={one.number}
              data-hue={one.exchange === null ? "other" : "result"}
              className="grid grid-cols-[auto_minmax(0,1fr)] gap-2"
            >
              <Icon
                name={one.exchange === null ? "note" : "check"}
                size={14}
                className="mt-0.5 text-hue"
              />
              <span>
                <b className="mono font-medium wrap-anywhere">{boundText(one.request)}</b>
                <span className="block wrap-anywhere text-fg-2">
                  {one.exchange === null ? one.why : `Exchange ${one.exchange}: ${one.why}`}
                  {one.options !== "" && `, played with ${one.options}`}
                </span>
                {one.notes.map((note) => (
                  <span key={note} className="block wrap-anywhere text-fg-2">
                    {note}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
