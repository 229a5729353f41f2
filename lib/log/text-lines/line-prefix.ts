/** What stands before the text of a line in logs of containers and services: who said it, and when. */

import { type Instant, parseEpoch, parseLeadingInstant } from "./instant.ts";

export interface PrefixedLine {
  /** The line without it. */
  readonly text: string;
  readonly instant: Instant | null;
  /** Who said it, where several do in turns. */
  readonly stream: string;
  /** The line goes on in the next one of the same stream. */
  readonly isPartial: boolean;
}

/** `kubectl logs --prefix`, `docker compose logs`. */
const SOURCE = /^(?:\[([\w.-]+(?:\/[\w.-]+)+)\]|([\w.-]+) +\|) ?/;
/** The container runtime's own files. */
const RUNTIME = /^(stdout|stderr) ([FP]) /;
const EPOCH = /^(\d{10}(?:\.\d{1,9})?|\d{13}|\d{16}|\d{19})(?=[\s,|])/;

export function stripLinePrefix(line: string): PrefixedLine {
  let text = line;
  let instant: Instant | null = null;
  let stream = "";
  let isPartial = false;
  const source = SOURCE.exec(text);
  if (source) {
    stream = source[1] ?? source[2] ?? "";
    text = text.slice(source[0].length);
  }
  const bracket = /^[[(]/.test(text) ? 1 : 0;
  const start = parseLeadingInstant(text.slice(bracket, bracket + 64));
  const epoch = start ? null : EPOCH.exec(text);
  if (start) {
    ({ instant } = start);
    text = text.slice(bracket + start.length).replace(bracket ? /^[\])]\s?/ : /^\s/, "");
  } else if (epoch) {
    instant = parseEpoch(epoch[1] ?? "");
    text = text.slice(epoch[0].length).replace(/^[\s,|]/, "");
  }
  const runtime = instant ? RUNTIME.exec(text) : null;
  if (runtime) {
    stream = `${stream} ${runtime[1]}`.trim();
    isPartial = runtime[2] === "P";
    text = text.slice(runtime[0].length);
  }
  return { text, instant, stream, isPartial };
}
