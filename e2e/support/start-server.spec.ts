// Starts and stops the server like a user: one line with the URL, and no process left behind.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { expect, test } from "@playwright/test";

interface Started {
  child: ChildProcess;
  lines: string[];
  url: URL;
}

async function start(env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, ["scripts/serve.mjs"], {
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    const address = /^Loupe is at (\S+)/.exec(line)?.[1];
    if (address !== undefined) return { child, lines, url: new URL(address) };
  }
  throw new Error(`never started: ${lines.join("\n")}`);
}

/** Sends a request that never ends, which keeps the server busy like an open stream. */
async function hold(url: URL): Promise<void> {
  const socket = connect(Number(url.port), url.hostname);
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(`POST / HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 9\r\n\r\n`);
}

const isGone = (url: URL) =>
  fetch(url).then(
    () => false,
    () => true,
  );

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  test(`stops on ${signal}, with a request open`, async () => {
    const { child, lines, url } = await start({});
    expect(lines).toHaveLength(1);
    await hold(url);
    child.kill(signal);
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    expect(await isGone(url)).toBe(true);
  });
}

test("a launcher that is killed takes its server along", async () => {
  const { child, url } = await start({});
  child.kill("SIGKILL");
  await expect.poll(() => isGone(url)).toBe(true);
});

test("uses the next port and says so if its own is taken", async () => {
  const first = await start({});
  const second = await start({ PORT: first.url.port });
  expect(second.lines[0]).toContain(`Port ${first.url.port} is in use`);
  expect(second.url.port).not.toBe(first.url.port);
  for (const { child } of [first, second]) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
});

test("prints a token when others can reach it", async () => {
  const { child, url } = await start({ HOST: "0.0.0.0", LOUPE_TOKEN: "" });
  expect(url.hash).toMatch(/^#token=[\w-]{24}$/);
  expect(url.search).toBe("");
  child.kill("SIGTERM");
  await once(child, "exit");
});
