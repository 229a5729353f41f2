// What every command keeps with --json: one object on standard output, the documented codes, and
// next commands that the command line understands.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createStreamLog, status } from "../fixtures/event-builders.ts";
import { HANGING, HOSTILE, saveRecording, saveRuns, WELL } from "../fixtures/mcp-runs.ts";
import { getFixturePath } from "../fixtures/read-fixture.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { formatCommandLine, getCommandWords } from "../lib/operations/command-words.ts";
import { OPERATIONS } from "../lib/operations/operations.ts";
import { readArguments } from "./arguments.ts";
import { main as check } from "./check.ts";
import { CHECK } from "./check-options.ts";
import { type Command, type OptionTable, parseArguments } from "./command-line.ts";
import { CONFORM } from "./conform.ts";
import { DIFF, main as diff } from "./diff.ts";
import { EVENT, main as event } from "./event.ts";
import { EVENTS, main as events } from "./events.ts";
import { EXPLAIN, main as explain } from "./explain.ts";
import { main as exportLog } from "./export.ts";
import { EXPORT } from "./export-options.ts";
import { FINDINGS, main as findings } from "./findings.ts";
import { HOLD } from "./hold.ts";
import { INSPECT, main as inspect } from "./inspect.ts";
import { main as library } from "./library.ts";
import { LIBRARY_COMMANDS } from "./library-options.ts";
import { RECORD, main as record } from "./record.ts";
import { RESEND, main as resend } from "./resend.ts";
import { SERVE, main as serve } from "./serve.ts";
import { TELEMETRY, main as telemetry } from "./telemetry.ts";

const CAIPE = getFixturePath("shapes/caipe.sse");
const EMPTY = "20260301-100000-tagged";
const data = mkdtempSync(join(tmpdir(), "loupe-json-"));
const out = (name: string) => join(data, name);

beforeAll(() => {
  vi.stubEnv("LOUPE_DATA", data);
  saveRuns(data);
  for (const id of [EMPTY, "20260302-100000-delete"]) {
    saveRecording(data, id, createStreamLog(status("completed")).records);
  }
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(data, { recursive: true });
});

const COMMANDS: Readonly<Record<string, Command<OptionTable, unknown>>> = {
  ...LIBRARY_COMMANDS,
  inspect: INSPECT,
  events: EVENTS,
  event: EVENT,
  findings: FINDINGS,
  explain: EXPLAIN,
  hold: HOLD,
  diff: DIFF,
  check: CHECK,
  conform: CONFORM,
  record: RECORD,
  resend: RESEND,
  export: EXPORT,
  serve: SERVE,
  telemetry: TELEMETRY,
};

const NEVER = new Promise<void>(() => undefined);

function loupe(name: string, args: readonly string[]) {
  return runInTerminal((terminal) => {
    switch (name) {
      case "inspect":
        return inspect(args, terminal);
      case "events":
        return events(args, terminal);
      case "event":
        return event(args, terminal);
      case "findings":
        return findings(args, terminal);
      case "explain":
        return explain(args, terminal);
      case "diff":
        return diff(args, terminal);
      case "check":
        return check(args, terminal, NEVER);
      case "record":
        return record(args, terminal, NEVER);
      case "resend":
        return resend(args, terminal);
      case "export":
        return exportLog(args, terminal);
      case "telemetry":
        return telemetry(args, terminal);
      case "list":
      case "rename":
      case "tag":
      case "delete":
        return library(name, args, terminal);
      default:
        throw new Error(`no command ${name}`);
    }
  });
}

/** Runs while a recorded run is served in place of its agent. */
async function whileServing<T>(run: string, use: (url: string) => Promise<T>): Promise<T> {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let served: Promise<number> | undefined;
  const url = await new Promise<string>((resolve, reject) => {
    const stdout = {
      isTTY: false,
      write: (text: string) => resolve(expectResult(text).url as string),
    };
    const stderr = { write: () => undefined };
    served = serve([run, "--json", "--speed", "max"], { stdin: NO_INPUT, stdout, stderr }, stopped);
    served.then(() => reject(new Error("nothing is served")));
  });
  try {
    return await use(url);
  } finally {
    stop();
    expect(await served).toBe(0);
  }
}

const NO_INPUT: AsyncIterable<string> = { async *[Symbol.asyncIterator]() {} };

