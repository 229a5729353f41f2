"use client";

// Provides the notes of the open recording, their positions, and functions to change them. Other tabs
// see changes within seconds. Drafts survive when their row is deselected.

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
import type { EventNote } from "../../lib/api/recording-metadata.ts";
import type { NoteChange } from "../../lib/api/schemas/api-requests.ts";
import { type AnchoredNote, anchorNotes } from "../../lib/session/note-anchors.ts";
import { getPlayheadEvent } from "../../lib/session/playback.ts";
import { onUiEvent } from "../../lib/session/ui-events.ts";
import { isExchangeInScope } from "../../lib/timeline/scope.ts";
import { useAppContext } from "../app-context.tsx";
import { useRun } from "../session.tsx";
import { showToast } from "../ui/toast.tsx";
import { useInterpretedPart } from "../use-interpretation.ts";
import { useOpenMetadata } from "../use-open-metadata.ts";
import { useChangeNote } from "./metadata-mutations.ts";
import { saveOpenLog } from "./save-actions.ts";

interface NotesState {
  readonly anchoredNotes: readonly AnchoredNote[];
  /** Whether to open the editor on the selected row. */
  readonly isEditorRequested: boolean;
  readonly clearEditorRequest: () => void;
  /** Unsaved texts, by note. */
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
  const app = useAppContext();
  const { run, view } = app;
  const id = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  const { mutateAsync: changeNote } = useChangeNote();
  const metadata = useOpenMetadata();
  const anchoredNotes = useAnchoredNotes(metadata?.notes ?? NO_EVENT_NOTES);
  const [isEditorRequested, setEditorRequested] = useState(false);
  const [drafts] = useState(() => new Map<string, string>());

  const notes = useMemo<NotesState>(() => {
    const save = async (change: NoteChange) => {
      if (id !== null) await changeNote({ recording: id, change });
    };
    return {
      anchoredNotes,
      isEditorRequested,
      clearEditorRequest: () => setEditorRequested(false),
      drafts,
      save,
      async remove({ id: own, x, event, text }) {
        await save({ id: own, x, event, text: "" });
        const undo = () => void save({ id: own, x, event, text });
        showToast({ text: "Note deleted", action: { label: "Undo", run: undo } });
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
  }, [id, anchoredNotes, isEditorRequested, drafts, changeNote, run, view]);

  const latest = useRef(notes);
  useEffect(() => {
    latest.current = notes;
  });
  useEffect(() => {
    const write = () => {
      const isFile = run.getState().source?.kind === "file";
      if (!isFile) {
        app.layout.getState().showInspector();
        // At once, because the next key already belongs to the note. A command from the palette
        // runs in a timer, where React would render later.
        return flushSync(() => setEditorRequested(true));
      }
      showToast({
        text: "To add notes, save this log to the library first",
        action: { label: "Save", run: () => saveOpenLog(app) },
      });
    };
    const next = () => {
      const all = latest.current.anchoredNotes;
      const { selected, event } = view.getState();
      const at = selected === null ? -1 : (event ?? getPlayheadEvent({ run, view }));
      const to = all.find(({ ordinal }) => ordinal > at) ?? all[0];
      if (to) latest.current.goTo(to);
      else showToast({ text: "This run has no notes" });
    };
    const stops = [onUiEvent("write-note", write), onUiEvent("next-note", next)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [app, run, view]);
  return <NotesContext value={notes}>{children}</NotesContext>;
}

/** Keeps the identity of the list until its content changes, because every row reads it. */
function useAnchoredNotes(notes: readonly EventNote[]): readonly AnchoredNote[] {
  const interpreted = useInterpretedPart((one) => (notes.length === 0 ? null : one));
  const anchored = useMemo(
    () => (interpreted === null ? [] : anchorNotes(interpreted.interpretation, notes)),
    [notes, interpreted],
  );
  const [kept, keep] = useState(anchored);
  if (areSameNotes(kept, anchored)) return kept;
  keep(anchored);
  return anchored;
}

function areSameNotes(left: readonly AnchoredNote[], right: readonly AnchoredNote[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ note, item }, i) => note === right[i]?.note && item === right[i]?.item)
  );
}
