"use client";
// All chunks of a text side by side by their characters: seen, to come, and the one looked at.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import {
  type ChunkedText,
  findChunkAtShare,
  findChunkStarts,
} from "../../lib/timeline/provenance.ts";
import { useWidth } from "../timeline/use-width.ts";
import { formatCount } from "../ui/format.ts";
import type { ChunkSelection } from "./use-chunk-selection.ts";
import { useEffectiveTheme } from "./use-effective-theme.ts";

const HEIGHT = 16;
/** Chunks nearer to each other than this many columns are drawn as one. */
const GAP_EVERY = 3;

export function ChunkStrip({ proof }: { proof: ChunkSelection }) {
  const { text, shown, playhead, pick } = proof;
  const canvas = useRef<HTMLCanvasElement>(null);
  const count = text.chunkCount;
  const chunk = text.chunkAt(shown);
  const { textLength } = text;
  const seen = text.textLengthAt(playhead);
  const theme = useEffectiveTheme();

  const width = useWidth(canvas);
  const colours = useRef<{ theme: string; of: StripColors }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text grows in place; the theme changes the colours
  useEffect(() => {
    const element = canvas.current;
    if (!element || width === 0) return;
    if (colours.current?.theme !== theme) colours.current = { theme, of: getStripColors(element) };
    drawStrip(element, width, colours.current.of, text, seen, chunk);
  }, [text, textLength, count, seen, shown, theme, width]);

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
    if (to >= 0 && to !== proof.picked) pick(to);
  };
  const place = `chunk ${formatCount(shown + 1)} of ${formatCount(count)} · ${formatCharacters(chunk)}`;
  return (
    <div className="chunk-strip">
      <div className="chunk-strip-label">
        <span>Chunks by characters</span>
        <span data-testid="chunk-place">{place}</span>
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Chunk"
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={shown + 1}
        aria-valuetext={place}
        className="chunk-strip-bar"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          onPoint(event);
        }}
        onPointerMove={onPoint}
      >
        <canvas ref={canvas} height={HEIGHT} />
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

/** To ask for them costs more than all that is drawn with them. */
function getStripColors(canvas: HTMLCanvasElement): StripColors {
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return { seen: colour("--hue"), rest: colour("--line-3"), mark: colour("--accent") };
}

function drawStrip(
  canvas: HTMLCanvasElement,
  width: number,
  colours: StripColors,
  text: ChunkedText,
  seen: number,
  { from, to }: { from: number; to: number },
): void {
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const scale = Math.max(1, devicePixelRatio);
  const [wide, high] = [Math.round(width * scale), Math.floor(HEIGHT * scale)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, HEIGHT);
  const length = Math.max(1, text.textLength);
  const along = (position: number) => (position / length) * width;
  const starts = findChunkStarts(text, Math.floor(width));
  const until = along(seen);
  let begin = 0;
  for (let x = 1; x <= starts.length; x++) {
    const isGap = x === starts.length || (starts[x] === 1 && x - begin >= GAP_EVERY);
    if (!isGap) continue;
    // The chunk in which the playhead stands is drawn in both colours.
    const seenTo = Math.min(x - 0.75, until);
    pen.fillStyle = colours.seen;
    if (seenTo > begin) pen.fillRect(begin, 4, seenTo - begin, 8);
    pen.fillStyle = colours.rest;
    const rest = Math.max(begin, until);
    if (x - 0.75 > rest) pen.fillRect(rest, 4, x - 0.75 - rest, 8);
    begin = x;
  }
  pen.fillStyle = colours.mark;
  if (seen < text.textLength) pen.fillRect(Math.min(width - 1, until), 0, 1, HEIGHT);
  const mark = Math.max(4, along(to) - along(from));
  pen.fillRect(Math.min(width - mark, along(from)), 1, mark, HEIGHT - 2);
}
