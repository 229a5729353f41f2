/** Strips the prefix of log lines of containers and services: source and time. */

import { type Instant, parseEpoch, parseLeadingInstant } from "./instant.ts";

export interface PrefixedLine {
  /** The line without its prefix. */
  readonly text: string;
  readonly instant: Instant | null;
  /** The source, if lines of several sources alternate. */
  readonly stream: string;
  /** The line continues in the next one of the same stream. */
  readonly isPartial: boolean;
}

/** `kubectl logs --prefix`, `docker compose logs`. */
const SOURCE = /^(?:\[([\w.-]+(?:\/[\w.-]+)+)\]|([\w.-]+) +\|) ?/;
/** Log files of the container runtime. */
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
