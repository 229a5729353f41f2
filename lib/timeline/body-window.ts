/**
 * A part of a body around a place in it, cut at line ends: what a reader sees of a body of any
 * size, without ever joining the whole of it.
 */

import type { Body } from "../wire/body.ts";

export interface BodyWindow {
  /** Positions in the body's text. */
  readonly from: number;
  readonly to: number;
}

/** How far a cut may move to find the end of a line. */
const REACH = 4000;

export function windowAround(body: Body, from: number, to: number, room: number): BodyWindow {
  return {
    from: lineStart(body, Math.max(0, from - room)),
    to: lineEnd(body, Math.min(body.length, Math.max(to, from) + room)),
  };
}

export function earlier(body: Body, { from, to }: BodyWindow, room: number): BodyWindow {
  return { from: lineStart(body, Math.max(0, from - room)), to };
}

export function later(body: Body, { from, to }: BodyWindow, room: number): BodyWindow {
  return { from, to: lineEnd(body, Math.min(body.length, to + room)) };
}

function lineStart(body: Body, at: number): number {
  if (at <= 0) return 0;
  const base = Math.max(0, at - REACH);
  const lf = body.slice(base, at).lastIndexOf("\n");
  if (lf >= 0) return base + lf + 1;
  return base === 0 ? 0 : whole(body, at);
}

function lineEnd(body: Body, at: number): number {
  if (at >= body.length) return body.length;
  const lf = body.slice(at, at + REACH).indexOf("\n");
  if (lf >= 0) return at + lf + 1;
  return at + REACH >= body.length ? body.length : whole(body, at);
}

/** A place that does not split a surrogate pair. */
function whole(body: Body, at: number): number {
  const code = body.slice(at, at + 1).charCodeAt(0);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
