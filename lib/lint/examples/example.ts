/**
 * An example of a rule: a small recording that breaks it and one that nearly does. The pages about
 * rules show them, and the tests hold every rule against its own.
 */

import type { Scene } from "./scene.ts";
import type { Speaker } from "./speaker.ts";

export interface Example {
  readonly breaks: (say: Speaker) => Scene;
  readonly keeps: (say: Speaker) => Scene;
}

/** Examples by the name of their rule. */
export type Examples = Readonly<Record<string, Example>>;
