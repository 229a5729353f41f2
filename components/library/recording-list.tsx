"use client";
// The recordings in the data folder, newest first.
import { useQuery } from "@tanstack/react-query";
import { service } from "../../lib/session/service.ts";
import type { RecordingSummary } from "../../lib/wire/service.ts";
import { useRun, useSession } from "../session.tsx";
import { formatBytes } from "../ui/format.ts";

const SHOWN = 20;

export function useRecordings(): readonly RecordingSummary[] {
  const { data } = useQuery({
    queryKey: ["recordings"],
    queryFn: service.recordings,
    refetchInterval: 5000,
  });
  return data ?? [];
}

export function RecordingList({ title }: { title: string }) {
  const { run, agent } = useSession();
  const recordings = useRecordings();
  const open = useRun((state) => (state.source?.kind === "recording" ? state.source.id : null));
  if (recordings.length === 0) return null;
  const choose = ({ id, name }: RecordingSummary) => {
    agent.disconnect();
    run.openRecording(id, name);
  };
  return (
    <section className="listing" aria-label={title}>
      <header>
        <h2>{title}</h2>
      </header>
      <ul>
        {recordings.slice(0, SHOWN).map((recording) => (
          <li key={recording.id}>
            <button
              type="button"
              aria-current={recording.id === open || undefined}
              onClick={() => choose(recording)}
            >
              <span className="listing-name">{recording.name}</span>
              <span className="listing-detail">{formatBytes(recording.bytes)}</span>
              <time dateTime={recording.changedAt}>
                {new Date(recording.changedAt).toLocaleString(undefined, {
                  dateStyle: "short",
                  timeStyle: "short",
                })}
              </time>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
