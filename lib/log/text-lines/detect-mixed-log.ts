/** Looks at how a log begins: is it A2A and nothing else, or A2A among other things? */

import { classifyPayload } from "../../protocol/classify.ts";
import { parseJsonObject } from "../json-object.ts";
import { parseWrapper } from "./collector-wrapper.ts";
import { LineReader } from "./line-reader.ts";

/**
 * Nothing before an object but what an array or a stream of events has there, or a model's root,
 * which the decoder takes off by itself.
 */
const BARE_OBJECT = /(?:^|[\n\r])[\s,[\uFEFF]*(?:data: ?)?(?:\{\s*"root"\s*:\s*)*$/;

/** Does it hold A2A in wrappers, behind other words, with times, or among other things? */
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
  // The last line is cut off, unless it is all there is.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  for (const line of whole) {
    if (reader.addLine(line, 0) === "none") {
      // What may be A2A to a kind reader is nothing else.
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
    classifyPayload(value, { evidence: 0, decodeIssues: 0, rest03: false }, () => {})
  );
}

/** A collector's first line, whatever it is about. */
function isWrapped(line: string): boolean {
  const value = parseJsonObject(line);
  if (!value) return false;
  const { instant, payloads } = parseWrapper(value, line);
  return instant !== null && payloads.length > 0;
}
