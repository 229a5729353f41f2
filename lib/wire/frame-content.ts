/** The JSON inside a frame's exact text, whatever stands around it. */

import { looksLikeSse } from "./sse-framer.ts";

export interface FrameContent {
  readonly text: string;
  /** From a position in it to the one in the frame. */
  back(position: number): number;
}

/** Only CR and LF end a line here, not all that a regular expression calls one. */
const DATA_LINE = /(?:^\uFEFF?|[\r\n])data(?:: ?([^\r\n]*)|(?=[\r\n]|$))/g;

/** The JSON of a frame, and the way from a position in it back to the frame. */
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
