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
import { type PlacedNote, placedNotes } from "../../lib/session/noting.ts";
import { momentOf, stagedReading } from "../../lib/session/playback.ts";
import { service } from "../../lib/session/service.ts";
import { onSignal, signal } from "../../lib/session/signals.ts";
import { isExchangeInScope } from "../../lib/timeline/scope.ts";
import type { NoteChange } from "../../lib/wire/api-types.ts";
import type { EventNote } from "../../lib/wire/recording-metadata.ts";
import { useDesk } from "../command/desk.tsx";
import { useRun, useView } from "../session.tsx";
import { showToast } from "../ui/toast.tsx";
import { useSlowVersion } from "./use-slow-version.ts";

export interface Notes {
  readonly placed: readonly PlacedNote[];
  /** Somebody wants to write on the selected row. */
  readonly isWanted: boolean;
  readonly taken: () => void;
  /** What is typed and not kept yet, by what it is about. */
  readonly drafts: Map<string, string>;
  save(change: NoteChange): Promise<void>;
  remove(note: EventNote): Promise<void>;
  go(to: PlacedNote): void;
}

const NOBODY: Notes = {
  placed: [],
  isWanted: false,
  taken: () => undefined,
  drafts: new Map(),
  save: async () => undefined,
  remove: async () => undefined,
  go: () => undefined,
};
const NONE: readonly EventNote[] = [];

const NotesContext = createContext<Notes>(NOBODY);

export function useNotes(): Notes {
  return useContext(NotesContext);
}

export function NotesProvider({ children }: { children: ReactNode }) {
  const desk = useDesk();
  const { run, view, screen } = desk;
  const id = useRun(({ source }) => (source?.kind === "recording" ? source.id : null));
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ["about", id],
    queryFn: () => service.about(id ?? ""),
    enabled: id !== null,
    refetchInterval: 5000,
    retry: 1,
  });
  const placed = usePlaced(data?.notes ?? NONE);
  const [isWanted, setWanted] = useState(false);
  const [drafts] = useState(() => new Map<string, string>());

  const notes = useMemo<Notes>(() => {
    const say = async (change: NoteChange) => {
      if (id === null) return;
      queries.setQueryData(["about", id], await service.say(id, { notes: [change] }));
      signal("library-changed");
    };
    return {
      placed,
      isWanted,
      taken: () => setWanted(false),
      drafts,
      save: say,
      async remove({ id: own, x, event, text }) {
        await say({ id: own, x, event, text: "" });
        const undo = () => void say({ id: own, x, event, text });
        showToast({ text: "Deleted the note", action: { label: "Undo", run: undo } });
      },
      go({ item, ordinal }) {
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
        action: { label: "Keep it", run: screen.keepLog },
      });
    };
    const next = () => {
      const all = latest.current.placed;
      const { selected, event } = view.getState();
      const at = selected === null ? -1 : (event ?? momentOf({ run, view }));
      const to = all.find(({ ordinal }) => ordinal > at) ?? all[0];
      if (to) latest.current.go(to);
      else showToast({ text: "There are no notes on this run" });
    };
    const stops = [onSignal("write-note", write), onSignal("next-note", next)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [run, view, screen]);
  return <NotesContext value={notes}>{children}</NotesContext>;
}

/** The same list for as long as nothing in it is another: every row looks at it. */
function usePlaced(notes: readonly EventNote[]): readonly PlacedNote[] {
  const { run, view } = useDesk();
  const dialects = useView((state) => state.dialects);
  const version = useSlowVersion();
  const before = useRef<readonly PlacedNote[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the timeline grows in place; the version says when
  return useMemo(() => {
    const now = notes.length === 0 ? [] : placedNotes(stagedReading({ run, view }), notes);
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
