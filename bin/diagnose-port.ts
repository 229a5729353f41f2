/** Checks the port on which Loupe listens: free, or who holds it. */

import { readdir, readFile, readlink } from "node:fs/promises";
import http from "node:http";
import { createServer } from "node:net";
import { createNote, createOk, createWrong, type Diagnosis } from "./diagnosis.ts";

export interface ListenPlace {
  readonly host: string;
  readonly port: number;
}

export async function* diagnosePort({ host, port }: ListenPlace): AsyncGenerator<Diagnosis> {
  const failure = await tryToListen(host, port);
  if (failure === null) {
    yield createOk("port", `Port ${port} on ${host} is free.`);
  } else if (failure.code === "EADDRINUSE") {
    const loupe = await isLoupe(host, port);
    const holder = loupe ? "Loupe" : ((await findHolder(port)) ?? "another program");
    yield createNote(
      "port",
      loupe
        ? `Loupe is running on port ${port}.`
        : `Port ${port} on ${host} is used by ${holder}; Loupe takes the next free one.`,
      loupe ? "Another one takes the next free port." : "To choose a port, use --port N.",
    );
  } else {
    const isDenied = failure.code === "EACCES";
    yield createWrong(
      "port",
      `Loupe cannot listen on ${host}, port ${port}: ${isDenied ? "that needs more rights" : failure.message}.`,
      isDenied
        ? "Use a port from 1024 on: --port N."
        : "Use an address of this machine: --host 127.0.0.1.",
    );
  }
}

function tryToListen(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", resolve);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(null)));
  });
}

const PROBE_TIMEOUT_MS = 2000;

/** No server but Loupe refuses a host name in these words, and it does so without a token. */
function isLoupe(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const target = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
    const headers = { host: "doctor.invalid" };
    const options = { host: target, port, headers, agent: false, timeout: PROBE_TIMEOUT_MS };
    const request = http.get(options, async (response) => {
      const chunks: string[] = [];
      try {
        for await (const text of response.setEncoding("utf8").iterator()) chunks.push(text);
      } catch {
        return resolve(false);
      }
      resolve(response.statusCode === 421 && chunks.join("").startsWith("Loupe refused"));
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}

/** The state of a listening socket in the system's table. */
const LISTENING = "0A";

/** Names the process, as far as this user may know it: Linux only. */
async function findHolder(port: number): Promise<string | null> {
  const hexPort = port.toString(16).toUpperCase().padStart(4, "0");
  const tables = await Promise.all(["tcp", "tcp6"].map((name) => readText(`/proc/net/${name}`)));
  const sockets = new Set(
    tables
      .flatMap((table) => table.split("\n"))
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(`:${hexPort}`) && state === LISTENING)
      .map((columns) => `socket:[${columns[9]}]`),
  );
  if (sockets.size === 0) return null;
  for (const id of (await readNames("/proc")).filter((name) => /^\d+$/.test(name))) {
    for (const file of await readNames(`/proc/${id}/fd`)) {
      const target = await readlink(`/proc/${id}/fd/${file}`).catch(() => "");
      if (sockets.has(target)) {
        return `${(await readText(`/proc/${id}/comm`)).trim()} (process ${id})`;
      }
    }
  }
  return null;
}

const readText = (path: string) => readFile(path, "utf8").catch(() => "");
const readNames = (folder: string) => readdir(folder).catch((): string[] => []);
