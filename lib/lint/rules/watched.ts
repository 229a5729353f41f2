/** The rules that watches find broken. */

import { AGREED } from "./agreed.ts";
import { ANSWERS } from "./answers.ts";
import { ARTIFACTS } from "./artifacts.ts";
import { CALLS } from "./calls.ts";
import { FRAMES } from "./frames.ts";
import { LIFECYCLE } from "./lifecycle.ts";
import type { Rule } from "./rule.ts";
import { SHAPES } from "./shapes.ts";
import { STREAMS } from "./streams.ts";

export const WATCHED: readonly Rule[] = [
  ...STREAMS,
  ...LIFECYCLE,
  ...ARTIFACTS,
  ...CALLS,
  ...ANSWERS,
  ...AGREED,
  ...FRAMES,
  ...SHAPES,
];
