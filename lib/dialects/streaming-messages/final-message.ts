/** How a whole message compares with the draft that was streamed of it. */

import { isArray, isObject } from "../../protocol/json.ts";
import type { Message, Part } from "../../protocol/model.ts";

export interface FinalMessage {
  /** The event that brought the whole message. */
  readonly firstEvent: number;
  readonly message: Message;
  /** How many of its leading parts the draft had; what follows them is new. */
  readonly streamedParts: number;
  /** Where the two first differ; `null` where the message begins as the draft ended. */
  readonly mismatch: DraftMismatch | null;
}

export interface DraftMismatch {
  /** Index of the draft's part, and of the message's. */
  readonly draftPart: number;
  readonly part: number;
  /** Position in both texts, in UTF-16 units; `null` where they differ in something else. */
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
      // Servers leave empty texts out of the message.
      if (part.kind === "text" && part.text === "") continue;
      mismatch ??= { draftPart, part: streamed, offset };
    }
    if (whole) streamed++;
  }
  return { firstEvent: firstEvent, message, streamedParts: streamed, mismatch };
}

const NO_DIFFERENCE = -1;

/** Where two parts differ: a position of their texts, or `null` for anything else. */
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

/** Equal as JSON, whatever the order of keys and however deep. */
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
