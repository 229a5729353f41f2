/**
 * A window of a body's text around a position, cut at line ends. It shows part of a body of any
 * size without joining all of it.
 */

import type { Body } from "../wire/body.ts";

export interface BodyWindow {
  /** Positions in the body's text, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/** How far a cut may move to reach a line end. */
const MAX_CUT_SHIFT = 4000;

/** The whole lines around two positions, which may lie outside of the body. */
export function createBodyWindow(body: Body, from: number, to: number): BodyWindow {
  return {
    from: findLineStart(body, Math.max(0, from)),
    to: findLineEnd(body, Math.min(body.length, to)),
  };
}

function findLineStart(body: Body, at: number): number {
  if (at <= 0) return 0;
  const base = Math.max(0, at - MAX_CUT_SHIFT);
  const lf = body.slice(base, at).lastIndexOf("\n");
  if (lf >= 0) return base + lf + 1;
  return base === 0 ? 0 : snapToCharacter(body, at);
}

function findLineEnd(body: Body, at: number): number {
  if (at >= body.length) return body.length;
  const lf = body.slice(at, at + MAX_CUT_SHIFT).indexOf("\n");
  if (lf >= 0) return at + lf + 1;
  return at + MAX_CUT_SHIFT >= body.length ? body.length : snapToCharacter(body, at);
}

/** Moves a position out of a surrogate pair. */
function snapToCharacter(body: Body, at: number): number {
  const code = body.slice(at, at + 1).charCodeAt(0);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
