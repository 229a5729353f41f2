/**
 * `loupe list`, `rename`, `tag`, `delete`: manage the recordings of the app, in the same folder.
 * Exit code 0: done; 1: nothing was found, or deleting was not confirmed; 2: an error.
 */

import { createInterface } from "node:readline/promises";
import type { RecordingSummary } from "../lib/api/api-types.ts";
import type { MatchingLine, SearchHit } from "../lib/api/library-search.ts";
import { CONFORMANCE_TAG, isOfGrade, type VerdictSummary } from "../lib/api/recording-metadata.ts";
import { formatStoredVerdict, getVerdictSign } from "../lib/lint/verdict/verdict-words.ts";
import { takeRecordingPage } from "../lib/operations/recording-page.ts";
import { toPrintable, toPrintableLine } from "../lib/report/printable.ts";
import { countGrades, formatGrades } from "../lib/report/recording-grades.ts";
import { filterRecordings } from "../lib/report/recording-query.ts";
import {
  getRecordingAgent,
  getRecordingTitle,
  NEWEST_FIRST,
  sortRecordings,
} from "../lib/report/recordings.ts";
import { formatError } from "../lib/server/http/api-error.ts";
import { Library } from "../lib/server/library.ts";
import { readSettings } from "../lib/server/settings.ts";
import { formatPlural } from "../lib/text/plural.ts";
import { type CommandWords, printJson, printNext } from "./json-output.ts";
import { LIBRARY_COMMANDS, type LibraryCommand, type LibraryRequest } from "./library-options.ts";
import { runCommand } from "./run-command.ts";
import { createProgressOutput, refuse, type Terminal, type TerminalOutput } from "./terminal.ts";

/** `delete` reads the confirmation line by line. */
interface LibraryTerminal extends Terminal {
  readonly stdin: Terminal["stdin"] & NodeJS.ReadableStream;
}

export const main = (
  command: LibraryCommand,
  argv: readonly string[],
  terminal: LibraryTerminal,
): Promise<number> =>
  runCommand(LIBRARY_COMMANDS[command], argv, terminal, async (request) => {
    try {
      return await manageLibrary(request, new Library(readSettings()), terminal);
    } catch (error) {
      return refuse(terminal, formatError(error));
    }
  });

function manageLibrary(
  request: LibraryRequest,
  library: Library,
  terminal: LibraryTerminal,
): Promise<number> {
  // With --json, standard output has only the object.
  const output = request.json ? SILENT : terminal.stdout;
  const print = (line: string) => output.write(`${toPrintable(line)}\n`);
  switch (request.kind) {
    case "list":
      return listRecordings(request, library, terminal, print);
    case "rename":
      return renameRecording(request, library, terminal, print);
    case "tag":
      return tagRecording(request, library, terminal, print);
    case "delete":
      return deleteRecordings(request, library, terminal, print);
  }
}

type RequestOfKind<Kind> = Extract<LibraryRequest, { kind: Kind }>;
type PrintLine = (line: string) => void;

const SILENT: TerminalOutput = { write: () => undefined };

/** Without `--json`, a list stays short. */
const DEFAULT_LIMIT = 50;

async function listRecordings(
  { search, limit, cursor, json }: RequestOfKind<"list">,
  library: Library,
  terminal: LibraryTerminal,
  print: PrintLine,
): Promise<number> {
  await analyzeAll(library, terminal);
  const { recordings, usedBytes, limitBytes } = await library.recordings.catalog.getState();
  const hits = search === "" ? null : (await library.recordings.catalog.search(search)).hits;
  const lines = new Map(hits?.map(({ id, lines }) => [id, lines]));
  const matching =
    hits === null
      ? filterRecordings(recordings, "", Date.now())
      : recordings.filter(({ id }) => lines.has(id));
  const unlisted = hits === null ? recordings.filter(isOfGrade) : [];
  const found = sortRecordings(matching, NEWEST_FIRST);
  const most = limit ?? (json ? Number.POSITIVE_INFINITY : DEFAULT_LIMIT);
  const { page, nextCursor } = takeRecordingPage(found, most, cursor ?? undefined);
  const next = getNextCommands(page, search, limit, nextCursor);
  if (json) {
    const listed = page.map((one) => (hits ? { ...one, lines: lines.get(one.id) ?? [] } : one));
    const ofGrades = unlisted.length;
    const grades = countGrades(unlisted);
    const data = { recordings: listed, ofGrades, grades, usedBytes, limitBytes, nextCursor };
    printJson(terminal, data, next);
  } else {
    for (const one of page) {
      for (const line of formatRecording(one, lines.get(one.id))) print(line);
    }
    if (found.length === 0) print(search === "" ? "No recordings yet." : "No recordings match.");
    if (unlisted.length > 0) {
      print(`${formatGrades(unlisted)} not listed: loupe list tag:${CONFORMANCE_TAG}`);
    }
    if (nextCursor !== null) print(`${page.length} of ${found.length} listed.`);
    print(`${formatSize(usedBytes)} of ${formatSize(limitBytes)} used.`);
    printNext(terminal, next);
  }
  return found.length > 0 ? 0 : 1;
}

