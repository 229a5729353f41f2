import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  createArtifactUpdate,
  createMessage,
  createSendMessageParams,
  createTask,
  formatSseEvent,
  ReportLog,
  status,
} from "../fixtures/event-builders.ts";
import {
  FIXTURE_NAMES,
  getFixturePath,
  readFixture,
  readFixtureBytes,
} from "../fixtures/read-fixture.ts";
import { REPORT_SHAPE } from "../fixtures/report-shape.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import type { Report } from "../lib/report/json.ts";
import { main } from "./inspect.ts";

/** Runs the command in this process; each item of `stdin` is one chunk. */
const inspect = (args: string[], stdin: (Uint8Array | string)[] = []) =>
  runInTerminal((terminal) => main(args, terminal), { stdin });

const json = async (...args: string[]): Promise<Report> =>
  JSON.parse((await inspect([...args, "--json"])).out);

describe("loupe inspect --json", () => {
  test.each(FIXTURE_NAMES)("prints the documented shape for %s", async (name) => {
    const { out, err } = await inspect([getFixturePath(name), "--json"]);
    expect(err).toBe("");
    expect(out.endsWith("}\n")).toBe(true);
    expect(REPORT_SHAPE(JSON.parse(out), "report")).toEqual([]);
  });

  test("reports the source: importer, size and counts", async () => {
    const { source } = await json(getFixturePath("shapes/crlf-keep-alive.sse"));
    expect(source).toEqual({
      importer: "sse",
      bytes: readFixtureBytes("shapes/crlf-keep-alive.sse").length,
      records: 3,
      frames: 9,
      events: 4,
      skipped: [],
    });
  });

  test("preserves every character of a text", async () => {
    const text = " \u0000\t\r\n🌍\u2028 trailing \n";
    const { out } = await inspect(
      ["-", "--json"],
      [formatSseEvent(createArtifactUpdate("a", text))],
    );
    expect(JSON.parse(out).tasks[0].artifacts[0].text).toBe(text);
  });

  test("reads standard input like a file, however it is chunked", async () => {
    const name = "shapes/caipe.sse";
    const bytes = readFixtureBytes(name);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, i) =>
      bytes.subarray(i * 1000, (i + 1) * 1000),
    );
    const [file, piped, texts] = await Promise.all([
      inspect([getFixturePath(name), "--json"]),
      inspect(["-", "--json"], chunks),
      inspect(["--json", "-"], [bytes.toString()]),
    ]);
    const { source: _, next: _next, ...rest } = JSON.parse(file.out);
    for (const { code, out } of [piped, texts]) {
      expect(code).toBe(file.code);
      expect(JSON.parse(out)).toMatchObject(rest);
    }
  });
});

describe("loupe inspect --at N", () => {
  const path = getFixturePath("shapes/0.1.sse");

  test("reports the state just after event N", async () => {
    const texts = async (at: string) =>
      (await json(path, "--at", at)).tasks[0]?.artifacts.map(({ text }) => text);
    expect(await texts("0")).toEqual([]);
    expect(await texts("2")).toEqual(["Roses ", "metre: "]);
    expect(await texts("4")).toEqual(["Roses are red", "metre: none"]);
  });

  test("treats a number past the end as the end", async () => {
    expect(await json(path, "--at=999")).toEqual(await json(path));
  });

  test("exits with the code for that event", async () => {
    expect((await inspect([path])).code).toBe(0);
    expect((await inspect([path, "--at", "3"])).code).toBe(1);
  });

  test.each(["--at", "--at=", "--at=x", "--at=-1", "--at=1.5"])("rejects %s", async (option) => {
    const { code, out, err } = await inspect([path, option]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^loupe: --at needs an event number, not "[^\n]*"\n$/);
  });
});

describe("the exit code", () => {
  test.each([
    ["recorded/1.0/stream.jsonl", 0],
    ["recorded/0.3/input-required.jsonl", 0],
    ["recorded/0.2/message.jsonl", 0],
    ["recorded/0.2/fail.jsonl", 1],
    ["recorded/faults/cut.jsonl", 1],
    ["shapes/cut-inside-event.sse", 1],
    // A clean verdict, but a problem of severity error.
    ["shapes/caipe.sse", 1],
  ])("of %s is %i, with and without --json", async (name, code) => {
    expect((await inspect([getFixturePath(name)])).code).toBe(code);
    expect((await inspect([getFixturePath(name), "--json"])).code).toBe(code);
  });

  test.each<[string, string[], string[], RegExp]>([
    ["no log", [], [], /needs a log/],
    ["two logs", ["a", "b"], [], /takes one log/],
    ["an unknown option", ["a", "--jsno"], [], /unknown option "--jsno"/],
    ["a file that is not there", ["/no/such\nfile"], [], /cannot read .*ENOENT/],
    ["empty input", ["-"], [], /empty \(byte 0\)/],
    ["rubbish", ["-"], ["\u001b[2Jnothing\n"], /line 1, column 1/],
  ])("is 2 for %s, with a one-line error message", async (_, args, stdin, reason) => {
    const { code, out, err } = await inspect(args, stdin);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^loupe: [^\p{Cc}]+\n$/u);
    expect(err).toMatch(reason);
  });
});

