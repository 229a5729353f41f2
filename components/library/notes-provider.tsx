"use client";
// The notes of the open recording, where they stand, and how they are written; other tabs see them
// within seconds. What is being typed outlives the row that it is about.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { apiClient } from "../../lib/session/api-client.ts";
import { type AnchoredNote, anchorNotes } from "../../lib/session/note-anchors.ts";
import { getCurrentInterpretation, getPlayheadEvent } from "../../lib/session/playback.ts";
import { emitUiEvent, onUiEvent } from "../../lib/session/ui-events.ts";
import { isExchangeInScope } from "../../lib/timeline/scope.ts";
import type { NoteChange } from "../../lib/wire/api-types.ts";
import type { EventNote } from "../../lib/wire/recording-metadata.ts";
import { useAppContext } from "../app-context.tsx";
import { useRun, useView } from "../session.tsx";
import { showToast } from "../ui/toast.tsx";
import { useThrottledVersion } from "./use-throttled-version.ts";

export interface NotesState {
  readonly anchoredNotes: readonly AnchoredNote[];
  /** Somebody wants to write on the selected row. */
  readonly isEditorRequested: boolean;
  readonly clearEditorRequest: () => void;
  /** What is typed and not kept yet, by what it is about. */
  readonly drafts: Map<string, string>;
  save(change: NoteChange): Promise<void>;
  remove(note: EventNote): Promise<void>;
  goTo(to: AnchoredNote): void;
}

const NO_NOTES_STATE: NotesState = {
  anchoredNotes: [],
  isEditorRequested: false,
  clearEditorRequest: () => undefined,
  drafts: new Map(),
  save: async () => undefined,
  remove: async () => undefined,
  goTo: () => undefined,
};
const NO_EVENT_NOTES: readonly EventNote[] = [];

const NotesContext = createContext<NotesState>(NO_NOTES_STATE);

export function useNotes(): NotesState {
  return useContext(NotesContext);
}

export function NotesProvider({ children }: { children: ReactNode }) {
  const desk = useAppContext();
  const { run, view, screen } = desk;
  const id = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ["about", id],
    queryFn: () => apiClient.getMetadata(id ?? ""),
    enabled: id !== null,
    refetchInterval: 5000,
    retry: 1,
  });
  const placed = useAnchoredNotes(data?.notes ?? NO_EVENT_NOTES);
  const [isWanted, setWanted] = useState(false);
  const [drafts] = useState(() => new Map<string, string>());

  const notes = useMemo<NotesState>(() => {
    const say = async (change: NoteChange) => {
      if (id === null) return;
      queries.setQueryData(["about", id], await apiClient.updateMetadata(id, { notes: [change] }));
      emitUiEvent("library-changed");
    };
    return {
      anchoredNotes: placed,
      isEditorRequested: isWanted,
      clearEditorRequest: () => setWanted(false),
      drafts,
      save: say,
      async remove({ id: own, x, event, text }) {
        await say({ id: own, x, event, text: "" });
        const undo = () => void say({ id: own, x, event, text });
        showToast({ text: "Deleted the note", action: { label: "Undo", run: undo } });
      },
      goTo({ item, ordinal }) {
        const { scope, cursor } = view.getState();
        const isInScope = isExchangeInScope(run.getState().timeline, scope, item.exchange);
        view.setState({
          selected: item.index,
          event: ordinal,
          following: false,
          ...(!isInScope && { scope: "all" }),
          ...(cursor !== null && cursor < ordinal && { cursor: null }),
        });
      },
    };
  }, [id, placed, isWanted, drafts, queries, run, view]);

  const latest = useRef(notes);
  useEffect(() => {
    latest.current = notes;
  });
  useEffect(() => {
    const write = () => {
      const isFile = run.getState().source?.kind === "file";
      if (!isFile) {
        screen.showInspector();
        // Before the next key, which is for the note already.
        return flushSync(() => setWanted(true));
      }
      showToast({
        text: "Notes are kept beside recordings: keep this log in the library first",
        action: { label: "Keep it", run: screen.saveToLibrary },
      });
    };
    const next = () => {
      const all = latest.current.anchoredNotes;
      const { selected, event } = view.getState();
      const at = selected === null ? -1 : (event ?? getPlayheadEvent({ run, view }));
      const to = all.find(({ ordinal }) => ordinal > at) ?? all[0];
      if (to) latest.current.goTo(to);
      else showToast({ text: "There are no notes on this run" });
    };
    const stops = [onUiEvent("write-note", write), onUiEvent("next-note", next)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [run, view, screen]);
  return <NotesContext value={notes}>{children}</NotesContext>;
}

/** The same list for as long as nothing in it is another: every row looks at it. */
function useAnchoredNotes(notes: readonly EventNote[]): readonly AnchoredNote[] {
  const { run, view } = useAppContext();
  const dialects = useView((state) => state.dialects);
  const version = useThrottledVersion();
  const before = useRef<readonly AnchoredNote[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timeline grows in place; the version says when
  return useMemo(() => {
    const now =
      notes.length === 0 ? [] : anchorNotes(getCurrentInterpretation({ run, view }), notes);
    const isSame =
      now.length === before.current.length &&
      now.every(({ note, item }, i) => {
        const known = before.current[i];
        return known?.note === note && known.item === item;
      });
    if (!isSame) before.current = now;
    return before.current;
  }, [notes, run, view, dialects, version]);
}