function getNextCommands(
  page: readonly RecordingSummary[],
  search: string,
  limit: number | null,
  nextCursor: string | null,
): CommandWords[] {
  const shown = page.find(({ verdict }) => verdict?.clean === false) ?? page[0];
  const words = search === "" ? [] : [search];
  const limited = limit === null ? [] : ["--limit", String(limit)];
  return [
    ...(shown ? [["inspect", shown.id]] : []),
    ...(nextCursor === null ? [] : [["list", ...words, ...limited, "--cursor", nextCursor]]),
  ];
}

/** On a terminal with progress, because the first time may take long. */
async function analyzeAll(library: Library, { stderr }: LibraryTerminal): Promise<void> {
  const progress = createProgressOutput(stderr);
  let count = 0;
  try {
    await library.recordings.catalog.analyzeAll((done, all) => {
      count = all;
      progress.printStatus(`Analyzing recording ${done + 1} of ${all}`);
    });
  } catch (error) {
    // The recordings can be listed anyway.
    progress.print(`loupe: the search index cannot be written: ${formatError(error)}`);
    return;
  }
  if (stderr.isTTY && count > 0) progress.print(`Analyzed ${formatPlural(count, "recording")}.`);
}

const INDENT = " ".repeat(23);
const LINE_WIDTH = 90;

function formatRecording(recording: RecordingSummary, lines: SearchHit["lines"] = []): string[] {
  const { id, changedAt, bytes, facts, verdict, live, tags, notes } = recording;
  const when = changedAt.slice(0, 16).replace("T", " ");
  const how = live ? "recording" : verdict ? formatSignedVerdict(verdict) : "not analyzed";
  const extra = [
    getRecordingAgent(recording),
    facts ? formatPlural(facts.turns, "turn") : "",
    tags.map((one) => `[${one}]`).join(" "),
    notes > 0 ? formatPlural(notes, "note") : "",
  ].filter(Boolean);
  return [
    `${id}  ${when}  ${formatSize(bytes).padStart(7)}  ${how.padEnd(16)}  ${getRecordingTitle(recording)}`,
    ...(extra.length > 0 ? [`${INDENT}${extra.join("  ")}`] : []),
    ...lines.map(formatMatchingLine),
  ];
}

/** A run that completed after a turn had failed has the sign of a failure, as in `loupe inspect`. */
function formatSignedVerdict(verdict: VerdictSummary): string {
  const { clean, caveats = [] } = verdict;
  return `${getVerdictSign({ clean, caveats })} ${formatStoredVerdict(verdict)}`;
}

function formatMatchingLine({ event, kind, text }: MatchingLine): string {
  const place = event === null ? "" : `#${event}`;
  return `${INDENT}${place.padEnd(6)} ${kind.padEnd(8)} ${toPrintableLine(text, LINE_WIDTH)}`;
}

async function renameRecording(
  { id, name, json }: RequestOfKind<"rename">,
  library: Library,
  terminal: LibraryTerminal,
  print: PrintLine,
): Promise<number> {
  await library.recordings.updateMetadata(id, [{ a: "name", at: new Date().toISOString(), name }]);
  const title = getRecordingTitle(await library.recordings.getSummary(id));
  print(`Renamed ${id} to ${title}`);
  if (json) printJson(terminal, { id, name: title }, [["inspect", id]]);
  return 0;
}

async function tagRecording(
  { id, add, remove, json }: RequestOfKind<"tag">,
  library: Library,
  terminal: LibraryTerminal,
  print: PrintLine,
): Promise<number> {
  const at = new Date().toISOString();
  const isChange = add.length + remove.length > 0;
  const { tags } = isChange
    ? await library.recordings.updateMetadata(id, [{ a: "tags", at, add, remove }])
    : await library.recordings.getMetadata(id);
  print(tags.length === 0 ? `${id} has no tags` : `Tags of ${id}: ${tags.join(", ")}`);
  if (json) printJson(terminal, { id, tags }, [["inspect", id]]);
  return 0;
}

async function deleteRecordings(
  { ids, isSure, json }: RequestOfKind<"delete">,
  library: Library,
  terminal: LibraryTerminal,
  print: PrintLine,
): Promise<number> {
  const found = await Promise.all(ids.map((id) => library.recordings.getSummary(id)));
  const size = found.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const id of ids) await library.recordings.store.markers.checkNotHeldElsewhere(id);
  for (const recording of found) {
    print(`${recording.id}  ${formatSize(recording.bytes)}  ${getRecordingTitle(recording)}`);
  }
  const question = `Permanently delete ${formatPlural(ids.length, "recording")} (${formatSize(size)})? [y/N] `;
  if (!isSure && !(await isConfirmed(question, terminal))) {
    print("Nothing was deleted.");
    return 1;
  }
  for (const id of ids) await library.recordings.remove(id);
  print(`Deleted ${formatPlural(ids.length, "recording")}.`);
  if (json) printJson(terminal, { deleted: ids }, [["list"]]);
  return 0;
}

/** The end of the input counts as no. */
async function isConfirmed(question: string, { stdin, stderr }: LibraryTerminal): Promise<boolean> {
  stderr.write(question);
  const lines = createInterface({ input: stdin });
  try {
    for await (const line of lines) return /^\s*y(?:es)?\s*$/i.test(line);
    return false;
  } finally {
    lines.close();
  }
}

function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, size] = bytes < 1e6 ? ["KB", 1e3] : bytes < 1e9 ? ["MB", 1e6] : ["GB", 1e9];
  const value = bytes / size;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
