// Taps programs that use the tap as their proxy, each in a process of its own.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { getFreePort } from "../fixtures/free-port.ts";
import { NEVER, newFile, readTimeline } from "../fixtures/tap-command.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { startHttpServer, stopServers } from "../lib/server/exchange/exchange.testkit.ts";
import { waitFor } from "../lib/server/tap/tap.testkit.ts";
import { parseArguments } from "./command-line.ts";
import { main } from "./tap.ts";
import { TAP } from "./tap-options.ts";

afterEach(stopServers);

function startTap(...argv: string[]) {
  const command = fileURLToPath(new URL("loupe.mjs", import.meta.url));
  const child = spawn(process.execPath, [command, "tap", ...argv]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = Promise.all([
    once(child, "exit") as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]).then(([[code], out, err]) => ({ code, out, err }));
  return { child, ended };
}

const runTap = (...argv: string[]) => startTap(...argv).ended;

const startTextAgent = () => startHttpServer((_, response) => response.end("from the agent"));

describe("arguments", () => {
  const parse = (...argv: string[]) => parseArguments(TAP, argv);

  test("behind -- are the program's own", () => {
    expect(parse("1=2", "-o", "f", "--", "a", "--json", "-o", "--", "x")).toMatchObject({
      routes: [{ listen: { port: 1 } }],
      file: "f",
      json: false,
      proxy: null,
      program: ["a", "--json", "-o", "--", "x"],
    });
    expect(parse("--", "a", "--help")?.program).toEqual(["a", "--help"]);
    expect(parse("1=2")?.program).toBeNull();
  });

  test("start a proxy if there is no route, or if it has agents", () => {
    expect(parse("--", "a")?.proxy).toMatchObject({ listen: { port: 0 }, targets: "loopback" });
    expect(parse("--to", "8000", "--", "a")?.proxy).toMatchObject({
      listen: { host: "127.0.0.1", port: 0 },
      targets: [{ host: "localhost", port: 8000 }],
    });
    expect(parse("--forward", "9", "--to=a:1", "--to=https://b")?.proxy).toMatchObject({
      listen: { host: "localhost", port: 9 },
      targets: [
        { host: "a", port: 1, isSecure: false },
        { host: "b", port: 443, isSecure: true },
      ],
    });
  });

  test.each([
    [["--"], "-- needs a command"],
    [["--forward", "9"], "--forward needs the agents that it forwards to"],
    [["--forward", "9", "--", "a"], "--forward needs the agents that it forwards to"],
    [["1=2", "--to", "3"], "--to needs --forward or a command"],
    [["--to", "http://a/b", "--", "a"], "has a path"],
  ])("%j are rejected", async (argv, message) => {
    const { code, err } = await runInTerminal((terminal) => main(argv, terminal, NEVER));
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("a program", () => {
  test("curl is recorded, with its output and exit code", async () => {
    const [url, file] = [await startTextAgent(), newFile()];
    const { code, out, err } = await runTap("-o", file, "--", "curl", "-sS", `${url}/a`);
    expect([code, out]).toEqual([0, "from the agent"]);
    expect(err).toMatch(
      /Running curl with HTTP_PROXY=http:\/\/127\.0\.0\.1:\d+ http_proxy=\S+ NO_PROXY= /,
    );
    expect(err).toMatch(/ → localhost:\d+ {2}GET \/a {2}200 /);
    const { exchanges } = await readTimeline(file);
    expect(exchanges.map(({ open }) => [open.record.url, open.record.hop?.via])).toEqual([
      [`${url}/a`, "forward"],
    ]);
  });

  test("Python is recorded, and several requests of one program", async () => {
    const [url, file] = [await startTextAgent(), newFile()];
    const script = `import urllib.request\nfor path in "ab": print(urllib.request.urlopen("${url}/" + path).read().decode())`;
    const { code, out } = await runTap("--to", url, "-o", file, "--", "python3", "-c", script);
    expect([code, out]).toEqual([0, "from the agent\nfrom the agent\n"]);
    const { exchanges } = await readTimeline(file);
    expect(exchanges.map(({ open }) => new URL(open.record.url).pathname)).toEqual(["/a", "/b"]);
  });

  test("is told clearly what is not forwarded", async () => {
    const [url, other] = [await startTextAgent(), await startTextAgent()];
    const file = newFile();
    const { out, err } = await runTap("--to", url, "-o", file, "--", "curl", "-sS", `${other}/a`);
    expect(out).toMatch(/^This Loupe tap does not forward to 127\.0\.0\.1:\d+; /);
    expect(err).toContain("Refused GET http://");
    expect(readFileSync(file, "utf8")).toContain("Refused GET http://");
  });

  test("with --json, prints to standard error, and has its exit code", async () => {
    const script = 'process.stdout.write("printed"); process.exitCode = 7';
    const { code, out, err } = await runTap(
      ...["--json", "-o", newFile(), "--", process.execPath, "-e", script],
    );
    expect(code).toBe(7);
    const lines = out.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { tap: { routes: [], proxy: { targets: "loopback" } } },
      { end: { calls: 0 } },
    ]);
    expect(err).toContain("printed");
  });

  test("that calls by routes has no proxy", async () => {
    const [url, port] = [await startTextAgent(), await getFreePort()];
    const script = "console.log(process.env.HTTP_PROXY, process.env.NODE_USE_ENV_PROXY)";
    const node = ["-o", newFile(), "--", process.execPath, "-e", script];
    const { out } = await runTap(`127.0.0.1:${port}=${url}`, ...node);
    expect(out).toBe(`${process.env.HTTP_PROXY} ${process.env.NODE_USE_ENV_PROXY}\n`);
  });

  test("fails with --check on what passed", async () => {
    const url = await startHttpServer((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end('{"jsonrpc":"2.0","id":1,"result":{"kind":"task"}}');
    });
    const call = '{"jsonrpc":"2.0","id":1,"method":"message/send","params":{}}';
    const curl = ["--", "curl", "-sS", "-H", "content-type: application/json", "-d", call, url];
    const { code, err } = await runTap("--check", "-o", newFile(), ...curl);
    expect([code, err]).toEqual([1, expect.stringMatching(/; failed: DM-TASK-REQ/)]);
    expect((await runTap("--check", "--fail-on=never", "-o", newFile(), ...curl)).code).toBe(0);
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("receives %s", async (signal) => {
    const script = `for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => { console.log(name); process.exit(5); }); console.log("up"); setInterval(() => {}, 1000);`;
    const { child, ended } = startTap("-o", newFile(), "--", process.execPath, "-e", script);
    await once(child.stdout, "data");
    child.kill(signal);
    const { code, out } = await ended;
    expect([code, out]).toEqual([5, expect.stringContaining(signal)]);
  });

  test("that a signal ends has the exit code of shells", async () => {
    const script = 'process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)';
    const { code } = await runTap("-o", newFile(), "--", process.execPath, "-e", script);
    expect(code).toBe(143);
  });

  test("that does not exist is reported", async () => {
    const { code, err } = await runTap("-o", newFile(), "--", "no-such-program-here");
    expect([code, err]).toEqual([127, expect.stringContaining("cannot start no-such-program")]);
  });
});

test("a proxy without a program forwards until it is stopped", async () => {
  const [url, file] = [await startTextAgent(), newFile()];
  const address = `127.0.0.1:${await getFreePort()}`;
  const { child, ended } = startTap("--forward", address, "--to", url, "-o", file);
  let err = "";
  child.stderr.on("data", (bytes) => {
    err += bytes;
  });
  await waitFor(() => err.includes("Recording"));
  expect(err).toContain(`Listening at ${address} as a proxy for ${new URL(url).host}`);
  const curl = spawn("curl", ["-sS", "-x", `http://${address}`, url, url]);
  expect(await text(curl.stdout)).toBe("from the agent".repeat(2));
  child.kill("SIGINT");
  const { code, out } = await ended;
  expect([code, out.match(/ {2}GET \/ {2}200 /g)?.length]).toEqual([0, 2]);
});
