/**
 * Finds the program that owns the caller's end of a connection, on Linux and on this machine: by the
 * inode of its socket, and the process that has it open.
 *
 * Guarantees: never throws; nothing is found where the system does not tell, or not in time.
 */

import { readdir, readFile, readlink } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CallerProgram } from "../../wire/record.ts";

interface SocketRow {
  readonly localPort: number;
  readonly remotePort: number;
  readonly isListening: boolean;
  readonly inode: string;
}

/** Columns of `/proc/net/tcp`: local and remote address in hexadecimal digits, state, inode. */
const ROW =
  /^ *\d+: [\dA-F]+:([\dA-F]{4}) [\dA-F]+:([\dA-F]{4}) ([\dA-F]{2}) \S+ \S+ \S+ +\d+ +\d+ (\d+)/;
const LISTENING = "0A";
const LOOKUP_MS = 1_000;
/** Programs found before, which are likely to call again. */
const MAX_KNOWN = 32;

export class CallerPrograms {
  /** Most recently found first. */
  #known: number[] = [];

  /** `callerPort` and `listenPort` are the two ends of the connection. */
  async find(callerPort: number, listenPort: number): Promise<CallerProgram | undefined> {
    const found = this.#find(callerPort, listenPort).catch(() => undefined);
    return Promise.race([found, sleep(LOOKUP_MS, undefined, { ref: false })]);
  }

  async #find(callerPort: number, listenPort: number): Promise<CallerProgram | undefined> {
    const rows = await readSocketRows();
    const own = rows.find(
      ({ localPort, remotePort }) => localPort === callerPort && remotePort === listenPort,
    );
    if (!own) return undefined;
    for (const pid of await this.#listPids()) {
      const inodes = await readSocketInodes(pid);
      if (!inodes.has(own.inode)) continue;
      this.#known = [pid, ...this.#known.filter((one) => one !== pid)].slice(0, MAX_KNOWN);
      const ports = rows.flatMap(({ isListening, inode, localPort }) =>
        isListening && inodes.has(inode) ? [localPort] : [],
      );
      const listens = [...new Set(ports)].sort((a, b) => a - b);
      return { pid, name: await readProgramName(pid), listens };
    }
    return undefined;
  }

  async #listPids(): Promise<Iterable<number>> {
    const names = await readdir("/proc");
    const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
    // Newer programs are more likely than those that the system started with.
    return new Set([...this.#known.filter((pid) => pids.includes(pid)), ...pids.reverse()]);
  }
}

async function readSocketRows(): Promise<SocketRow[]> {
  const tables = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`/proc/net/${name}`, "latin1").catch(() => "")),
  );
  return tables.flatMap((table) => table.split("\n")).flatMap((line) => parseSocketRow(line) ?? []);
}

export function parseSocketRow(line: string): SocketRow | null {
  const [, local = "", remote = "", state, inode] = ROW.exec(line) ?? [];
  if (inode === undefined) return null;
  return {
    localPort: Number.parseInt(local, 16),
    remotePort: Number.parseInt(remote, 16),
    isListening: state === LISTENING,
    inode,
  };
}

/** The inodes of the sockets that a process has open; empty if it belongs to another user. */
async function readSocketInodes(pid: number): Promise<ReadonlySet<string>> {
  const folder = `/proc/${pid}/fd`;
  const inodes = new Set<string>();
  for (const name of await readdir(folder).catch(() => [])) {
    const link = await readlink(`${folder}/${name}`).catch(() => "");
    const inode = /^socket:\[(\d+)\]$/.exec(link)?.[1];
    if (inode !== undefined) inodes.add(inode);
  }
  return inodes;
}

/** The names of executable and script, without folders and arguments, which may contain secrets. */
async function readProgramName(pid: number): Promise<string> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => "");
  const line = await read("cmdline");
  // A program that is ending has no command line, but still its short name.
  return formatProgramName(line.split("\0")) || (await read("comm")).trim();
}

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
