import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { getFixturePath, readFixtureBytes } from "../fixtures/read-fixture.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import type { DiffReport } from "../lib/diff/diff-report.ts";
import { parseArguments } from "./command-line.ts";
import { DIFF, main } from "./diff.ts";

/** Runs the command in this process. */
const diff = (args: string[], typed: { stdin?: Uint8Array[]; isTTY?: boolean } = {}) =>
  runInTerminal((terminal) => main(args, terminal), typed);

const getRecordedPath = (name: string) => getFixturePath(`recorded/${name}.jsonl`);

describe("arguments", () => {
  test("parses two logs and differences to ignore", () => {
    expect(parseArguments(DIFF, ["a", "--text", "-", "--ignore=timing,tool state"])).toEqual({
      logs: ["a", "-"],
      json: false,
      text: true,
      timing: false,
      ignored: new Set(["tool state"]),
    });
  });

  test.each([
    ["tool-state,attachments", ["tool state", "attachments"]],
    ["event-count,problems", ["pieces", "findings"]],
    ["attachments,pieces,findings", ["attachments", "pieces", "findings"]],
  ])("--ignore %s is accepted", (names, aspects) => {
    expect(parseArguments(DIFF, ["a", "b", "--ignore", names])).toMatchObject({
      ignored: new Set(aspects),
    });
  });

  test.each([
    [["a"], /needs two logs/],
    [["a", "b", "c"], /needs two logs.* not 3/],
    [["-", "-"], /only one log can be/],
    [
      ["a", "b", "--ignore", "colour"],
      /--ignore needs one or more of timing, state, .* not "colour"/,
    ],
    [["a", "b", "--fast"], /unknown option "--fast"/],
  ])("rejects %j", (argv, reason) => {
    expect(() => parseArguments(DIFF, argv)).toThrow(reason);
  });
});

describe("loupe diff", () => {
  test("reports that a run equals itself, with its times", async () => {
    const name = getRecordedPath("1.0/input-required");
    const { code, out } = await diff([name, name]);
    expect(code).toBe(0);
    expect(out).toContain("The two runs are the same in 14 rows.");
    expect(out).toMatch(/^First token of call 2 +[\d.]+ ms$/m);
    expect((await diff([name, name, "--ignore", "timing"])).out).not.toContain("First token");
  });

  test("--text marks the words that differ", async () => {
    const logs = [
      getRecordedPath("frameworks/adk-js-tools"),
      getRecordedPath("frameworks/adk-js-failed"),
    ];
    const { code, out } = await diff([...logs, "--text"]);
    expect(code).toBe(1);
    expect(out).toContain("state: completed → failed");
    expect(out).toMatch(/^- tool read_tide$/m);
    expect(out).toMatch(/^Outcome +completed, with a failed tool and 2 lost appends \| failed$/m);
    expect(out).toMatch(/\[-When is high water in Bergen-\]\{\+Ask\+\}/);
    expect(out).not.toContain("\u001b");
  });

  test("is colored on a terminal", async () => {
    const logs = [getRecordedPath("1.0/stream"), getRecordedPath("1.0/fail")];
    expect((await diff(logs, { isTTY: true })).out).toContain("\u001b[31m- ");
  });

  test("finds no difference between two protocol versions except the number of events", async () => {
    const logs = [getRecordedPath("0.3/input-required"), getRecordedPath("1.0/input-required")];
    expect((await diff(logs)).code).toBe(1);
    expect((await diff([...logs, "--ignore", "event-count"])).code).toBe(0);
  });

  test("--json reports the same, with text segments on request", async () => {
    const logs = [
      getRecordedPath("frameworks/adk-js-tools"),
      getRecordedPath("frameworks/adk-js-failed"),
    ];
    const { out } = await diff([...logs, "--json", "--text"]);
    const report: DiffReport = JSON.parse(out);
    expect(report).toMatchObject({ format: 1, same: false, counts: { changed: 2, right: 1 } });
    const changed = report.rows.find(({ text }) => text !== undefined);
    expect(changed?.text?.filter(({ kind }) => kind !== "added").map(({ text }) => text)).toEqual(
      expect.arrayContaining(["When is high water in Bergen"]),
    );
  });

  test("reads one of the logs from standard input", async () => {
    const name = "recorded/1.0/stream.jsonl";
    const { code } = await diff([getFixturePath(name), "-"], { stdin: [readFixtureBytes(name)] });
    expect(code).toBe(0);
  });

  test("names the log that could not be read", async () => {
    const { code, err } = await diff([getRecordedPath("1.0/stream"), "/no/such/file"]);
    expect(code).toBe(2);
    expect(err).toMatch(/^loupe: cannot read \/no\/such\/file: .*ENOENT.*\n$/);
  });

  test("as a real process, exits with code 1 if the runs differ", async () => {
    const command = fileURLToPath(new URL("loupe.mjs", import.meta.url));
    const logs = [getRecordedPath("1.0/stream"), getRecordedPath("1.0/fail")];
    const code = await new Promise((resolve) => {
      execFile(process.execPath, [command, "diff", ...logs], (error) => resolve(error?.code ?? 0));
    });
    expect(code).toBe(1);
  });
});
