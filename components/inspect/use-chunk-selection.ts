"use client";
/** The current chunk of a text: the hovered, the picked or the newest one. */
import { useMemo, useState } from "react";
import { type ChunkedText, findChunkOfEvent } from "../../lib/timeline/provenance.ts";
import { useSession, useView } from "../session.tsx";

export interface ChunkSelection {
  readonly text: ChunkedText;
  /** Everything is shown as of this event. */
  readonly playhead: number;
  /** The chunk shown in the provenance dock; −1 if the text has none. */
  readonly shown: number;
  /** The chunk marked in the text: hovered or picked; −1 for none. */
  readonly marked: number;
  readonly picked: number;
  /** An offset to bring into view; a new object with every pick from outside the text. */
  readonly reveal: { readonly at: number } | undefined;
  readonly hover: (chunk: number) => void;
  readonly pick: (chunk: number, inText?: boolean) => void;
}

export function useChunkSelection(
  text: ChunkedText | null,
  playhead: number,
): ChunkSelection | null {
  const { view } = useSession();
  const event = useView((state) => state.event);
  const [hovered, setHovered] = useState<{ text: ChunkedText | null; chunk: number }>();
  const [clicked, setClicked] = useState(-1);
  const picked = text && event !== null ? findChunkOfEvent(text, event) : -1;
  const reveal = useMemo(
    () =>
      text && picked >= 0 && picked !== clicked ? { at: text.chunkAt(picked).from } : undefined,
    [text, picked, clicked],
  );
  if (!text || text.chunkCount === 0) return null;
  const over = hovered?.text === text ? hovered.chunk : -1;
  const marked = over >= 0 ? over : picked;
  return {
    text,
    playhead,
    marked,
    picked,
    reveal,
    shown: marked >= 0 ? marked : Math.max(0, text.chunksAt(playhead) - 1),
    hover: (chunk) => {
      if (chunk !== over) setHovered({ text, chunk });
    },
    pick: (chunk, inText = false) => {
      setClicked(inText ? chunk : -1);
      view.setState({ event: text.chunkAt(chunk).event, pointedViolation: null });
    },
  };
}
