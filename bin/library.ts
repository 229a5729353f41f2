/**
 * `loupe list`, `rename`, `tag`, `delete`: manage the recordings of the app, in the same folder.
 * Exit code 0: done; 1: nothing was found, or deleting was not confirmed; 2: an error.
 */

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline/promises";
import type { RecordingSummary } from "../lib/api/api-types.ts";
import { getVerdictAt, toVerdictSummary } from "../lib/lint/verdict.ts";
import { LogOpener } from "../lib/log/log-opener.ts";
import { toPrintable } from "../lib/report/printable.ts";
import {
  filterRecordings,
  getRecordingAgent,
  getRecordingTitle,
  NEWEST_FIRST,
  sortRecordings,
} from "../lib/report/recordings.ts";
import { formatError } from "../lib/server/http/api-error.ts";
import { Library } from "../lib/server/library.ts";
import { readSettings } from "../lib/server/settings.ts";
import { formatPlural } from "../lib/text/plural.ts";
import { Ingest } from "../lib/timeline/ingest.ts";
import { LIBRARY_COMMANDS, type LibraryCommand, type LibraryRequest } from "./library-options.ts";
import { runCommand } from "./run-command.ts";
import { refuse, type Terminal } from "./terminal.ts";

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
  const print = (line: string) => terminal.stdout.write(`${toPrintable(line)}\n`);
  switch (request.kind) {
    case "list":
      return listRecordings(request, library, terminal, print);
    case "rename":
      return renameRecording(request, library, print);
    case "tag":
      return tagRecording(request, library, print);
    case "delete":
      return deleteRecordings(request, library, terminal, print);
  }
}

type RequestOfKind<Kind> = Extract<LibraryRequest, { kind: Kind }>;
type PrintLine = (line: string) => void;

async function listRecordings(
  { search, json }: RequestOfKind<"list">,
  library: Library,
  terminal: LibraryTerminal,
  print: PrintLine,
): Promise<number> {
  await saveMissingVerdicts(library);
  const { recordings, usedBytes, limitBytes } = await library.getState();
  const found = sortRecordings(filterRecordings(recordings, search), NEWEST_FIRST);
  if (json) {
    terminal.stdout.write(`${JSON.stringify({ recordings: found, usedBytes, limitBytes })}\n`);
  } else {
    for (const recording of found) for (const line of formatRecording(recording)) print(line);
    if (found.length === 0) print(search === "" ? "No recordings yet." : "No recordings match.");
    print(`${formatSize(usedBytes)} of ${formatSize(limitBytes)} used.`);
  }
  return found.length > 0 ? 0 : 1;
}

function formatRecording(recording: RecordingSummary): string[] {
  const { id, changedAt, bytes, verdict, tags, notes } = recording;
  const when = changedAt.slice(0, 16).replace("T", " ");
  const kind = verdict?.kind ?? "unknown";
  const extra = [
    getRecordingAgent(recording),
    tags.map((one) => `[${one}]`).join(" "),
    notes > 0 ? formatPlural(notes, "note") : "",
  ].filter(Boolean);
  return [
    `${id}  ${when}  ${formatSize(bytes).padStart(7)}  ${kind.padEnd(14)}  ${getRecordingTitle(recording)}`,
    ...(extra.length > 0 ? [`${" ".repeat(23)}${extra.join("  ")}`] : []),
  ];
}

async function renameRecording(
  { id, name }: RequestOfKind<"rename">,
  library: Library,
  print: PrintLine,
): Promise<number> {
  await library.updateMetadata(id, [{ a: "name", at: new Date().toISOString(), name }]);
  print(`Renamed ${id} to ${getRecordingTitle(await library.getSummary(id))}`);
  return 0;
}

async function tagRecording(
  { id, add, remove }: RequestOfKind<"tag">,
  library: Library,
  print: PrintLine,
): Promise<number> {
  const at = new Date().toISOString();
  const isChange = add.length + remove.length > 0;
  const { tags } = isChange
    ? await library.updateMetadata(id, [{ a: "tags", at, add, remove }])
    : await library.getMetadata(id);
  print(tags.length === 0 ? `${id} has no tags` : `Tags of ${id}: ${tags.join(", ")}`);
  return 0;
}

async function deleteRecordings(
  { ids, isSure }: RequestOfKind<"delete">,
  library: Library,
  terminal: LibraryTerminal,
  print: PrintLine,
): Promise<number> {
  const found = await Promise.all(ids.map((id) => library.getSummary(id)));
  const size = found.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const recording of found) {
    const isOpen = await hasUnfinishedExchange(await library.getPath(recording.id));
    const warning = isOpen ? " (an exchange has not ended: recording may be in progress)" : "";
    print(
      `${recording.id}  ${formatSize(recording.bytes)}  ${getRecordingTitle(recording)}${warning}`,
    );
  }
  const question = `Permanently delete ${formatPlural(ids.length, "recording")} (${formatSize(size)})? [y/N] `;
  if (!isSure && !(await isConfirmed(question, terminal))) {
    print("Nothing was deleted.");
    return 1;
  }
  for (const id of ids) await library.remove(id);
  print(`Deleted ${formatPlural(ids.length, "recording")}.`);
  return 0;
}

/** The end of the input counts as no. */
async function isConfirmed(question: string, { stdin, stdout }: LibraryTerminal): Promise<boolean> {
  stdout.write(question);
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

/** Larger recordings take long to read; the app analyzes them when they are opened. */
const MAX_BYTES = 32e6;

/** Skips recordings with an exchange that has not ended: another process may be recording them. */
export async function saveMissingVerdicts(library: Library): Promise<void> {
  for (const { id, bytes, verdict, live } of await library.list()) {
    if (verdict !== null || live || bytes > MAX_BYTES) continue;
    const { ingest, read } = await ingestUpTo(await library.getPath(id), bytes);
    if (ingest === null || isRunning(ingest)) continue;
    const { timeline } = ingest;
    const summary = toVerdictSummary(getVerdictAt(timeline, timeline.lastEvent));
    await library.saveVerdict(id, { ...summary, bytes: read });
  }
}

export async function hasUnfinishedExchange(path: string): Promise<boolean> {
  const { ingest } = await ingestUpTo(path, Number.POSITIVE_INFINITY);
  return ingest !== null && isRunning(ingest);
}

function isRunning({ timeline }: Ingest): boolean {
  return timeline.exchanges.some(({ end }) => end === null);
}

/** `ingest` is `null` if the file cannot be read. */
async function ingestUpTo(
  path: string,
  bytes: number,
): Promise<{ ingest: Ingest | null; read: number }> {
  const ingest = new Ingest();
  const opener = new LogOpener({
    record: (record) => ingest.push(record),
    skip: () => undefined,
  });
  try {
    const end = Math.max(0, bytes - 1);
    const source = createReadStream(path, Number.isFinite(end) ? { end } : {});
    for await (const chunk of source) opener.push(chunk);
    opener.end();
    return { ingest, read: opener.bytes };
  } catch {
    return { ingest: null, read: 0 };
  }
}
