/** Checks this machine: Node.js, settings, port, data folder, proxies and certificates. */

import { X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rmdir, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { formatLimit } from "../lib/api/limits.ts";
import { Library } from "../lib/server/library.ts";
import { isLoopbackHost } from "../lib/server/security/loopback.ts";
import { MIN_TOKEN_LENGTH, readSettings, type Settings } from "../lib/server/settings.ts";
import { getErrorMessage } from "../lib/text/error-message.ts";
import { diagnosePort, type ListenPlace } from "./diagnose-port.ts";
import { createNote, createOk, createWrong, type Diagnosis } from "./diagnosis.ts";

/** As `engines` in package.json. */
const MIN_NODE = [20, 9] as const;

/** A recording of some length still fits. */
const MIN_FREE_BYTES = 200e6;

/** Of the library, from which on it is worth saying. */
const NEARLY_FULL = 0.9;

export async function* diagnoseSetup(where: ListenPlace): AsyncGenerator<Diagnosis> {
  yield diagnoseNode(process.versions.node);
  yield* diagnosePort(where);
  yield* diagnoseToken(where);
  let settings: Settings;
  try {
    // The token has its own diagnosis.
    settings = readSettings({ ...process.env, LOUPE_TOKEN: "" });
  } catch (error) {
    yield createWrong("settings", getErrorMessage(error), "Correct or unset the variable.");
    return;
  }
  yield* diagnoseFolder(settings.dataFolder);
  yield* diagnoseLibrary(settings);
  yield* diagnoseProxies();
  yield* diagnoseCertificates();
}

export function diagnoseNode(version: string): Diagnosis {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [minMajor, minMinor] = MIN_NODE;
  const needed = MIN_NODE.join(".");
  return major > minMajor || (major === minMajor && minor >= minMinor)
    ? createOk("node", `Node.js is ${version}; Loupe needs ${needed} or newer.`)
    : createWrong(
        "node",
        `Node.js is ${version}, and Loupe needs ${needed} or newer.`,
        "Install a newer Node.js.",
      );
}

function* diagnoseToken({ host }: ListenPlace): Generator<Diagnosis> {
  const { LOUPE_TOKEN: token, LOUPE_USERS: users } = process.env;
  if (token && users?.trim()) {
    yield createWrong(
      "token",
      "LOUPE_TOKEN and LOUPE_USERS are both set, so Loupe does not start.",
      "Unset one of them: one token for all, or one for each user.",
    );
  } else if (token && token.length < MIN_TOKEN_LENGTH) {
    yield createWrong(
      "token",
      `LOUPE_TOKEN has ${token.length} characters and can be guessed, so Loupe does not start.`,
      `Set it to ${MIN_TOKEN_LENGTH} random characters or more, or unset it.`,
    );
  } else if (!isLoopbackHost(host)) {
    yield token || users?.trim()
      ? createOk("token", `Other machines can reach ${host}, and every request needs a token.`)
      : createNote(
          "token",
          `Other machines can reach ${host}; every request needs a token, a new one at each start.`,
          "To keep one token, set LOUPE_TOKEN.",
        );
  }
}

async function* diagnoseFolder(folder: string): AsyncGenerator<Diagnosis> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error && found.code !== "ENOENT") {
    const reason = found.code === "ENOTDIR" ? "part of its path is a file" : found.message;
    yield createWrong(
      "data",
      `The data folder ${folder} cannot be opened: ${reason}.`,
      "Set LOUPE_DATA to a folder that you can write to.",
    );
    return;
  }
  if (!(found instanceof Error) && !found.isDirectory()) {
    yield createWrong(
      "data",
      `${folder} is a file, not a folder.`,
      "Set LOUPE_DATA to a folder that you can write to.",
    );
    return;
  }
  const isNew = found instanceof Error;
  const existing = isNew ? await findExistingParent(folder) : folder;
  if (!(await isWritable(existing))) {
    yield createWrong(
      "data",
      isNew
        ? `The data folder ${folder} cannot be created: ${existing} is not writable.`
        : `The data folder ${folder} is not writable.`,
      "Make it writable, or set LOUPE_DATA to a folder that you can write to.",
    );
    return;
  }
  yield createOk(
    "data",
    isNew ? `The data folder ${folder} will be created.` : `The data folder ${folder} is writable.`,
  );
  if (!isNew) yield* diagnosePermissions(folder, found.mode);
  yield* diagnoseSpace(existing);
}

async function findExistingParent(folder: string): Promise<string> {
  const parent = dirname(folder);
  const exists = parent === folder || (await stat(parent).catch(() => null)) !== null;
  return exists ? parent : findExistingParent(parent);
}

