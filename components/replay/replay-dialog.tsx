"use client";
// Dialog that serves the open run in place of its agent: options, URL and received requests.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiClientError, apiClient } from "../../lib/session/api-client.ts";
import type { RunSource } from "../../lib/session/run.ts";
import { useRun } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Banner } from "../ui/banner.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ReplayForm } from "./replay-form.tsx";
import { DEFAULT_OPTIONS_DRAFT, formatOptionsDraft } from "./replay-options-draft.ts";
import { RunningReplay } from "./running-replay.tsx";

/** The input and the running replay survive closing the dialog. */
export default function ReplayDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const source = useRun((run) => run.source);
  const [draft, setDraft] = useState(DEFAULT_OPTIONS_DRAFT);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiClientError | null>(null);
  /** The replay id of a log that was opened from a file. */
  const [fileReplay, setFileReplay] = useState<{ source: RunSource; id: string } | null>(null);
  const id =
    source?.kind === "recording"
      ? source.id
      : fileReplay?.source === source
        ? fileReplay?.id
        : null;
  const { data = null, refetch } = useQuery({
    queryKey: ["replay", id],
    queryFn: async () => (await apiClient.listReplays()).find((one) => one.id === id) ?? null,
    enabled: open && id !== null && id !== undefined,
    refetchInterval: 1000,
  });

  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem(
        error instanceof ApiClientError
          ? error
          : new ApiClientError("log", "Couldn't read the log again.", String(error)),
      );
    } finally {
      setBusy(false);
    }
  };
  const start = () =>
    attempt(async () => {
      if (!source) return;
      const log =
        source.kind === "recording"
          ? { recording: source.id }
          : {
              lines: await (await import("../../lib/session/record-lines.ts")).convertToRecordLines(
                source.file.stream(),
              ),
            };
      const before = data;
      const started = await apiClient.startReplay(log, formatOptionsDraft(draft));
      if (before && before.id !== started.id) await apiClient.stopReplay(before.id);
      if (source.kind === "file") setFileReplay({ source, id: started.id });
      announce("Serving the recorded agent");
      await refetch();
    });
  const stop = () =>
    attempt(async () => {
      if (data) await apiClient.stopReplay(data.id);
      announce("Stopped serving");
      await refetch();
    });

  return (
    <Dialog open={open} onClose={onClose} title="Serve as an agent" className="serve">
      <div className="serve-body">
        <ReplayForm
          draft={draft}
          onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
          onServe={() => void start()}
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
            onClose={() => setProblem(null)}
          >
            {problem.message}
          </Banner>
        )}
        {data && <RunningReplay state={data} isBusy={isBusy} onStop={() => void stop()} />}
      </div>
    </Dialog>
  );
}
