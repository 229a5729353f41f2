/** Detects whether a log contains only A2A, or A2A among other text. */

import { classifyPayload } from "../../protocol/classify.ts";
import { parseJsonObject } from "../../protocol/json.ts";
import { parseWrapper } from "./collector-wrapper.ts";
import { LineReader } from "./line-reader.ts";

/**
 * Text before an object that is part of an array, an event stream or a model root, which the
 * decoder removes itself.
 */
const BARE_OBJECT = /(?:^|[\n\r])[\s,[\uFEFF]*(?:data: ?)?(?:\{\s*"root"\s*:\s*)*$/;

/** Does the log contain A2A in wrappers, after other text, with times, or among other lines? */
export function isMixedLog(start: string): boolean {
  let answer: boolean | null = null;
  let others = 0;
  const reader = new LineReader({
    onObject({ text, instant }) {
      const at = start.indexOf(text);
      const isBare = at >= 0 && instant === null && BARE_OBJECT.test(start.slice(0, at));
      answer ??= !isBare || others > 0;
      return true;
    },
    onTruncated: () => undefined,
    onOther: () => void others++,
  });
  const lines = start.split("\n");
  // The last line is incomplete, unless it is the only one.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  for (const line of whole) {
    if (reader.addLine(line, 0) === "none") {
      // A line that the lenient decoder accepts is not other text.
      if (mayBeA2A(line)) return false;
      others++;
    }
    if (answer !== null) return answer;
  }
  return isWrapped(whole[0] ?? "");
}

function mayBeA2A(line: string): boolean {
  const value = parseJsonObject(line);
  return (
    value !== null &&
    classifyPayload(value, { evidence: 0, decodeIssues: 0, rest03: false }) !== null
  );
}

/** Is it the first line of a collector's log, whatever its content? */
function isWrapped(line: string): boolean {
  const value = parseJsonObject(line);
  if (!value) return false;
  const { instant, payloads } = parseWrapper(value, line);
  return instant !== null && payloads.length > 0;
}
