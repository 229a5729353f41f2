/** Extracts the JSON from a frame's exact text, without its SSE fields. */

import { looksLikeSse } from "./sse-framer.ts";

export interface FrameContent {
  readonly text: string;
  /** Maps a position in the content to one in the frame. */
  back(position: number): number;
}

/** In SSE, only CR and LF end a line, unlike `$` in a regular expression. */
const DATA_LINE = /(?:^\uFEFF?|[\r\n])data(?:: ?([^\r\n]*)|(?=[\r\n]|$))/g;

/** The JSON of a frame, and the mapping of its positions back to the frame. */
export function extractFrameContent(frame: string): FrameContent {
  if (!looksLikeSse(frame)) return { text: frame, back: (position) => position };
  const pieces: string[] = [];
  const starts: number[] = [];
  const shifts: number[] = [];
  let length = 0;
  for (const line of frame.matchAll(DATA_LINE)) {
    const content = line[1] ?? "";
    starts.push(length);
    shifts.push(line.index + line[0].length - content.length - length);
    pieces.push(content);
    length += content.length + 1;
  }
  const back = (position: number) => {
    const line = starts.findLastIndex((start) => start <= position);
    return position + (shifts[line] ?? 0);
  };
  return { text: pieces.join("\n"), back };
}
