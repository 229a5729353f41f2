"use client";
// Dialog that serves the open run in place of its agent: options, URL and received requests.
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiClientError, apiClient } from "../../lib/session/api-client.ts";
import type { RunSource } from "../../lib/session/run.ts";
import { useRun } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Banner } from "../ui/banner.tsx";
import { Dialog, LARGE_BUTTONS } from "../ui/dialog.tsx";
import { DEFAULT_OPTIONS_DRAFT, formatOptionsDraft, ReplayForm } from "./replay-form.tsx";
import { RunningReplay } from "./running-replay.tsx";

/** The input and the running replay survive closing the dialog. */
export default function ReplayDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const source = useRun((run) => run.source);
  const [draft, setDraft] = useState(DEFAULT_OPTIONS_DRAFT);
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

  const serving = useMutation({ mutationFn: (act: () => Promise<void>) => act() });
  const start = () =>
    serving.mutate(async () => {
      if (!source) return;
      const before = data;
      const log = await getReplayedLog(source);
      const started = await apiClient.startReplay(log, formatOptionsDraft(draft));
      if (before && before.id !== started.id) await apiClient.stopReplay(before.id);
      if (source.kind === "file") setFileReplay({ source, id: started.id });
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
    <Dialog
      open={open}
      onClose={onClose}
      title="Serve as an agent"
      width="w-160"
      className={LARGE_BUTTONS}
    >
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

/** A recording is already on the server; a file is sent as record lines. */
async function getReplayedLog(source: RunSource) {
  if (source.kind === "recording") return { recording: source.id };
  const { convertToRecordLines } = await import("../../lib/session/record-lines.ts");
  return { lines: await convertToRecordLines(source.file.stream()) };
}

function toApiClientError(error: Error): ApiClientError {
  if (error instanceof ApiClientError) return error;
  return new ApiClientError("log", "Couldn't read the log again.", String(error));
}
