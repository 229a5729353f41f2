import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { getFixturePath, readFixture } from "../fixtures/read-fixture.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { DEFAULT_REPLAY_OPTIONS } from "../lib/server/replay/replay-options.ts";
import { parseArguments } from "./command-line.ts";
import { main, SERVE } from "./serve.ts";

describe("arguments", () => {
  test("parses log, address, speed and faults, with spaces or equals signs", () => {
    const at = { planFile: null, host: "127.0.0.1", port: 0, log: "a.jsonl", json: false };
    expect(parseArguments(SERVE, ["a.jsonl"])).toEqual({ ...at, options: DEFAULT_REPLAY_OPTIONS });
    expect(
      parseArguments(SERVE, [
        "--speed",
        "4",
        "a.jsonl",
        "--cut-after=2",
        "--duplicate",
        "--port=80",
      ]),
    ).toEqual({
      ...at,
      port: 80,
      options: { ...DEFAULT_REPLAY_OPTIONS, speed: 4, cutAfter: 2, duplicate: "every" },
    });
    expect(parseArguments(SERVE, ["-", "--reorder=7", "--crlf", "--host", "::1"])).toEqual({
      log: "-",
      json: false,
      host: "::1",
      port: 0,
      planFile: null,
      options: { ...DEFAULT_REPLAY_OPTIONS, reorder: 7, crlf: true },
    });
  });

  test.each([
    [[], "serve needs a log, or - for standard input"],
    [["a", "b"], 'serve takes one log, not "a" and "b"'],
    [["a", "--fast"], 'unknown option "--fast"'],
    [["a", "-x"], 'unknown option "-x"'],
    [["a", "--speed", "0"], '--speed needs a factor above 0, or max, not "0"'],
    [["a", "--cut-after"], '--cut-after needs a number of events, not ""'],
    [["a", "--crlf=yes"], "--crlf takes no value"],
    [["a", "--port=70000"], '--port needs a number from 0 to 65535, not "70000"'],
    [["a", "--duplicate=0"], '--duplicate needs the number of an event, or every, not "0"'],
  ])("rejects %j", (argv, reason) => {
    expect(() => parseArguments(SERVE, argv)).toThrow(reason);
  });
});

test.each([
  ["/no/such/file", /ENOENT/],
  [getFixturePath("recorded/faults/refused.jsonl"), /contains only 1 exchange that never reached/],
  [getFixturePath("recorded/grpc/cancel-1.0.jsonl"), /over gRPC, which cannot be replayed/],
])("%s cannot be served, with a one-line error message", async (log, reason) => {
  const { code, err } = await runInTerminal((terminal) => main([log], terminal, Promise.resolve()));
  expect(code).toBe(2);
  expect(err).toMatch(/^loupe: cannot serve [^\n]*\n$/);
  expect(err).toMatch(reason);
});

describe("as a real process", () => {
  const command = fileURLToPath(new URL("loupe.mjs", import.meta.url));

  /** Starts the command. Resolves to its lines, which keep growing, and its URL. */
  async function serve(...args: string[]) {
    const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [
      command,
      "serve",
      ...args,
    ]);
    onTestFinished(() => void child.kill("SIGKILL"));
    const lines: string[] = [];
    const reader = createInterface({ input: child.stdout });
    const waitForLine = async (pattern: RegExp): Promise<string> => {
      for (;;) {
        const found = lines.find((it) => pattern.test(it));
        if (found !== undefined) return found;
        await Promise.race([
          once(reader, "line"),
          once(child, "exit").then(() => Promise.reject(new Error(lines.join("\n")))),
        ]);
      }
    };
    reader.on("line", (it) => lines.push(it));
    const { url = "" } =
      /(?<url>http:\S+)/.exec(await waitForLine(/^Serving the recorded agent at/))?.groups ?? {};
    return { child, lines, waitForLine, url };
  }

  test("lists the recorded requests, answers, logs each request, and stops on a signal", async () => {
    const name = "recorded/1.0/input-required.jsonl";
    const { child, lines, waitForLine, url } = await serve(getFixturePath(name), "--speed=max");
    expect(lines).toContain("  1  SendStreamingMessage “input”  (A2A 1.0 over jsonrpc)");
    expect(lines).toContain(
      "The log has no agent card. Loupe serves one made from the recorded traffic.",
    );
    const open = readFixture(name).records.find((record) => record.r === "open");
    const answer = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0" },
      body: (open?.body ?? "").replace('"id":"stream-1"', '"id":42'),
    });
    const text = await answer.text();
    expect(text.match(/"id":42/g)?.length).toBe(text.match(/"jsonrpc"/g)?.length);
    await waitForLine(/^SendStreamingMessage “input” → exchange 1: the same text/);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  test("serves a log of another format", async () => {
    const folder = mkdtempSync(join(tmpdir(), "loupe-serve-"));
    const path = join(folder, "events.jsonl");
    writeFileSync(path, '{"kind":"message","role":"agent","messageId":"m","parts":[]}\n');
    const { url, lines } = await serve(path);
    expect(lines.join("\n")).toContain("(request not recorded)");
    const body = '{"jsonrpc":"2.0","id":1,"method":"message/stream","params":{}}';
    const answer = await fetch(url, { method: "POST", body });
    expect(await answer.text()).toContain('{"jsonrpc":"2.0","id":1,"result":{"kind":"message"');
  });
});
