/**
 * The process's one library. Next.js gives each route a module state of its own, but one
 * `globalThis`, so that is where it lives.
 */
import { Library } from "./library.ts";
import { readSettings } from "./settings.ts";

const PLACE = Symbol.for("loupe.library");

export function library(): Library {
  const home: typeof globalThis & { [PLACE]?: Library } = globalThis;
  home[PLACE] ??= new Library(readSettings());
  return home[PLACE];
}