describe("the text summary", () => {
  test("begins with the verdict and lists every row", async () => {
    const { out } = await inspect([getFixturePath("shapes/0.1.sse")]);
    const [first, ...lines] = out.split("\n");
    expect(first).toBe("✓ completed: The agent reported the task as completed.");
    expect(out).toContain("A2A 0.1 over jsonrpc");
    expect(lines.some((line) => /artifact poem ×3 {2}Roses are red\.$/.test(line))).toBe(true);
  });

  test("lists skipped input and problems", async () => {
    const { out } = await inspect([getFixturePath("shapes/torn.jsonl")]);
    expect(out).toMatch(/^skipped at byte \d+: incomplete last record: /m);
    expect((await inspect([getFixturePath("shapes/caipe.sse")])).out).toMatch(
      /^error ART-APPEND-UNKNOWN #\d+: /m,
    );
  });

  test("contains no terminal escape, wherever an agent puts one", async () => {
    const evil = "\u001b[2J\u009b31m\u202egnp\u2066\r\u0007\u200b\nnew line";
    const log = new ReportLog()
      .addOpen("x1", {
        method: `POST${evil}`,
        url: `http://agent.example/${evil}`,
        headers: [["A2A-Version", `1.0${evil}`]],
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: evil,
          params: createSendMessageParams(evil, "u1"),
        }),
      })
      .addHead(200, `text/event-stream${evil}`)
      .addEvents(
        createTask("working", { id: evil }),
        status(evil, createMessage(evil, evil), { taskId: evil }),
        createArtifactUpdate(evil, evil, { artifact: { artifactId: evil, name: evil, parts: [] } }),
        { [evil]: evil },
        { kind: evil },
        { jsonrpc: "2.0", id: 1, error: { code: -1, message: evil } },
      )
      .addText(`${evil}\n\n`)
      .addEnd("reset", "x1", evil);
    const header = { r: "loupe", version: 9, id: evil, at: null, by: evil };
    const lines = [header, ...log.records, { r: evil }, evil].map((it) => JSON.stringify(it));
    const { out } = await inspect(["-"], [`${lines.join("\n")}\n${evil}`]);
    expect(out).toContain("connection lost");
    expect(out).toContain("[2J");
    expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    expect(out).not.toMatch(/^new line/m);
  });
});

describe("as a real process", () => {
  const loupe = (args: string[], stdin = ""): Promise<{ code: number; out: string; err: string }> =>
    new Promise((resolve) => {
      const command = fileURLToPath(new URL("loupe.mjs", import.meta.url));
      const child = execFile(process.execPath, [command, "inspect", ...args], (error, out, err) =>
        resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
      );
      child.stdin?.end(stdin);
    });

  test("reads files and standard input, and exits with the right code", async () => {
    const name = "recorded/1.0/input-required.jsonl";
    const file = await loupe([getFixturePath(name), "--json"]);
    expect(file).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(file.out)).toEqual(await json(getFixturePath(name)));
    const piped = await loupe(["-"], formatSseEvent(status("working")));
    expect(piped.code).toBe(1);
    expect(piped.out).toContain("ended while working");
    const folder = mkdtempSync(join(tmpdir(), "loupe-inspect-"));
    writeFileSync(join(folder, "log.sse"), "<html>");
    expect(await loupe([join(folder, "log.sse")])).toMatchObject({ code: 2, out: "" });
  });
});

test("every fixture has a body, unless no agent was reached or the status is the whole response", () => {
  const withoutBody = FIXTURE_NAMES.filter(
    (name) => !readFixture(name).records.some(({ r }) => r === "data"),
  );
  expect(withoutBody).toEqual([
    "recorded/faults/dns.jsonl",
    "recorded/faults/refused.jsonl",
    "recorded/faults/tls.jsonl",
    "recorded/grpc/unknown-task-0.3.jsonl",
    "recorded/grpc/unknown-task-1.0.jsonl",
  ]);
});

test("the summary names what is missing, with the clause of the version", async () => {
  const message = { role: "agent", messageId: "m1", parts: [{ kind: "text", text: "So." }] };
  const event = { jsonrpc: "2.0", id: 1, result: status("working", message) };
  const { out } = await inspect(["-"], [formatSseEvent(event)]);
  expect(out).toContain("\n    `kind` is missing from `result.status.message`; 0.3 §6.4\n");
});
