/**
 * Finds the program that owns the caller's end of a connection, on Linux and on this machine: by the
 * inode of its socket, and the process that has it open.
 *
 * Guarantees: never throws; nothing is found where the system does not tell.
 */

import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";
import type { CallerProgram, HopCaller } from "../../wire/record.ts";

/** Behind the state of a socket in a table; the last column is its inode. */
const REST = String.raw`\S+ \S+ \S+ +\d+ +\d+ (\d+)`;
const LISTENING = new RegExp(String.raw`^ *\d+: [\dA-F]+:([\dA-F]{4}) \S+ 0A ${REST}`, "gm");
/** Programs found before, which are likely to call again. */
const MAX_KNOWN = 32;

/** Finds the program that calls, by the two ends of its connection. */
export interface ProgramFinder {
  find(callerPort: number, listenPort: number): CallerProgram | undefined;
}

/** The caller with its program, where that is known. `localPort`: the tap's end, `null` if elsewhere. */
export function describeCaller(
  programs: ProgramFinder,
  { caller, localPort }: { readonly caller: HopCaller; readonly localPort: number | null },
): HopCaller {
  const program = localPort === null ? undefined : programs.find(caller.port, localPort);
  return program ? { ...caller, program } : caller;
}

/**
 * Synchronous: a caller may be gone before anything that waits has looked. The system takes some
 * milliseconds to list all connections, and a fast call is over by then. So what the programs that
 * are known have open is read first, and the lists once for all callers that wait.
 */
export class CallerPrograms implements ProgramFinder {
  readonly #readTable: (name: TableName) => string;
  /** Most recently found first. */
  #known: number[] = [];

  constructor(readTable: (name: TableName) => string = readSystemTable) {
    this.#readTable = readTable;
  }

  /** `callerPort` and `listenPort` are the two ends of the connection. */
  find(callerPort: number, listenPort: number): CallerProgram | undefined {
    return this.takeSnapshot().find(callerPort, listenPort);
  }

  /** Finds callers that are there now. */
  takeSnapshot(): ProgramFinder {
    const known = this.#known.map((pid) => ({ pid, inodes: readSocketInodes(pid) }));
    const tables = TABLE_NAMES.map((name) => lazily(() => this.#readTable(name)));
    const find = (callerPort: number, listenPort: number) => {
      for (const getTable of tables) {
        const own = findInode(getTable(), callerPort, listenPort);
        if (own === undefined) continue;
        const owner = own === "0" ? undefined : findOwner(own, known);
        return owner && this.#describe(owner, tables);
      }
      return undefined;
    };
    return { find };
  }

  #describe({ pid, inodes }: ProgramSockets, tables: readonly (() => string)[]): CallerProgram {
    this.#known = [pid, ...this.#known.filter((one) => one !== pid)].slice(0, MAX_KNOWN);
    const name = readProgramName(pid);
    const all = tables.flatMap((getTable) => listServers(getTable()));
    const ports = all.filter(({ inode }) => inodes.has(inode)).map(({ port }) => port);
    return { pid, name, listens: [...new Set(ports)].sort((one, other) => one - other) };
  }
}

const TABLE_NAMES = ["tcp", "tcp6"] as const;

type TableName = (typeof TABLE_NAMES)[number];

const readSystemTable = (name: TableName) => readText(`/proc/net/${name}`);

function lazily<T>(read: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= read();
    return value;
  };
}

interface ProgramSockets {
  readonly pid: number;
  readonly inodes: ReadonlySet<string>;
}

function findOwner(inode: string, known: readonly ProgramSockets[]): ProgramSockets | undefined {
  const found = known.find(({ inodes }) => inodes.has(inode));
  if (found) return found;
  // Newer programs are more likely than those that the system started with.
  const pids = listNames("/proc").filter((name) => /^\d+$/.test(name));
  for (const pid of pids.map(Number).reverse()) {
    const inodes = readSocketInodes(pid);
    if (inodes.has(inode)) return { pid, inodes };
  }
  return undefined;
}

const formatPort = (port: number) => port.toString(16).toUpperCase().padStart(4, "0");

/** The inode of the socket between two ports, in a table of `/proc/net`. Tables may be long. */
export function findInode(table: string, local: number, remote: number): string | undefined {
  const ends = `:${formatPort(local)} [\\dA-F]+:${formatPort(remote)} `;
  return new RegExp(`^ *\\d+: [\\dA-F]+${ends}[\\dA-F]{2} ${REST}`, "m").exec(table)?.[1];
}

interface ServerSocket {
  readonly port: number;
  readonly inode: string;
}

/** The sockets in a table that listen. */
export function listServers(table: string): ServerSocket[] {
  const rows = table.matchAll(LISTENING);
  return [...rows].map(([, port = "", inode = ""]) => ({ port: Number.parseInt(port, 16), inode }));
}

/** The inodes of the sockets that a process has open; empty if it belongs to another user. */
function readSocketInodes(pid: number): ReadonlySet<string> {
  const folder = `/proc/${pid}/fd`;
  const links = listNames(folder).map((name) => readLink(`${folder}/${name}`));
  return new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
}

/** The names of executable and script, without folders and arguments, which may contain secrets. */
function readProgramName(pid: number): string {
  // A program that is ending has no command line, but still its short name.
  const name = formatProgramName(readText(`/proc/${pid}/cmdline`).split("\0"));
  return name || readText(`/proc/${pid}/comm`).trim();
}

/** What the system does not show, or no longer, is empty. */
function readOr<T>(read: () => T, empty: T): T {
  try {
    return read();
  } catch {
    return empty;
  }
}

const readText = (path: string) => readOr(() => readFileSync(path, "utf8"), "");
const readLink = (path: string) => readOr(() => readlinkSync(path), "");
const listNames = (path: string) => readOr<string[]>(() => readdirSync(path), []);

const SCRIPT = /\.(?:[cm]?[jt]sx?|py|rb|php|pl|sh|jar)$/;
const PYTHON = /^python[\d.]*$/;

export function formatProgramName([executable = "", ...words]: readonly string[]): string {
  const program = basename(executable);
  const at = words.findIndex((word) => SCRIPT.test(word) && !word.startsWith("-"));
  const module = PYTHON.test(program) ? words.indexOf("-m") : -1;
  if (module >= 0 && (at < 0 || module < at)) {
    return [program, ...words.slice(module, module + 2)].join(" ");
  }
  const script = words[at];
  return script === undefined ? program : `${program} ${basename(script)}`;
}
