/**
 * `loupe export LOG --as FORMAT`: writes a log, or a part of it, in another format. Exit code
 * 0: written; 2: the log could not be read, or the file could not be written. What the format
 * cannot hold is listed on standard error.
 */

import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { PRODUCT } from "../lib/api/version.ts";
import { EXPORT_FEATURES, findExportFeatures } from "../lib/export/export-features.ts";
import { writeExport } from "../lib/export/exporter.ts";
import { writeAsPage } from "../lib/export/html.ts";
import { MetadataInserter } from "../lib/export/metadata-inserter.ts";
import { isWholeRun, RecordSelector } from "../lib/export/record-selector.ts";
import { LogOpener, UnreadableLog } from "../lib/log/log-opener.ts";
import { countSecretsInRun, redactRun, scanRun } from "../lib/redact/redact-run.ts";
import { summarizeRedaction } from "../lib/redact/redaction-summary.ts";
import { addSecretCounts, type SecretFinding, toSecrets } from "../lib/redact/secret-finding.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { readResource } from "../lib/server/telemetry/otlp-environment.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { formatPlural } from "../lib/text/plural.ts";
import { Ingest } from "../lib/timeline/ingest.ts";
import type { SkippedInput, WireRecord } from "../lib/wire/record.ts";
import { EXPORT, type ExportRequest } from "./export-options.ts";
import { printJson, printNext } from "./json-output.ts";
import { openLogSource, readLogMetadata } from "./log-source.ts";
import { type OutputFile, openOutput } from "./output-file.ts";
import { describeHandEdges } from "./read-log.ts";
import { runCommand } from "./run-command.ts";
import { printData, refuse, type Terminal } from "./terminal.ts";

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(EXPORT, argv, terminal, (request) => exportLog(request, terminal));

async function exportLog(request: ExportRequest, terminal: Terminal): Promise<number> {
  const { file, isForced } = request;
  const target = file === null ? null : await openOutput(file, { isForced });
  if (typeof target === "string") return refuse(terminal, target);
  try {
    return await exportTo(target, request, terminal);
  } finally {
    await target?.close();
  }
}

async function exportTo(
  target: OutputFile | null,
  request: ExportRequest,
  terminal: Terminal,
): Promise<number> {
  let imported: ImportedRecords;
  try {
    imported = await readRecords(request, terminal);
  } catch (error) {
    return refuse(terminal, `cannot read ${request.log}: ${getErrorMessage(error)}`);
  }
  const chosen = selectRecords(imported, request);
  if (typeof chosen === "string") return refuse(terminal, chosen);
  const output = redactRecords(imported, chosen, request);
  try {
    await writeOutput(target, request, output, terminal);
  } catch (error) {
    return refuse(terminal, getErrorMessage(error));
  }
  const remarks = [...output.remarks, ...formatRemarks(request, imported)];
  for (const line of remarks) terminal.stderr.write(`loupe: ${toPrintable(line)}\n`);
  const { file, exporter, json } = request;
  if (file === null) return 0;
  const next = exporter.canReopen && target?.isPlain ? [["inspect", file]] : [];
  if (json) {
    const records = output.records.length;
    printJson(terminal, { file, as: exporter.id, records, remarks }, next);
  } else printNext(terminal, next);
  return 0;
}

interface ImportedRecords {
  readonly name: string;
  readonly records: readonly WireRecord[];
  readonly ingest: Ingest;
  readonly skipped: readonly SkippedInput[];
  /** The records include notes that are stored beside the log. */
  readonly hasNotes: boolean;
}

