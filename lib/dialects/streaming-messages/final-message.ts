/** Compares a final message with its streamed draft. */

import { isArray, isObject } from "../../protocol/json.ts";
import type { Message, Part } from "../../protocol/model.ts";

export interface FinalMessage {
  /** The event that brought the whole message. */
  readonly firstEvent: number;
  readonly message: Message;
  /** How many of its leading parts the draft had; later parts are new. */
  readonly streamedParts: number;
  /** The first difference; `null` if the message starts with the whole draft. */
  readonly mismatch: DraftMismatch | null;
}

interface DraftMismatch {
  /** Index of the part in the draft, and in the message. */
  readonly draftPart: number;
  readonly part: number;
  /** Position in both texts, in UTF-16 units; `null` if they differ in something else. */
  readonly offset: number | null;
}

export function compareFinalMessage(
  message: Message,
  draft: readonly Part[],
  firstEvent: number,
): FinalMessage {
  let mismatch: DraftMismatch | null = null;
  let streamed = 0;
  for (const [draftPart, part] of draft.entries()) {
    const whole = message.parts[streamed];
    const offset = findDifference(part, whole);
    if (offset !== NO_DIFFERENCE) {
      // Servers omit empty texts from the message.
      if (part.kind === "text" && part.text === "") continue;
      mismatch ??= { draftPart, part: streamed, offset };
    }
    if (whole) streamed++;
  }
  return { firstEvent: firstEvent, message, streamedParts: streamed, mismatch };
}

const NO_DIFFERENCE = -1;

/** The position at which the texts of two parts differ; `null` for any other difference. */
function findDifference(a: Part, b: Part | undefined): number | null {
  if (a.kind === "text" && !b) return 0;
  if (a.kind !== "text" || b?.kind !== "text") return isSameJsonValue(a, b) ? NO_DIFFERENCE : null;
  const end = Math.min(a.text.length, b.text.length);
  let at = 0;
  while (at < end && a.text.charCodeAt(at) === b.text.charCodeAt(at)) at++;
  if (at < end || a.text.length !== b.text.length) return at;
  return isSameJsonValue(a.metadata, b.metadata) && a.mediaType === b.mediaType
    ? NO_DIFFERENCE
    : null;
}

/** Whether two values are equal as JSON, in any key order and at any depth. */
function isSameJsonValue(a: unknown, b: unknown): boolean {
  const pairs: [unknown, unknown][] = [[a, b]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [one, other] = pair;
    if (Object.is(one, other) || one === other) continue;
    if (isArray(one) && isArray(other)) {
      if (one.length !== other.length) return false;
      for (const [i, item] of one.entries()) pairs.push([item, other[i]]);
    } else if (isObject(one) && isObject(other)) {
      const keys = Object.keys(one);
      if (keys.length !== Object.keys(other).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(other, key)) return false;
        pairs.push([one[key], other[key]]);
      }
    } else return false;
  }
  return true;
}
