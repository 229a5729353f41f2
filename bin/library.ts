/**
 * `loupe list`, `rename`, `tag`, `delete`: the recordings that the app keeps, in the same folder.
 * Exit code 0: done; 1: nothing was found, or nobody confirmed; 2: it could not be done.
 */

import { createInterface } from "node:readline/promises";
import { printable } from "../lib/report/printable.ts";
import {
  foundRecordings,
  NEWEST_FIRST,
  recordingAgent,
  recordingTitle,
  sortedRecordings,
} from "../lib/report/recordings.ts";
import { Library } from "../lib/server/library.ts";
import { explained } from "../lib/server/problem.ts";
import { readSettings } from "../lib/server/settings.ts";
import type { RecordingSummary } from "../lib/wire/api-types.ts";
import { formatPlural } from "../lib/wire/plural.ts";
import { type LibraryRequest, readLibraryArguments } from "./library-arguments.ts";
import { isUnfinished, judgeAll } from "./library-verdicts.ts";

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
  const request = readLibraryArguments(command, argv);
  if (typeof request === "string") return refuse(terminal, request);
  try {
    return await perform(request, new Library(readSettings()), terminal);
  } catch (error) {
    return refuse(terminal, explained(error));
  }
}

function perform(request: LibraryRequest, library: Library, terminal: Terminal): Promise<number> {
  const say = (line: string) => terminal.stdout.write(`${printable(line)}\n`);
  switch (request.kind) {
    case "list":
      return list(request, library, terminal, say);
    case "rename":
      return rename(request, library, say);
    case "tag":
      return tag(request, library, say);
    case "delete":
      return remove(request, library, terminal, say);
  }
}

type Of<Kind> = Extract<LibraryRequest, { kind: Kind }>;
type Say = (line: string) => void;

async function list(
  { search, json }: Of<"list">,
  library: Library,
  terminal: Terminal,
  say: Say,
): Promise<number> {
  await judgeAll(library);
  const { recordings, usedBytes, limitBytes } = await library.state();
  const found = sortedRecordings(foundRecordings(recordings, search), NEWEST_FIRST);
  if (json) {
    terminal.stdout.write(`${JSON.stringify({ recordings: found, usedBytes, limitBytes })}\n`);
  } else {
    for (const recording of found) for (const line of linesOf(recording)) say(line);
    if (found.length === 0) say(search === "" ? "There are no recordings yet." : "None fits.");
    say(`${inWords(usedBytes)} of ${inWords(limitBytes)} used.`);
  }
  return found.length > 0 ? 0 : 1;
}

function linesOf(recording: RecordingSummary): string[] {
  const { id, changedAt, bytes, verdict, tags, notes } = recording;
  const when = changedAt.slice(0, 16).replace("T", " ");
  const kind = verdict?.kind ?? "unknown";
  const extra = [
    recordingAgent(recording),
    tags.map((one) => `[${one}]`).join(" "),
    notes > 0 ? formatPlural(notes, "note") : "",
  ].filter(Boolean);
  return [
    `${id}  ${when}  ${inWords(bytes).padStart(7)}  ${kind.padEnd(14)}  ${recordingTitle(recording)}`,
    ...(extra.length > 0 ? [`${" ".repeat(23)}${extra.join("  ")}`] : []),
  ];
}

async function rename({ id, name }: Of<"rename">, library: Library, say: Say): Promise<number> {
  await library.say(id, [{ a: "name", at: new Date().toISOString(), name }]);
  say(`${id} is called ${recordingTitle(await library.summary(id))}`);
  return 0;
}

async function tag({ id, add, remove }: Of<"tag">, library: Library, say: Say): Promise<number> {
  const at = new Date().toISOString();
  const isChange = add.length + remove.length > 0;
  const { tags } = isChange
    ? await library.say(id, [{ a: "tags", at, add, remove }])
    : await library.about(id);
  say(tags.length === 0 ? `${id} has no tags` : `${id} is tagged ${tags.join(", ")}`);
  return 0;
}

async function remove(
  { ids, isSure }: Of<"delete">,
  library: Library,
  terminal: Terminal,
  say: Say,
): Promise<number> {
  const found = await Promise.all(ids.map((id) => library.summary(id)));
  const size = found.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const recording of found) {
    const isOpen = await isUnfinished(await library.pathOf(recording.id));
    const warning = isOpen ? " (an exchange has not ended: it may be being recorded)" : "";
    say(`${recording.id}  ${inWords(recording.bytes)}  ${recordingTitle(recording)}${warning}`);
  }
  const question = `Delete ${formatPlural(ids.length, "recording")}, ${inWords(size)}, for good? [y/N] `;
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

function inWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, size] = bytes < 1e6 ? ["KB", 1e3] : bytes < 1e9 ? ["MB", 1e6] : ["GB", 1e9];
  const value = bytes / size;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

function refuse(terminal: Terminal, message: string): number {
  terminal.stderr.write(`loupe: ${printable(message)}\n`);
  return 2;
}