async function readRecords(
  { log, selection }: ExportRequest,
  { stdin }: Terminal,
): Promise<ImportedRecords> {
  const records: WireRecord[] = [];
  const skipped: SkippedInput[] = [];
  const ingest = new Ingest();
  const opener = new LogOpener({
    record(record) {
      records.push(record);
      ingest.push(record);
    },
    skip: (skip) => skipped.push(skip),
  });
  for await (const chunk of await openLogSource(log, stdin)) {
    opener.push(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
  }
  opener.end();
  ingest.finish();
  const { timeline } = ingest;
  if (timeline.exchanges.length === 0) {
    throw new UnreadableLog(skipped[0]?.reason ?? "The log is empty.");
  }
  const metadata = await readLogMetadata(log);
  const inserter = new MetadataInserter(timeline, metadata, selection);
  const all = records.flatMap((record) => inserter.push(record));
  timeline.callTree.setDecisions(new Map(metadata.edges.map(({ x, parent }) => [x, parent])));
  const countNotes = (some: readonly WireRecord[]) => some.filter(({ r }) => r === "note").length;
  const hasNotes = countNotes(all) > countNotes(records);
  return { name: timeline.name || basename(log), records: all, ingest, skipped, hasNotes };
}

/** Returns the selected records, or an error message if there are none. */
function selectRecords({ records, ingest }: ImportedRecords, { log, selection }: ExportRequest) {
  const { timeline } = ingest;
  const { tasks = [], exchanges = [], events } = selection;
  const unknown = [
    ...tasks.filter((id) => !timeline.tasks.some((task) => task.id === id)),
    ...exchanges.filter((id) => !timeline.exchangeById.has(id)),
  ][0];
  if (unknown !== undefined)
    return `${log} has no task or exchange "${unknown}"; see loupe inspect`;
  const first = events?.[0]?.first ?? 0;
  if (first > Math.max(0, timeline.lastEvent)) {
    return `${log} has no event ${first}: its last event is ${timeline.lastEvent}`;
  }
  const selector = new RecordSelector(timeline, selection);
  if (selector.isEmpty)
    return `nothing in ${log} matches all of the given events, tasks and exchanges`;
  return records.flatMap((record) => selector.push(record));
}

async function writeOutput(
  target: OutputFile | null,
  { exporter, hasContent, link, selection }: ExportRequest,
  { name, records, redaction }: RedactionResult,
  { stdout }: Terminal,
): Promise<void> {
  const context = {
    name,
    by: PRODUCT,
    hasContent,
    link: isWholeRun(selection) ? link : null,
    resource: readResource(),
  };
  const page = { load: readViewerPage, exportedAt: new Date().toISOString(), redaction };
  const chunks = writeAsPage(exporter, writeExport(exporter, records, context), context, page);
  if (target) return target.write(chunks);
  for await (const chunk of chunks) printData(stdout, chunk);
}

function* formatRemarks(
  { log, exporter: { title, missingFeatures }, hasContent }: ExportRequest,
  { ingest, skipped, hasNotes }: ImportedRecords,
): Generator<string> {
  const lost = findExportFeatures(ingest.timeline, missingFeatures, { hasNotes, hasContent });
  if (lost.length > 0)
    yield `left out of ${title}: ${lost.map((fact) => EXPORT_FEATURES[fact]).join(", ")}`;
  const handEdges = describeHandEdges(ingest.timeline, log);
  if (handEdges !== null && !missingFeatures.includes("hops")) yield handEdges;
  const unread = skipped.filter(({ beside }) => !beside).length;
  if (unread > 0)
    yield `${formatPlural(unread, "part")} of the log could not be read; see loupe inspect`;
}

interface RedactionResult {
  readonly name: string;
  readonly records: readonly WireRecord[];
  readonly remarks: readonly string[];
  /** Summary of what was redacted; `null` without `--redact`. */
  readonly redaction: string | null;
}

/** Searches the whole run for secrets: the selected records may echo a secret from other ones. */
function redactRecords(
  { name, records }: { readonly name: string; readonly records: readonly WireRecord[] },
  selected: readonly WireRecord[],
  { redaction, selection }: Pick<ExportRequest, "redaction" | "selection">,
): RedactionResult {
  if (!redaction) return { name, records: selected, remarks: [], redaction: null };
  const found = scanRun(records, redaction);
  const isKept = ({ kind }: SecretFinding) => kind === "email" && !redaction.emails;
  const chosen = found.filter((finding) => !isKept(finding));
  const kept = found.filter(isKept);
  const { counts, ...redacted } = redactRun(selected, toSecrets(chosen), redaction, name);
  const removed = isWholeRun(selection)
    ? addSecretCounts(chosen, counts)
    : countSecretsInRun(records, chosen, redaction);
  const summary = summarizeRedaction(removed);
  const remarks = [`redacted: ${summary}`, ...formatRedactionRemarks(removed, kept)];
  return { ...redacted, remarks, redaction: summary };
}

/** What to know before sharing the export. */
function* formatRedactionRemarks(
  removed: readonly SecretFinding[],
  kept: readonly SecretFinding[],
): Generator<string> {
  const missing = removed.filter(({ count }) => count === 0).length;
  if (missing > 0)
    yield `${formatPlural(missing, "text")} to redact ${missing === 1 ? "was" : "were"} not found`;
  const short = removed.filter(({ count, everywhere }) => count > 0 && !everywhere).length;
  if (short > 0) {
    yield `${short} of them redacted only in their own fields: too short or too common to search for`;
  }
  if (kept.length > 0) {
    const count = kept.length === 1 ? "1 e-mail address" : `${kept.length} e-mail addresses`;
    yield `${count} not redacted; use --redact-emails to redact ${kept.length === 1 ? "it" : "them"}`;
  }
}

/** The page is found from sources, from the bundled command, and in the package. */
const PAGE_PATHS = [
  "../public/viewer.html",
  "../../public/viewer.html",
  "../server/public/viewer.html",
];

async function readViewerPage(): Promise<string> {
  for (const path of PAGE_PATHS) {
    const page = await readFile(new URL(path, import.meta.url), "utf8").catch(() => null);
    if (page !== null) return page;
  }
  throw new Error(
    "the viewer page for HTML files has not been built; building it needs Node 20.19 or later",
  );
}
