/**
 * `loupe TARGET`: starts Loupe and shows an agent, a log, a recording or a report of ACTS in the browser.
 *
 * Guarantees: nothing is sent but the requests for the agent card, which this command makes: the
 * opened URL names a recording and no address, so a link from somewhere else makes Loupe call no
 * agent. A log is imported before the server starts, or refused.
 */

import { spawn } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { looksLikeActsReport, MAX_ACTS_REPORT_BYTES } from "../lib/conform/acts/detect-report.ts";
import { UnreadableLog } from "../lib/log/importer.ts";
import { createHeaderWriter, LOUPE_LOG_START } from "../lib/log/log-header.ts";
import { LogOpener } from "../lib/log/log-opener.ts";
import { getCardCandidates } from "../lib/protocol/card/candidates.ts";
import { looksLikeCardText } from "../lib/protocol/card/detect-card.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { connect } from "../lib/server/agent/connect.ts";
import { keepActsReport } from "../lib/server/conform/keep-report.ts";
import { isRecordingId } from "../lib/server/ids.ts";
import { Library } from "../lib/server/library.ts";
import { formatNoCard, maskAddressSecrets } from "../lib/server/live/live-agent.ts";
import { importLog } from "../lib/server/recording/import-log.ts";
import { readSettings } from "../lib/server/settings.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { isAgentAddress } from "./record-for-check.ts";
import { refuse, type Terminal } from "./terminal.ts";

export interface OpenRequest {
  /** Address of an agent, file, or ID of a recording. */
  readonly target: string;
  readonly opensBrowser: boolean;
}

type OpenTerminal = Pick<Terminal, "stdout" | "stderr">;

/** Shows the target at the URLs of the server that was started. */
export type ShowTarget = (urls: readonly string[]) => Promise<void>;

/** Resolves to `null` if the target was refused. Called before the server starts. */
export async function prepareToOpen(
  { target, opensBrowser }: OpenRequest,
  terminal: OpenTerminal,
): Promise<ShowTarget | null> {
  if (process.env.LOUPE_USERS?.trim()) {
    refuse(
      terminal,
      "with LOUPE_USERS each user has a library, so there is none to open this in; start loupe alone, and open it in the app",
    );
    return null;
  }
  try {
    const library = new Library(readSettings());
    const isAgent = await isAgentAddress(target);
    const candidates = isAgent ? getCardCandidates(target) : null;
    if (candidates && "error" in candidates) throw new Error(candidates.error);
    const known = isAgent ? null : await openSaved(library, target);
    return async ([url]) => {
      const place = known ?? (await recordCard(library, target, terminal));
      if (url === undefined || place === null) return;
      await showLink(getPageUrl(url, place), opensBrowser, terminal);
    };
  } catch (error) {
    const shown = maskAddressSecrets(target, target);
    refuse(terminal, `cannot open ${shown}: ${describeFileError(error)}`);
    return null;
  }
}

/** What the link names, as a parameter of its query. */
interface LinkedPlace {
  readonly name: "run" | "grade";
  readonly id: string;
}

/** Resolves to the recording with the card, or with the responses in place of one. */
async function recordCard(
  library: Library,
  address: string,
  terminal: OpenTerminal,
): Promise<LinkedPlace | null> {
  try {
    const found = await connect(library, { address });
    if (!found.card) refuse(terminal, formatNoCard(address, found));
    await (await library.recordings.getRecorder(found.recording)).waitUntilWritten();
    return { name: "run", id: found.recording };
  } catch (error) {
    refuse(terminal, `cannot open the agent: ${getErrorMessage(error)}`);
    return null;
  }
}

/** Resolves to a recording of the library, or to what a file was imported as. */
async function openSaved(library: Library, target: string): Promise<LinkedPlace> {
  const file = await stat(target).catch((error: unknown) => {
    if (isRecordingId(target)) return null;
    throw error;
  });
  if (file === null) {
    await library.recordings.getPath(target);
    return { name: "run", id: target };
  }
  const text = file.size <= MAX_ACTS_REPORT_BYTES ? await readFile(target, "utf8") : "";
  if (looksLikeActsReport(text)) {
    return { name: "grade", id: (await keepActsReport(library, text)).id };
  }
  if (file.size <= MAX_CARD_BYTES && looksLikeCardText(text)) {
    throw new UnreadableLog(`It is an agent card. Check it with loupe check ${target}.`);
  }
  return { name: "run", id: await importFile(library, target) };
}

