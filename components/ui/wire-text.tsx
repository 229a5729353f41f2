"use client";
// Exact text of any length, as it is on the wire or as plain prose. What is selected and copied is
// the text itself, character for character, also across parts that are no longer drawn.
import {
  type ClipboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { cx } from "./cx.ts";
import { type TextSegment, TextSegments } from "./text-segments.ts";
import { getSelectedText, type SelectedText } from "./text-selection.ts";
import { VirtualList, type VirtualListHandle } from "./virtual-list.tsx";
import { type CharacterRange, WireLine } from "./wire-line.tsx";

export type { CharacterRange };

export interface WireTextHandle {
  scrollToOffset: (offset: number, align?: "nearest" | "center") => void;
}

export interface WireTextProps {
  label: string;
  text: string;
  /** "wire": mono with line endings and offsets. "prose": running text in the interface's font. */
  variant?: "wire" | "prose";
  /** Byte offset of the text in something larger, for the gutter. */
  baseOffset?: number;
  gutter?: "bytes" | "lines" | "none";
  /** Line endings are drawn; not for what was only put together. */
  endings?: boolean;
  /** Characters of `text` to mark; it is scrolled into view when it changes. */
  highlight?: CharacterRange | undefined;
  /** Characters whose lines are washed, as a selected row is. */
  selected?: CharacterRange | undefined;
  /** A second word in the gutter of a line: the number of the frame that begins there. */
  note?: (line: TextSegment) => string | undefined;
  /** How long the accented beginning of a line is; see `ssePrefix`. */
  prefix?: (text: string, line: TextSegment) => number;
  /** Drawn over the text and scrolled with it. */
  overlay?: ReactNode;
  following?: boolean;
  onFollowingChange?: (following: boolean) => void;
  className?: string;
  ref?: Ref<WireTextHandle>;
}

export function WireText(props: WireTextProps) {
  const { label, text, variant = "wire", baseOffset = 0, highlight, prefix, className } = props;
  const { following, onFollowingChange, selected: washed, note, overlay } = props;
  const gutter = props.gutter ?? (variant === "wire" ? "bytes" : "none");
  const [segments] = useState(() => new TextSegments());
  segments.update(text);
  const base = variant === "wire" ? 22 : 21;
  const [rowHeight, setRowHeight] = useState(() =>
    estimateHeight(segments.count, text.length, base),
  );
  // A better estimate starts the list anew, so only a much better one is taken.
  const better = estimateHeight(segments.count, text.length, base);
  if (better > rowHeight * 4 || better < rowHeight / 4) setRowHeight(better);
  const list = useRef<VirtualListHandle>(null);
  const selected = useRef<SelectedText>(undefined);
  const everything = useRef(false);
  const drag = useRef<"none" | "begun" | "going">("none");
  const root = useRef<HTMLDivElement>(null);

  useImperativeHandle(props.ref, () => ({
    scrollToOffset: (offset, align = "center") =>
      list.current?.scrollToIndex(segments.indexOf(offset), align),
  }));

  const from = highlight?.from;
  useEffect(() => {
    if (from !== undefined) list.current?.scrollToIndex(segments.indexOf(from), "nearest");
  }, [from, segments]);

  // Rows scrolled away take their end of the selection with them; the offsets are kept here.
  useEffect(() => {
    const onChange = () => {
      // "Select all" holds as long as the selection is the element itself.
      if (getSelection()?.anchorNode !== root.current) everything.current = false;
      if (!root.current) return;
      const before = selected.current;
      const now = getSelectedText(root.current, before);
      // While dragging, the browser replaces a beginning that was scrolled away by what is nearest.
      const keeps = now && before && drag.current === "going";
      selected.current = keeps ? { ...now, anchor: before.anchor } : now;
      if (now && drag.current === "begun") drag.current = "going";
    };
    const onUp = () => {
      drag.current = "none";
    };
    document.addEventListener("selectionchange", onChange);
    document.addEventListener("pointerup", onUp);
    return () => {
      document.removeEventListener("selectionchange", onChange);
      document.removeEventListener("pointerup", onUp);
    };
  }, []);

  const onCopy = (event: ClipboardEvent) => {
    const { anchor, focus } = selected.current ?? { anchor: 0, focus: 0 };
    if (!everything.current && anchor === focus) return;
    const part = text.slice(Math.min(anchor, focus), Math.max(anchor, focus));
    event.preventDefault();
    event.clipboardData.setData("text/plain", everything.current ? text : part);
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const all = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a";
    if (all && root.current) {
      event.preventDefault();
      getSelection()?.selectAllChildren(root.current);
      everything.current = true;
    }
  };

  const onPointerDown = (event: React.PointerEvent) => {
    if (event.button === 0 && !event.shiftKey) drag.current = "begun";
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it watches copying; the list inside takes focus
    <div
      ref={root}
      className="contents"
      onCopy={onCopy}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      <VirtualList
        ref={list}
        label={label}
        role="region"
        className={cx(variant === "wire" ? "ui-wire" : "ui-prose", className ?? "flex-1")}
        count={segments.count}
        rowHeight={rowHeight}
        measured
        overlay={overlay}
        {...(following !== undefined && { following })}
        {...(onFollowingChange && { onFollowingChange })}
        renderRow={(index) => {
          const segment = segments.at(index);
          if (!segment) return null;
          return (
            <WireLine
              text={text}
              segment={segment}
              gutter={gutterLabel(index, segment)}
              note={note && segment.first ? (note(segment) ?? "") : note && ""}
              washed={washed && washed.from < segment.to + 1 && segment.from < washed.to}
              last={segments.at(index + 1)?.line !== segment.line}
              prefix={prefix?.(text, segment) ?? 0}
              highlight={highlight}
              showEndings={variant === "wire" && props.endings !== false}
            />
          );
        }}
      />
    </div>
  );

  function gutterLabel(index: number, segment: TextSegment): string | undefined {
    if (gutter === "none") return undefined;
    if (gutter === "lines") return segment.first ? String(segment.line + 1) : "";
    return `0x${(baseOffset + segments.bytesBefore(index)).toString(16).padStart(5, "0")}`;
  }
}

// Pieces of one endless line take some forty rows each, a line of prose takes one.
function estimateHeight(count: number, length: number, row: number): number {
  const mean = count === 0 ? 0 : length / count;
  return Math.max(1, Math.ceil(mean / 60)) * row;
}
