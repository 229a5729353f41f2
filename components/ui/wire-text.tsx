"use client";
// Exact text of any length, as on the wire or as plain prose.
// Guarantees: selecting and copying give the exact text, even across parts that are no longer drawn.
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
import { type CharacterRange, WIRE_TEXT, WireLine } from "./wire-line.tsx";

export type { CharacterRange };

export interface WireTextHandle {
  scrollToOffset: (offset: number, align?: "nearest" | "center") => void;
}

interface WireTextProps {
  label: string;
  text: string;
  /** "wire": monospace with line endings and offsets. "prose": running text in the UI font. */
  variant?: "wire" | "prose";
  /** Byte offset of the text in something larger, for the gutter. */
  baseOffset?: number;
  gutter?: "bytes" | "lines" | "none";
  /** Whether line endings are drawn; off for generated text. */
  endings?: boolean;
  /** Characters to mark; scrolled into view on change. */
  highlight?: CharacterRange | undefined;
  /** Characters whose lines are highlighted like a selected row. */
  selected?: CharacterRange | undefined;
  /** A second gutter label: the number of the frame that begins in a line. */
  note?: (line: TextSegment) => string | undefined;
  /** Length of the accented prefix of a line; see `getSsePrefixLength`. */
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
  // A new estimate resets the list, so only a much better one is used.
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

  // Removed rows lose their end of the selection, so the offsets are kept here.
  useEffect(() => {
    const onChange = () => {
      // "Select all" is active while the selection is the element itself.
      if (getSelection()?.anchorNode !== root.current) everything.current = false;
      if (!root.current) return;
      const before = selected.current;
      const now = getSelectedText(root.current, before);
      // While dragging, the browser replaces a removed anchor with the nearest node.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles copying; the list inside is focusable
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
        className={cx(
          variant === "wire" ? WIRE_TEXT : "text-13/5.25 text-fg-1",
          className ?? "flex-1",
        )}
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
              prose={variant === "prose"}
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

// Segments of one long line take about forty rows each, a line of prose takes one.
function estimateHeight(count: number, length: number, row: number): number {
  const mean = count === 0 ? 0 : length / count;
  return Math.max(1, Math.ceil(mean / 60)) * row;
}
