"use client";
// The panes of a page with a server, which adds the composer, recordings, notes and limits.
import { useEffect, useMemo } from "react";
import { getRecordingTitle } from "../../lib/report/recordings.ts";
import { saveVerdictsOfRun } from "../../lib/session/save-verdicts.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { UrlSuggestion } from "../card/url-suggestion.tsx";
import { Composer } from "../compose/composer.tsx";
import { DisconnectedBanner } from "../compose/disconnected-banner.tsx";
import { AuthRequiredBanner } from "../credentials/auth-required-banner.tsx";
import { UnauthorizedBanner } from "../credentials/unauthorized-banner.tsx";
import { EdgeDecisions, useEdgeEditor } from "../library/edge-decisions.tsx";
import { NoteList } from "../library/note-list.tsx";
import { NotesProvider } from "../library/notes-provider.tsx";
import { useRecordings } from "../library/recordings-provider.tsx";
import { NoteMark, RowNotes } from "../library/row-notes.tsx";
import { SavedLogs } from "../library/saved-logs.tsx";
import { TimeRangeActions } from "../library/time-range-actions.tsx";
import { LimitMark } from "../limits/limit-button.tsx";
import { CopyCurlButton } from "../request/copy-curl.tsx";
import { RequestPreview } from "../request/request-preview.tsx";
import { type ServerFeatures, ServerFeaturesContext } from "../server-features.ts";
import { useRun, useSession } from "../session.tsx";
import Panes from "./panes.tsx";

const SERVER_FEATURES = {
  UrlSuggestion,
  Talk,
  SavedLogs,
  SpanActions: TimeRangeActions,
  RowNotes,
  NoteMark,
  NoteList,
  LimitMark,
  RequestPreview,
  CopyCurlButton,
} as const;

export default function AppPanes() {
  const { run } = useSession();
  useEffect(() => saveVerdictsOfRun(run, () => emitUiEvent("library-changed")), [run]);
  const id = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  const { list } = useRecordings();
  const recording = list.find((one) => one.id === id);
  const recordingTitle = recording ? getRecordingTitle(recording) : null;
  const edgeEditor = useEdgeEditor();
  const features = useMemo<ServerFeatures>(
    () => ({ ...SERVER_FEATURES, edgeEditor, recordingTitle }),
    [edgeEditor, recordingTitle],
  );
  return (
    <ServerFeaturesContext value={features}>
      <EdgeDecisions />
      <NotesProvider>
        <Panes />
      </NotesProvider>
    </ServerFeaturesContext>
  );
}

function Talk() {
  return (
    <>
      {/* Limits the notices together, so that long agent texts do not push the rows away. */}
      <div className="max-h-[40%] flex-none overflow-auto">
        <DisconnectedBanner />
        <UnauthorizedBanner />
        <AuthRequiredBanner />
      </div>
      <Composer />
    </>
  );
}