/** One JSON object, with its format and next commands that can be parsed. */
function expectResult(text: string): Record<string, unknown> {
  expect(text.endsWith("}\n")).toBe(true);
  const result: Record<string, unknown> = JSON.parse(text);
  expect(result.format).toBe(1);
  expect(result.next).toBeInstanceOf(Array);
  for (const line of result.next as string[]) expectCommandLine(line);
  return result;
}

function expectCommandLine(line: string): void {
  const [program, ...words] = splitWords(line);
  expect(program).toBe("loupe");
  const request = readArguments(words);
  expect(request.kind, line).toBe("run");
  if (request.kind !== "run") return;
  const command = COMMANDS[request.command];
  if (!command) throw new Error(`no command ${request.command}`);
  expect(parseArguments(command, request.args), line).not.toBeNull();
}

/** What a shell makes of a command line that only quotes with apostrophes. */
const splitWords = (line: string): string[] =>
  (line.match(/(?:'[^']*'|\\'|[^\s'\\]+)+/g) ?? []).map((word) =>
    word.replaceAll("\\'", "\u0000").replaceAll("'", "").replaceAll("\u0000", "'"),
  );

describe("--json", () => {
  test.each<[code: number, name: string, ...args: string[]]>([
    [1, "inspect", CAIPE],
    [0, "inspect", WELL],
    [0, "events", CAIPE],
    [1, "events", CAIPE, "--grep", "nothing like this"],
    [0, "event", CAIPE, "24", "--view", "wire"],
    [1, "findings", CAIPE],
    [0, "findings", CAIPE, "--severity", "info"],
    [0, "explain", "ART-APPEND-UNKNOWN"],
    [0, "explain", "verdict/cut"],
    [0, "diff", WELL, WELL],
    [1, "diff", WELL, CAIPE],
    [1, "check", CAIPE],
    [1, "check", HANGING],
    [0, "export", WELL, "--as", "loupe", "-o", out("out.jsonl")],
    [0, "export", WELL, "--as", "markdown", "-o", out("out.md")],
    [1, "telemetry", WELL, "--otlp", "http://127.0.0.1:1"],
    [0, "list"],
    [0, "list", "flight"],
    [1, "list", "nothing like this"],
    [0, "rename", EMPTY, "a new name"],
    [0, "tag", EMPTY, "slow"],
    [0, "delete", "20260302-100000-delete", "--yes"],
  ])("exit code %i: loupe %s %s %s %s %s %s", async (code, name, ...args) => {
    const result = await loupe(name, [...args, "--json"]);
    expect(result.code, result.err).toBe(code);
    expectResult(result.out);
    expect(result.err.split("\n").filter((line) => line.startsWith("Next:"))).toEqual([]);
  });

  test("of serve, record and resend", () =>
    whileServing(WELL, async (url) => {
      const recorded = await loupe("record", [url, "-m", "rain?", "--json", "-o", out("r.jsonl")]);
      expect(recorded.code).toBe(0);
      const { file, verdict, events: count } = expectResult(recorded.out);
      expect([file, count]).toEqual([out("r.jsonl"), 3]);
      expect(verdict).toMatchObject({ kind: "completed", clean: true });
      const resent = await loupe("resend", [WELL, url, "--json", "-o", out("s.jsonl")]);
      expect(expectResult(resent.out)).toMatchObject({
        same: expect.any(Boolean),
        file: out("s.jsonl"),
      });
      expect(resent.code).toBe(expectResult(resent.out).same ? 0 : 1);
    }));

  test.each([
    ["record", "127.0.0.1:1", "-m", "hi"],
    ["export", WELL, "--as", "loupe"],
  ])("of %s needs a file, because the log goes to standard output", async (name, ...args) => {
    const { code, out, err } = await loupe(name, [...args, "--json"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe("loupe: --json needs a file for the log: -o FILE\n");
  });

  test("of delete does not ask", async () => {
    const { code, out, err } = await loupe("delete", [EMPTY, "--json"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("--yes");
  });
});

describe("errors", () => {
  test.each([
    ["inspect", "/nowhere.jsonl"],
    ["events", "/nowhere.jsonl"],
    ["event", CAIPE, "9999"],
    ["event", CAIPE, "x"],
    ["findings", "20990101-000000-nobody"],
    ["explain", "NO-SUCH-RULE"],
    ["explain", "ART-NO-LAST", "--a2a-version", "9"],
    ["diff", CAIPE, "/nowhere.jsonl"],
    ["export", "/nowhere.jsonl", "--as", "loupe", "-o", "x"],
    ["telemetry", "/nowhere.jsonl", "--otlp", "http://127.0.0.1:1"],
    ["telemetry", WELL, "--otlp", "nowhere"],
    ["list", "--cursor", "nobody"],
    ["rename", "20990101-000000-nobody", "name"],
    ["events", CAIPE, "--kind", "nothing"],
    ["events", CAIPE, "--wrong"],
  ])(
    "loupe %s %s %s %s: exit code 2, one line, nothing on standard output",
    async (name, ...args) => {
      for (const flags of [[], ["--json"]]) {
        const { code, out, err } = await loupe(name, [...args, ...flags]);
        expect([code, out]).toEqual([2, ""]);
        expect(err).toMatch(/^loupe: [^\n]+\n$/);
      }
    },
  );
});

describe("as text", () => {
  test.each([
    ["inspect", CAIPE],
    ["events", CAIPE],
    ["event", CAIPE, "3"],
    ["findings", CAIPE],
    ["check", CAIPE],
    ["diff", WELL, CAIPE],
    ["list"],
  ])("loupe %s %s %s names the next command on standard error only", async (name, ...args) => {
    const { out, err } = await loupe(name, args);
    expect(out).not.toContain("Next:");
    const line = /^Next: (.+)$/m.exec(err)?.[1];
    expectCommandLine(line ?? "");
  });

  test("events prints one line each, 50 at a time", async () => {
    const first = await loupe("events", [CAIPE, "--limit", "3"]);
    expect(first.out).toBe("#0 task submitted\n#1 artifact a-plan ⟦\n#2 artifact a-plan **\n");
    const { nextCursor } = expectResult(
      (await loupe("events", [CAIPE, "--json", "--limit", "3"])).out,
    );
    const second = await loupe("events", [CAIPE, "--limit", "1", "--cursor", String(nextCursor)]);
    expect(second.out).toBe("#3 artifact a-plan 🎯\n");
  });

  test("event prints the exact bytes of a frame, in pages", async () => {
    const { content, bytes } = expectResult(
      (await loupe("event", [CAIPE, "24", "--view", "wire", "--json"])).out,
    );
    expect(readFileSync(CAIPE, "utf8")).toContain(content);
    let pages = "";
    for (let offset: unknown = 0; offset !== null; ) {
      const argv = [CAIPE, "24", "--view", "wire", "--max-bytes", "50", "--offset", String(offset)];
      const page = expectResult((await loupe("event", [...argv, "--json"])).out);
      pages += page.content;
      offset = page.nextOffset;
    }
    expect(pages).toBe(content);
    expect(Buffer.byteLength(pages)).toBe(bytes);
  });

  test("list prints pages that continue after the last recording", async () => {
    const page = async (...args: string[]) => {
      const result = expectResult((await loupe("list", ["--json", ...args])).out);
      const ids = (result.recordings as { id: string }[]).map(({ id }) => id);
      return { ids, nextCursor: result.nextCursor };
    };
    const all = await page();
    const first = await page("--limit", "2");
    const rest = await page("--cursor", String(first.nextCursor));
    expect(all.nextCursor).toBeNull();
    expect([...first.ids, ...rest.ids]).toEqual(all.ids);
  });
});

test("every operation has a command that understands its input", () => {
  const input = {
    run: HOSTILE,
    query: "two words",
    at: 3,
    kind: "task",
    grep: "it's",
    n: 2,
    view: "wire",
    severity: "error",
    rule: "ART-NO-LAST",
    a: WELL,
    b: HANGING,
    file: CAIPE,
    agent: "http://127.0.0.1:9999",
    text: "plan a trip",
    task_id: "t1",
    faults: "cut-after=5, crlf",
    limit: 3,
    offset: 2,
    max_bytes: 10,
  };
  for (const { name } of OPERATIONS) {
    const words = getCommandWords({ operation: name, input, why: "" });
    expectCommandLine(formatCommandLine(words));
    expect(splitWords(formatCommandLine(words))).toEqual(words);
  }
});