/** Tries it: the permissions alone do not tell. */
async function isWritable(folder: string): Promise<boolean> {
  try {
    await rmdir(await mkdtemp(join(folder, ".loupe-doctor-")));
    return true;
  } catch {
    return false;
  }
}

/** Recordings are in a folder of their own, which Loupe closes to others. */
async function* diagnosePermissions(folder: string, mode: number): AsyncGenerator<Diagnosis> {
  if (process.platform === "win32") return;
  const recordings = await stat(`${folder}/recordings`).catch(() => null);
  const isOpen = (bits: number) => (bits & 0o077) !== 0;
  if (!isOpen(mode) || recordings === null || !isOpen(recordings.mode)) return;
  yield createWrong(
    "permissions",
    `Other users of this machine can open ${folder}, which holds what agents said.`,
    `Run: chmod 700 ${folder}`,
  );
}

async function* diagnoseSpace(folder: string): AsyncGenerator<Diagnosis> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const size = formatSize(free);
  yield free < MIN_FREE_BYTES
    ? createWrong(
        "space",
        `Only ${size} are free where the data folder is; recordings may stop.`,
        "Free some space, or set LOUPE_DATA to another disk.",
      )
    : createOk("space", `${size} are free where the data folder is.`);
}

const formatSize = (bytes: number) =>
  bytes >= 1e9 ? `${Number((bytes / 1e9).toPrecision(3))} GB` : `${Math.floor(bytes / 1e6)} MB`;

/** Looks at the library only where there is one: looking would create it. */
async function* diagnoseLibrary(settings: Settings): AsyncGenerator<Diagnosis> {
  const library = new Library(settings);
  if ((await stat(library.recordings.folder).catch(() => null)) === null) return;
  try {
    const { libraryBytes } = await library.limits.getValues();
    const used = await library.recordings.store.getUsedBytes();
    const message = `The library uses ${formatSize(used)} of ${formatLimit("libraryBytes", libraryBytes)}`;
    const remedy = "Delete recordings with loupe delete, or raise the limit in the app.";
    if (used >= libraryBytes) {
      yield createWrong("library", `${message}, so nothing new is recorded.`, remedy);
    } else if (used >= libraryBytes * NEARLY_FULL) {
      yield createNote("library", `${message} and is nearly full.`, remedy);
    } else yield createOk("library", `${message}.`);
  } catch (error) {
    yield createWrong(
      "library",
      `The library in ${library.recordings.folder} cannot be read: ${getErrorMessage(error)}.`,
      "Check the owner of the folder and its permissions.",
    );
  }
}

const PROXY_VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

function* diagnoseProxies(): Generator<Diagnosis> {
  const named = PROXY_VARIABLES.flatMap((name) => [name, name.toLowerCase()]);
  const set = named.filter((name) => process.env[name]);
  if (set.length === 0) return;
  yield createNote(
    "proxy",
    `${set.join(", ")} ${set.length === 1 ? "is" : "are"} set. Loupe does not use proxies: it connects to agents directly.`,
    "Run Loupe where it reaches the agent without the proxy.",
  );
}

async function* diagnoseCertificates(): AsyncGenerator<Diagnosis> {
  const { NODE_EXTRA_CA_CERTS: file, NODE_TLS_REJECT_UNAUTHORIZED: rejects } = process.env;
  if (file) yield await diagnoseExtraAuthorities(file);
  if (rejects === "0") {
    yield createNote(
      "tls",
      "NODE_TLS_REJECT_UNAUTHORIZED is 0. Loupe ignores it and checks the certificates of agents.",
      "Unset it. To accept one agent's certificate, choose so in the app.",
    );
  }
}

async function diagnoseExtraAuthorities(file: string): Promise<Diagnosis> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) {
    return createWrong(
      "tls",
      `NODE_EXTRA_CA_CERTS names ${file}, which cannot be read, so its authorities are not trusted.`,
      "Correct the path.",
    );
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  if (blocks.every(isExpired)) {
    const what = blocks.length === 0 ? "no certificate" : "no certificate that is valid today";
    return createWrong(
      "tls",
      `NODE_EXTRA_CA_CERTS names ${file}, which has ${what}.`,
      "Name a file with the authorities' certificates in PEM format.",
    );
  }
  return createOk("tls", `Certificate authorities of ${file} are trusted too.`);
}

/** Also of a certificate that cannot be read. */
function isExpired(pem: string): boolean {
  try {
    return new Date(new X509Certificate(pem).validTo) < new Date();
  } catch {
    return true;
  }
}
