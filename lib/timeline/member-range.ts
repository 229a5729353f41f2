/** Finds the range of a JSON member in the exact bytes of an event's frame. */

import type { JsonPath } from "../json/json-source.ts";
import { findMemberRange, parseJsonSource } from "../json/json-source.ts";
import { RECORD_SEPARATOR } from "../wire/frame.ts";
import { extractFrameContent } from "../wire/frame-content.ts";
import type { Exchange } from "./exchange.ts";
import { parseGrpcMessage } from "./grpc-frame.ts";
import type { TextRange } from "./string-ranges.ts";
import type { Timeline } from "./timeline.ts";
import { getFrameText } from "./timeline-queries.ts";

/**
 * Returns positions in the frame's text, including the member's name. For an absent member: its
 * nearest existing ancestor. `null` if the frame is unreadable.
 */
export function findFrameMemberRange(
  timeline: Timeline,
  ordinal: number,
  path: JsonPath,
): TextRange | null {
  const exchange = timeline.exchanges[timeline.events.exchange.at(ordinal)];
  const frame = getFrameText(timeline, ordinal);
  if (exchange?.body.isBinary) return findFieldRange(exchange, frame, path);
  const { text, back } = extractFrameContent(frame);
  const lead = text.startsWith(RECORD_SEPARATOR) ? RECORD_SEPARATOR.length : 0;
  const range = findMemberRange(parseJsonSource(text.slice(lead)), path);
  // Convert the last character, not the end: the next one may be on another `data:` line.
  return range && { from: back(lead + range.from), to: back(lead + range.to - 1) + 1 };
}

/** The innermost field around the path. In protocol buffers, only fields have ranges. */
function findFieldRange(exchange: Exchange, frame: string, path: JsonPath): TextRange | null {
  const fields = parseGrpcMessage(exchange, frame)?.fields ?? [];
  for (let length = path.length; length > 0; length--) {
    const around = path.slice(0, length);
    const field = fields.find(
      (one) => one.path.length === length && one.path.every((step, i) => step === around[i]),
    );
    if (field) return { from: field.tag, to: field.to };
  }
  return frame === "" ? null : { from: 0, to: frame.length };
}
