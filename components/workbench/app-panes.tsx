"use client";
// The panes of a page with a server, which adds the composer, recordings, notes and limits.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { LibraryState } from "../../lib/api/api-types.ts";
import { getRecordingTitle } from "../../lib/report/recordings.ts";
import { saveVerdictsOfRun } from "../../lib/session/save-verdicts.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { UrlSuggestion } from "../card/url-suggestion.tsx";
import { RequestPane } from "../compose/request-pane.tsx";
import { EdgeDecisions, useEdgeEditor } from "../library/edge-decisions.tsx";
import { NoteList } from "../library/note-list.tsx";
import { NotesProvider } from "../library/notes-provider.tsx";
import { useRecordings } from "../library/recordings-provider.tsx";
import { NoteMark, RowNotes } from "../library/row-notes.tsx";
import { SavedLogs } from "../library/saved-logs.tsx";
import { TimeRangeActions } from "../library/time-range-actions.tsx";
import { LimitMark } from "../limits/limit-button.tsx";
import { type ServerFeatures, ServerFeaturesContext } from "../server-features.ts";
import { LIBRARY_KEY } from "../server-state.ts";
import { useAgent, useRun, useSession } from "../session.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { Talk } from "./lazy-talk.ts";
import Panes from "./panes.tsx";

const RequestPreview = createLazyComponent(async () => ({
  default: (await import("../request/request-preview.tsx")).RequestPreview,
}));
const CopyCurlButton = createLazyComponent(async () => ({
  default: (await import("../request/copy-curl.tsx")).CopyCurlButton,
}));

const SERVER_FEATURES = {
  UrlSuggestion,
  Talk: AgentTalk,
  RequestPane,
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
  const queries = useQueryClient();
  useEffect(() => {
    const hasVerdict = (id: string, bytes: number) =>
      queries
        .getQueryData<LibraryState>(LIBRARY_KEY)
        ?.recordings.some((one) => one.id === id && one.bytes === bytes && one.verdict !== null) ??
      false;
    return saveVerdictsOfRun(run, { hasVerdict, onSaved: () => emitUiEvent("library-changed") });
  }, [run, queries]);
  const id = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  const { all } = useRecordings();
  const recording = all.find((one) => one.id === id);
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

function AgentTalk() {
  const hasAgent = useAgent(({ endpoint, recording }) => endpoint !== null || recording !== null);
  return hasAgent ? <Talk /> : null;
}
