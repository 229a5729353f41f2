"use client";
// The panes of a page with a server behind it: one can talk there, and go back to other recordings.
import { useEffect } from "react";
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
import { LimitMark } from "./limits/limit-button.tsx";
import Panes from "./panes.tsx";
import { type Parts, PartsContext } from "./parts.ts";
import { useSession } from "./session.tsx";

const PARTS: Parts = { Talk, SavedLogs, SpanActions, RowNotes, NoteMark, NoteList, LimitMark };

export default function ServedPanes() {
  const { run } = useSession();
  useEffect(() => tellVerdicts(run, () => signal("library-changed")), [run]);
  return (
    <PartsContext value={PARTS}>
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
