"use client";
// Slider over the chunks of a text, scaled by characters: before and after the playhead, and the
// current chunk.

import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { findChunkAtShare, findChunkStarts } from "../../lib/timeline/provenance.ts";
import { formatCount } from "../ui/format.ts";
import { useWidth } from "../ui/use-media.ts";
import type { ChunkSelection } from "./use-chunk-selection.ts";

const HEIGHT = 16;
/** Chunks nearer to each other than this many columns are drawn as one. */
const GAP_EVERY = 3;

export function ChunkStrip({ selection }: { selection: ChunkSelection }) {
  const { text, shown, playhead, pick } = selection;
  const canvas = useRef<HTMLCanvasElement>(null);
  const count = text.chunkCount;
  const chunk = text.chunkAt(shown);
  const { textLength } = text;
  const seen = text.textLengthAt(playhead);
  const theme = useEffectiveTheme();

  const width = useWidth(canvas);
  const colors = useRef<{ theme: string; of: StripColors }>(undefined);
  const { from, to } = chunk;
  useEffect(() => {
    const element = canvas.current;
    if (!element || width === 0) return;
    if (colors.current?.theme !== theme) colors.current = { theme, of: getStripColors(element) };
    const starts = findChunkStarts(text, Math.floor(width));
    drawStrip(element, width, colors.current.of, { starts, length: textLength, seen, from, to });
  }, [text, textLength, seen, from, to, theme, width]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -20,
      PageUp: 20,
    }[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? count - 1 : shown + (step ?? 0);
    if ((step === undefined && event.key !== "Home" && event.key !== "End") || event.metaKey)
      return;
    event.preventDefault();
    event.stopPropagation();
    pick(Math.min(count - 1, Math.max(0, to)));
  };
  const onPoint = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const to = findChunkAtShare(text, (event.clientX - left) / width);
    if (to >= 0 && to !== selection.picked) pick(to);
  };
  const position = `chunk ${formatCount(shown + 1)} of ${formatCount(count)} · ${formatCharacters(chunk)}`;
  return (
    <div>
      <div className="mb-1 flex justify-between gap-2 text-11 whitespace-nowrap text-fg-3">
        <span className="truncate">Chunks by characters</span>
        <span data-testid="chunk-place">{position}</span>
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Chunk"
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={shown + 1}
        aria-valuetext={position}
        data-hue="result"
        className="h-4 cursor-pointer touch-none"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          onPoint(event);
        }}
        onPointerMove={onPoint}
      >
        <canvas
          ref={canvas}
          height={HEIGHT}
          className="block h-4 w-full forced-color-adjust-none"
        />
      </div>
    </div>
  );
}

function formatCharacters({ from, to }: { from: number; to: number }): string {
  if (to === from) return "no text";
  if (to === from + 1) return `char ${formatCount(from + 1)}`;
  return `chars ${formatCount(from + 1)}–${formatCount(to)}`;
}

interface StripColors {
  readonly seen: string;
  readonly rest: string;
  readonly mark: string;
}

/** What is drawn: lengths and positions in characters. */
interface Strip {
  /** For each column, whether a chunk starts in it. */
  readonly starts: Uint8Array;
  readonly length: number;
  readonly seen: number;
  /** The current chunk. */
  readonly from: number;
  readonly to: number;
}

/** Cached per theme: reading computed styles costs more than drawing. */
function getStripColors(canvas: HTMLCanvasElement): StripColors {
  const style = getComputedStyle(canvas);
  const getColor = (name: string) => style.getPropertyValue(name).trim();
  return { seen: getColor("--hue"), rest: getColor("--line-3"), mark: getColor("--accent") };
}

function drawStrip(
  canvas: HTMLCanvasElement,
  width: number,
  colors: StripColors,
  { starts, length, seen, from, to }: Strip,
): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const scale = Math.max(1, devicePixelRatio);
  const [wide, high] = [Math.round(width * scale), Math.floor(HEIGHT * scale)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, HEIGHT);
  const toPixels = (offset: number) => (offset / Math.max(1, length)) * width;
  const until = toPixels(seen);
  let begin = 0;
  for (let x = 1; x <= starts.length; x++) {
    const isGap = x === starts.length || (starts[x] === 1 && x - begin >= GAP_EVERY);
    if (!isGap) continue;
    // The chunk at the playhead is drawn in both colors.
    const seenTo = Math.min(x - 0.75, until);
    pen.fillStyle = colors.seen;
    if (seenTo > begin) pen.fillRect(begin, 4, seenTo - begin, 8);
    pen.fillStyle = colors.rest;
    const rest = Math.max(begin, until);
    if (x - 0.75 > rest) pen.fillRect(rest, 4, x - 0.75 - rest, 8);
    begin = x;
  }
  pen.fillStyle = colors.mark;
  if (seen < length) pen.fillRect(Math.min(width - 1, until), 0, 1, HEIGHT);
  const mark = Math.max(4, toPixels(to) - toPixels(from));
  pen.fillRect(Math.min(width - mark, toPixels(from)), 1, mark, HEIGHT - 2);
}

let systemQuery: MediaQueryList | undefined;

/** Created once: `matchMedia` makes the browser recalculate styles. */
function getSystemQuery(): MediaQueryList {
  systemQuery ??= matchMedia("(prefers-color-scheme: dark)");
  return systemQuery;
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const system = getSystemQuery();
  system.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    system.removeEventListener("change", changed);
  };
}

function useEffectiveTheme(): string {
  return useSyncExternalStore(
    subscribe,
    () => `${document.documentElement.dataset.theme} ${getSystemQuery().matches}`,
    () => "",
  );
}
