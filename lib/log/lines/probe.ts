/** Looks at how a log begins: is it A2A and nothing else, or A2A among other things? */

import { classifyPayload } from "../../protocol/classify.ts";
import { objectIn } from "../json-object.ts";
import { LineReader } from "./reader.ts";
import { wrapperOf } from "./wrapper.ts";

/**
 * Nothing before an object but what an array or a stream of events has there, or a model's root,
 * which the decoder takes off by itself.
 */
const BARE = /(?:^|[\n\r])[\s,[\uFEFF]*(?:data: ?)?(?:\{\s*"root"\s*:\s*)*$/;

/** Does it hold A2A in wrappers, behind other words, with times, or among other things? */
export function isMixed(start: string): boolean {
  let answer: boolean | null = null;
  let others = 0;
  const reader = new LineReader({
    found({ text, instant }) {
      const at = start.indexOf(text);
      const isBare = at >= 0 && instant === null && BARE.test(start.slice(0, at));
      answer ??= !isBare || others > 0;
      return true;
    },
    torn: () => undefined,
    other: () => void others++,
  });
  const lines = start.split("\n");
  // The last line is cut off, unless it is all there is.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  for (const line of whole) {
    if (reader.line(line, 0) === "none") {
      // What may be A2A to a kind reader is nothing else.
      if (mayBeA2A(line)) return false;
      others++;
    }
    if (answer !== null) return answer;
  }
  return isWrapped(whole[0] ?? "");
}

function mayBeA2A(line: string): boolean {
  const value = objectIn(line);
  return (
    value !== null && classifyPayload(value, { evidence: 0, irregular: 0, rest03: false }, () => {})
  );
}

/** A collector's first line, whatever it is about. */
function isWrapped(line: string): boolean {
  const value = objectIn(line);
  if (!value) return false;
  const { instant, insides } = wrapperOf(value, line);
  return instant !== null && insides.length > 0;
}
