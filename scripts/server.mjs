// Starts and stops the server: Next.js as a child process, without its banner.
import { spawn } from "node:child_process";
import http from "node:http";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";
import { createServerEnv, findFreePort, formatUrls, getUserTokens } from "./address.mjs";
import { findPackageFile, resolveInProject, root, siteFolder } from "./project.mjs";

const BANNER =
  /^\s*($|▲ Next\.js|- (Local|Network|Environments|Experiments)|✓ (Starting|Ready|Running))/;
const GRACE_MS = 400;

/**
 * By default, glibc allocates ever larger blocks from a heap that it never returns, and keeps one
 * heap per thread: a server that runs all day would keep its peak memory.
 */
const MALLOC = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/**
 * Starts the server on the first free port from `port` on and waits until it responds.
 * Returns { port, urls, users: [name, urls][], closed: Promise<exit code>, stop(): Promise<void> }.
 */
export async function startServer({ host, port: wanted, dev = false }) {
  let from = wanted;
  for (;;) {
    const port = await findFreePort(host, from);
    const server = launch({ host, port, dev });
    const state = await Promise.race([server.closed, waitUntilReady(host, port, server.closed)]);
    if (state === "ready") return { ...server, port, ...getServerUrls({ host, port }, server.env) };
    // Another program may have taken the port between the check and the launch.
    if (!server.output.join("\n").includes("EADDRINUSE")) return { ...server, port, urls: [] };
    // 0 is any port.
    if (wanted !== 0) from = port + 1;
  }
}

/** The URLs of the server, for all users or for each. */
function getServerUrls(where, env) {
  const users = getUserTokens(env).map(([name, token]) => [name, formatUrls(where, token)]);
  return { urls: formatUrls(where, env.LOUPE_TOKEN || undefined), users };
}

function launch({ host, port, dev }) {
  const env = createServerEnv(
    { ...process.env, NODE_ENV: dev ? "development" : "production" },
    { host, port },
  );
  const child = spawn(
    process.execPath,
    [
      "--require",
      resolveInProject("scripts", "leash.cjs"),
      "--require",
      resolveInProject("scripts", "gate.cjs"),
      ...(dev
        ? [findPackageFile("next", "dist/bin/next"), "dev", root, "-H", host, "-p", String(port)]
        : [resolveInProject("scripts", "site-server.cjs"), siteFolder, host, String(port)]),
    ],
    {
      // The site reads its files from here.
      cwd: siteFolder,
      env: { ...MALLOC, ...env, LOUPE_LEASH: String(process.pid) },
      stdio: ["pipe", "pipe", "pipe"],
      // Its own process group: Ctrl-C reaches only this process, which can then end the whole group.
      detached: process.platform !== "win32",
    },
  );
  const output = [];
  relay(child.stdout, process.stdout, output, dev);
  relay(child.stderr, process.stderr, output, dev);
  const closed = new Promise((resolve) => {
    child.on("error", () => resolve(1));
    child.on("close", (code) => resolve(code ?? 1));
  });
  return { env, output, closed, stop: () => stop(child, closed) };
}

function relay(from, to, output, dev) {
  createInterface({ input: from, crlfDelay: Infinity }).on("line", (line) => {
    if (output.length < 50) output.push(line);
    if (dev || !BANNER.test(stripVTControlCharacters(line))) to.write(`${line}\n`);
  });
}

/** Resolves to "ready" at the first response of any kind; never resolves if the server has ended. */
async function waitUntilReady(host, port, closed) {
  let gone = false;
  closed.then(() => {
    gone = true;
  });
  const target = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  while (!gone) {
    if (await isResponding(target, port)) return "ready";
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  return new Promise(() => {});
}

function isResponding(host, port) {
  return new Promise((resolve) => {
    const request = http.request({
      host,
      port,
      method: "HEAD",
      path: "/favicon.ico",
      agent: false,
    });
    request.on("response", (response) => {
      response.resume();
      resolve(true);
    });
    request.on("error", () => resolve(false));
    request.end();
  });
}

async function stop(child, closed) {
  sendSignal(child, "SIGTERM");
  // Next.js waits for open streams to end, and a stream may never end.
  const timer = setTimeout(() => sendSignal(child, "SIGKILL"), GRACE_MS);
  await closed;
  clearTimeout(timer);
}

function sendSignal(child, name) {
  try {
    if (process.platform === "win32") child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // Already gone.
  }
}
