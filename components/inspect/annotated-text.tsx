"use client";
// A text in which every character leads to its chunk, rendered or plain. Text after the playhead is grey.
import {
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { MarkdownView } from "../markdown/markdown.tsx";
import { WireText, type WireTextHandle } from "../ui/wire-text.tsx";
import { MARKED_TEXT } from "./rendered-layout.ts";
import { findCaretOffset, findOffsetAtPoint } from "./source-offsets.ts";
import { type TextHighlight, TextHighlighter } from "./text-highlighter.ts";
import type { ChunkSelection } from "./use-chunk-selection.ts";
import "./annotated-text.css";

interface AnnotatedTextProps {
  selection: ChunkSelection;
  /** The whole text, including what came after the playhead. */
  text: string;
  plain: boolean;
  /** More is to come. */
  growing: boolean;
  /** The playhead is at the end: keep the end in view. */
  follows: boolean;
}

export function AnnotatedText({ selection, text, plain, growing, follows }: AnnotatedTextProps) {
  const root = useRef<HTMLDivElement>(null);
  const exact = useRef<WireTextHandle>(null);
  const marks = useRef<TextHighlighter>(undefined);
  const [following, setFollowing] = useState(true);
  const { reveal, marked } = selection;
  const cut = selection.text.textLengthAt(selection.playhead);
  const chunk = marked < 0 ? null : selection.text.chunkAt(marked);

  const from = chunk?.from ?? -1;
  const to = chunk?.to ?? -1;
  const caret = growing || cut < text.length;
  const wanted = useRef<TextHighlight>(undefined);
  useLayoutEffect(() => {
    wanted.current = { text, mark: from < 0 ? null : { from, to }, cut, caret };
    marks.current?.show(wanted.current);
  }, [text, from, to, cut, caret]);

  // The rendered and the plain view each have their own overlay.
  const attach = useCallback((overlay: HTMLDivElement | null) => {
    if (!overlay) return;
    const drawn = new TextHighlighter(overlay);
    marks.current = drawn;
    if (wanted.current) drawn.show(wanted.current);
    return () => drawn.dispose();
  }, []);

  const isScrubbed = cut < text.length;
  const target = useMemo(
    () => reveal ?? (isScrubbed ? { at: Math.max(0, cut - 1) } : undefined),
    [reveal, isScrubbed, cut],
  );
  useEffect(() => {
    if (!target) return;
    setFollowing(false);
    exact.current?.scrollToOffset(target.at, "nearest");
    marks.current?.reveal();
  }, [target]);

  const handlers = useChunkPointer(selection, text, root);
  const layer = (
    <div
      ref={attach}
      data-part="marks"
      className="pointer-events-none absolute top-0 left-0"
      aria-hidden="true"
    />
  );
  const follow = { following: follows && following, onFollowingChange: setFollowing };
  return (
    <div ref={root} className={MARKED_TEXT} data-testid="rendered-text" {...handlers}>
      {plain ? (
        <WireText
          ref={exact}
          label="Rendered text"
          text={text}
          variant="prose"
          overlay={layer}
          {...follow}
        />
      ) : (
        <MarkdownView
          label="Rendered text"
          text={text}
          overlay={layer}
          reveal={target}
          {...follow}
        />
      )}
    </div>
  );
}

/** Tracks the chunk under the pointer or the caret. */
function useChunkPointer(
  selection: ChunkSelection,
  text: string,
  root: React.RefObject<HTMLDivElement | null>,
) {
  const latest = useRef({ selection, text });
  const frame = useRef(0);
  /** The caret counts only if it was moved by key; pointer moves are handled separately. */
  const byKey = useRef(false);
  useEffect(() => {
    latest.current = { selection, text };
  });
  useEffect(() => {
    const onSelection = () => {
      if (!byKey.current) return;
      const { selection: now, text: all } = latest.current;
      const offset = root.current && findCaretOffset(root.current, all);
      if (offset !== null) now.hover(now.text.chunkOfCharacter(offset));
    };
    document.addEventListener("selectionchange", onSelection);
    return () => {
      cancelAnimationFrame(frame.current);
      document.removeEventListener("selectionchange", onSelection);
    };
  }, [root]);

  const chunkUnder = (x: number, y: number): number => {
    const { selection: now, text: all } = latest.current;
    const offset = root.current && findOffsetAtPoint(root.current, all, x, y);
    return offset === null ? -1 : now.text.chunkOfCharacter(offset);
  };
  return {
    onKeyDownCapture: () => {
      byKey.current = true;
    },
    onPointerDown: () => {
      byKey.current = false;
    },
    onPointerMove: ({ clientX, clientY, buttons }: PointerEvent) => {
      if (buttons !== 0) return;
      cancelAnimationFrame(frame.current);
      frame.current = requestAnimationFrame(() =>
        latest.current.selection.hover(chunkUnder(clientX, clientY)),
      );
    },
    onPointerLeave: () => {
      cancelAnimationFrame(frame.current);
      selection.hover(-1);
    },
    onClick: ({ clientX, clientY, target }: React.MouseEvent) => {
      if (getSelection()?.isCollapsed === false) return;
      if (target instanceof Element && target.closest("a, button")) return;
      const chunk = chunkUnder(clientX, clientY);
      if (chunk >= 0) selection.pick(chunk, true);
    },
  };
}
