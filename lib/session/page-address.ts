/**
 * The address of the page: the run, its view, and what is open beside them. A link names the card of
 * a run, a comparison of two runs, a search of the library, a grade, and a log that this browser keeps.
 *
 * Guarantees: parsing what was formatted gives the same address; whatever cannot be read is ignored.
 */

import { formatViewQuery, parseViewQuery, type View } from "./view.ts";

/** A run that a link can name: a recording, or a log that only this browser keeps. */
export interface NamedRun {
  readonly kind: "recording" | "file";
  readonly id: string;
}

interface NamedComparison {
  readonly left: NamedRun;
  readonly right: NamedRun;
}

export interface PageAddress {
  readonly run: NamedRun | null;
  readonly view: View;
  /** The agent card of the run is shown in place of its rows. */
  readonly hasCard: boolean;
  readonly comparison: NamedComparison | null;
  /** The search of the open library; `null` if it is closed. */
  readonly library: string | null;
  /** The ID of the grade that is shown in *Conformance*. */
  readonly grade: string | null;
}

/** The URL of a log in `?log=`; `null` for none. */
export function parseLogUrl(text: string): string | null {
  return new URLSearchParams(text).get("log") || null;
}

/** An address of Loupe, or of its viewer, that opens the log at a URL. */
export function formatLogAddress(page: string, url: string): string {
  return `${page}?${new URLSearchParams({ log: url })}`;
}

/** The name of the file at a URL. */
export function getLogName(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  const last = path.split("/").at(-1) ?? "";
  return decodePercent(last) || "log";
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The query, with its question mark; empty for the start page. */
export function formatPageQuery(address: PageAddress): string {
  const { run, view, hasCard, comparison, library, grade } = address;
  const recording = run?.kind === "recording" ? run.id : null;
  const query = new URLSearchParams();
  if (run?.kind === "file") query.set("file", run.id);
  for (const [name, value] of new URLSearchParams(formatViewQuery(recording, view))) {
    query.set(name, value);
  }
  if (hasCard) query.set("card", "1");
  if (comparison) {
    query.set("compare", `${formatRun(comparison.left)}${BETWEEN}${formatRun(comparison.right)}`);
  }
  if (library !== null) query.set("library", library);
  if (grade !== null) query.set("grade", grade);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

export function parsePageQuery(text: string): PageAddress {
  const query = new URLSearchParams(text);
  const { recording, view } = parseViewQuery(text);
  const file = query.get("file");
  return {
    run:
      recording !== null
        ? { kind: "recording", id: recording }
        : file
          ? { kind: "file", id: file }
          : null,
    view,
    hasCard: query.get("card") === "1",
    comparison: parseComparison(query.get("compare") ?? ""),
    library: query.get("library"),
    grade: query.get("grade") || null,
  };
}

/** Between the two runs of a comparison, as between two commits. */
const BETWEEN = "..";
const FILE_PREFIX = "file:";

const formatRun = ({ kind, id }: NamedRun) => (kind === "file" ? `${FILE_PREFIX}${id}` : id);

function parseComparison(text: string): NamedComparison | null {
  const [left, right, ...rest] = text.split(BETWEEN).map(parseRun);
  return left && right && rest.length === 0 ? { left, right } : null;
}

function parseRun(text: string): NamedRun | null {
  const isFile = text.startsWith(FILE_PREFIX);
  const id = isFile ? text.slice(FILE_PREFIX.length) : text;
  return id === "" ? null : { kind: isFile ? "file" : "recording", id };
}
