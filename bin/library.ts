/**
 * `loupe list`, `rename`, `tag`, `delete`: the recordings that the app keeps, in the same folder.
 * Exit code 0: done; 1: nothing was found, or nobody confirmed; 2: it could not be done.
 */

import { createInterface } from "node:readline/promises";
import { toPrintable } from "../lib/report/printable.ts";
import {
  filterRecordings,
  getRecordingAgent,
  getRecordingTitle,
  NEWEST_FIRST,
  sortRecordings,
} from "../lib/report/recordings.ts";
import { formatError } from "../lib/server/api-error.ts";
import { Library } from "../lib/server/library.ts";
import { readSettings } from "../lib/server/settings.ts";
import type { RecordingSummary } from "../lib/wire/api-types.ts";
import { formatPlural } from "../lib/wire/plural.ts";
import { type LibraryRequest, parseLibraryArguments } from "./library-arguments.ts";
import { hasUnfinishedExchange, saveMissingVerdicts } from "./saved-verdicts.ts";

export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

export async function main(
  command: string,
  argv: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const request = parseLibraryArguments(command, argv);
  if (typeof request === "string") return refuse(terminal, request);
  try {
    return await runCommand(request, new Library(readSettings()), terminal);
  } catch (error) {
    return refuse(terminal, formatError(error));
  }
}

function runCommand(
  request: LibraryRequest,
  library: Library,
  terminal: Terminal,
): Promise<number> {
  const say = (line: string) => terminal.stdout.write(`${toPrintable(line)}\n`);
  switch (request.kind) {
    case "list":
      return listRecordings(request, library, terminal, say);
    case "rename":
      return renameRecording(request, library, say);
    case "tag":
      return tagRecording(request, library, say);
    case "delete":
      return deleteRecordings(request, library, terminal, say);
  }
}

type RequestOfKind<Kind> = Extract<LibraryRequest, { kind: Kind }>;
type PrintLine = (line: string) => void;

async function listRecordings(
  { search, json }: RequestOfKind<"list">,
  library: Library,
  terminal: Terminal,
  say: PrintLine,
): Promise<number> {
  await saveMissingVerdicts(library);
  const { recordings, usedBytes, limitBytes } = await library.getState();
  const found = sortRecordings(filterRecordings(recordings, search), NEWEST_FIRST);
  if (json) {
    terminal.stdout.write(`${JSON.stringify({ recordings: found, usedBytes, limitBytes })}\n`);
  } else {
    for (const recording of found) for (const line of formatRecording(recording)) say(line);
    if (found.length === 0) say(search === "" ? "There are no recordings yet." : "None fits.");
    say(`${formatSize(usedBytes)} of ${formatSize(limitBytes)} used.`);
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
  say: PrintLine,
): Promise<number> {
  await library.updateMetadata(id, [{ a: "name", at: new Date().toISOString(), name }]);
  say(`${id} is called ${getRecordingTitle(await library.getSummary(id))}`);
  return 0;
}

async function tagRecording(
  { id, add, remove }: RequestOfKind<"tag">,
  library: Library,
  say: PrintLine,
): Promise<number> {
  const at = new Date().toISOString();
  const isChange = add.length + remove.length > 0;
  const { tags } = isChange
    ? await library.updateMetadata(id, [{ a: "tags", at, add, remove }])
    : await library.getMetadata(id);
  say(tags.length === 0 ? `${id} has no tags` : `${id} is tagged ${tags.join(", ")}`);
  return 0;
}

async function deleteRecordings(
  { ids, isSure }: RequestOfKind<"delete">,
  library: Library,
  terminal: Terminal,
  say: PrintLine,
): Promise<number> {
  const found = await Promise.all(ids.map((id) => library.getSummary(id)));
  const size = found.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const recording of found) {
    const isOpen = await hasUnfinishedExchange(await library.getPath(recording.id));
    const warning = isOpen ? " (an exchange has not ended: it may be being recorded)" : "";
    say(
      `${recording.id}  ${formatSize(recording.bytes)}  ${getRecordingTitle(recording)}${warning}`,
    );
  }
  const question = `Delete ${formatPlural(ids.length, "recording")}, ${formatSize(size)}, for good? [y/N] `;
  if (!isSure && !(await isConfirmed(question, terminal))) {
    say("Nothing was deleted.");
    return 1;
  }
  for (const id of ids) await library.remove(id);
  say(`Deleted ${formatPlural(ids.length, "recording")}.`);
  return 0;
}

/** Where nobody can answer, nobody has confirmed. */
async function isConfirmed(question: string, { stdin, stdout }: Terminal): Promise<boolean> {
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

function refuse(terminal: Terminal, message: string): number {
  terminal.stderr.write(`loupe: ${toPrintable(message)}\n`);
  return 2;
}
