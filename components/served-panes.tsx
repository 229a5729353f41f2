"use client";
// The panes of a page with a server behind it: one can talk there, and go back to other recordings.
import { useEffect, useMemo } from "react";
import { getRecordingTitle } from "../lib/report/recordings.ts";
import { signal } from "../lib/session/signals.ts";
import { tellVerdicts } from "../lib/session/verdicts.ts";
import { Composer } from "./compose/composer.tsx";
import { LostBanner } from "./compose/lost-banner.tsx";
import { AuthWanted } from "./credentials/auth-wanted.tsx";
import { RefusedBanner } from "./credentials/refused-banner.tsx";
import { NoteList } from "./library/note-list.tsx";
import { NotesProvider } from "./library/notes-provider.tsx";
import { NoteMark, RowNotes } from "./library/row-notes.tsx";
import { SavedLogs } from "./library/saved-logs.tsx";
import { SpanActions } from "./library/span-actions.tsx";
import { useRecordings } from "./library/use-recordings.ts";
import { LimitMark } from "./limits/limit-button.tsx";
import Panes from "./panes.tsx";
import { type Parts, PartsContext } from "./parts.ts";
import { useRun, useSession } from "./session.tsx";

const PARTS = { Talk, SavedLogs, SpanActions, RowNotes, NoteMark, NoteList, LimitMark } as const;

export default function ServedPanes() {
  const { run } = useSession();
  useEffect(() => tellVerdicts(run, () => signal("library-changed")), [run]);
  const id = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  const { list } = useRecordings();
  const recording = list.find((one) => one.id === id);
  const recordingTitle = recording ? getRecordingTitle(recording) : null;
  const parts = useMemo<Parts>(() => ({ ...PARTS, recordingTitle }), [recordingTitle]);
  return (
    <PartsContext value={parts}>
      <NotesProvider>
        <Panes />
      </NotesProvider>
    </PartsContext>
  );
}

function Talk() {
  return (
    <>
      <div className="above-composer">
        <LostBanner />
        <RefusedBanner />
        <AuthWanted />
      </div>
      <Composer />
    </>
  );
}