/** Larger files are not cards. */
const MAX_CARD_BYTES = 4 << 20;

/** Imports a Loupe log byte for byte, and other formats as the records that were read from them. */
async function importFile(library: Library, file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "loupe-open-"));
  try {
    const converted = join(folder, "log.jsonl");
    await pipeline(
      Readable.from(readLines(createReadStream(file), basename(file))),
      createWriteStream(converted, { mode: 0o600 }),
    );
    const log = (await isLoupeLog(file)) ? file : converted;
    const { size } = await stat(log);
    await library.recordings.store.ensureSpace(size);
    return await importLog(library.recordings.folder, createReadStream(log), String(size));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Throws if the log holds no exchange. */
async function* readLines(log: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const addHeader = createHeaderWriter(name);
  let lines: string[] = [];
  let hasExchange = false;
  let skippedReason: string | null = null;
  const opener = new LogOpener({
    record(record) {
      hasExchange ||= record.r === "open";
      for (const one of addHeader(record, opener.kind)) lines.push(`${JSON.stringify(one)}\n`);
    },
    skip({ reason }) {
      skippedReason ??= reason;
    },
  });
  const takeLines = () => {
    const taken = lines;
    lines = [];
    return taken;
  };
  for await (const chunk of log) {
    opener.push(chunk);
    yield* takeLines();
  }
  opener.end();
  yield* takeLines();
  if (!hasExchange) throw new UnreadableLog(skippedReason ?? "The log is empty.");
}

async function isLoupeLog(file: string): Promise<boolean> {
  const end = LOUPE_LOG_START.length - 1;
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end })) chunks.push(chunk);
  return Buffer.concat(chunks).toString() === LOUPE_LOG_START;
}

function describeFileError(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOENT") {
    return "there is no such file; the address of an agent begins with http:// or has a port";
  }
  if (code === "EISDIR") return "it is a folder; name a log in it";
  return getErrorMessage(error);
}

/** The fragment with the token stays. */
function getPageUrl(serverUrl: string, { name, id }: LinkedPlace): string {
  const url = new URL(serverUrl);
  url.searchParams.set(name, id);
  return url.href;
}

async function showLink(
  url: string,
  opensBrowser: boolean,
  { stdout }: OpenTerminal,
): Promise<void> {
  // Other users of this machine see the arguments of programs, so a token is only printed.
  const isSecret = new URL(url).hash !== "";
  const isVisible = canOpenBrowser(process.env, process.platform, stdout.isTTY === true);
  const isOpened = opensBrowser && isVisible && !isSecret && (await openBrowser(url));
  stdout.write(`${isOpened ? "Opened" : "Open"} ${toPrintable(url)}\n`);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** True if a user is there to see a browser: a terminal on a screen, not CI. */
export function canOpenBrowser(
  env: Environment,
  platform: NodeJS.Platform,
  isTerminal: boolean,
): boolean {
  const isAutomated = !["", "0", "false"].includes(env.CI ?? "");
  if (!isTerminal || isAutomated) return false;
  if (platform === "darwin" || platform === "win32") return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

export function getBrowserCommand(
  platform: NodeJS.Platform,
  url: string,
): readonly [program: string, ...args: string[]] {
  if (platform === "darwin") return ["open", url];
  // `start` is a command of cmd.exe, which would interpret characters of the URL.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return ["xdg-open", url];
}

/**
 * Opens a URL in the user's browser, which outlives Loupe. Returns false if the system has no program
 * that opens URLs. No shell reads the URL, which is one argument of one program.
 */
export function openBrowser(url: string, platform = process.platform): Promise<boolean> {
  const [program, ...args] = getBrowserCommand(platform, url);
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
