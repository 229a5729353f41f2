import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { getFixturePath, readFixtureBytes } from "../fixtures/read-fixture.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import type { DiffReport } from "../lib/diff/diff-report.ts";
import { main } from "./diff.ts";
import { parseDiffArguments } from "./diff-arguments.ts";

/** Runs the command in this process. */
const diff = (args: string[], typed: { stdin?: Uint8Array[]; isTTY?: boolean } = {}) =>
  runInTerminal((terminal) => main(args, terminal), typed);

const recorded = (name: string) => getFixturePath(`recorded/${name}.jsonl`);

describe("what it is asked for", () => {
  test("two logs, and what need not be the same", () => {
    expect(parseDiffArguments(["a", "--text", "-", "--ignore=timing,tool state"])).toEqual({
      left: "a",
      right: "-",
      json: false,
      text: true,
      timing: false,
      ignored: new Set(["tool state"]),
    });
  });

  test.each([
    [["a"], /needs two logs/],
    [["a", "b", "c"], /needs two logs.* not 3/],
    [["-", "-"], /only one of the two/],
    [["a", "b", "--ignore", "colour"], /--ignore needs some of timing, state, .* not "colour"/],
    [["a", "b", "--fast"], /unknown option "--fast"/],
  ])("%j is refused", (argv, reason) => {
    expect(parseDiffArguments(argv)).toMatch(reason);
  });
});

describe("loupe diff", () => {
  test("of one run and itself says that they are the same, with its times", async () => {
    const name = recorded("1.0/input-required");
    const { code, out } = await diff([name, name]);
    expect(code).toBe(0);
    expect(out).toContain("The two runs are the same in 14 rows.");
    expect(out).toMatch(/^First token of call 2 +[\d.]+ ms$/m);
    expect((await diff([name, name, "--ignore", "timing"])).out).not.toContain("First token");
  });

  test("of two answers marks the words in which they differ", async () => {
    const logs = [recorded("frameworks/adk-js-tools"), recorded("frameworks/adk-js-failed")];
    const { code, out } = await diff([...logs, "--text"]);
    expect(code).toBe(1);
    expect(out).toContain("state: completed → failed");
    expect(out).toMatch(/^- tool read_tide$/m);
    expect(out).toMatch(/^Outcome +completed \| failed$/m);
    expect(out).toMatch(/\[-When is high water in Bergen-\]\{\+Ask\+\}/);
    expect(out).not.toContain("\u001b");
  });

  test("is coloured where somebody looks at a terminal", async () => {
    const logs = [recorded("1.0/stream"), recorded("1.0/fail")];
    expect((await diff(logs, { isTTY: true })).out).toContain("\u001b[31m- ");
  });

  test("finds nothing between two generations but in how many pieces it came", async () => {
    const logs = [recorded("0.3/input-required"), recorded("1.0/input-required")];
    expect((await diff(logs)).code).toBe(1);
    expect((await diff([...logs, "--ignore", "pieces"])).code).toBe(0);
  });

  test("as JSON says the same, with both texts in pieces on request", async () => {
    const logs = [recorded("frameworks/adk-js-tools"), recorded("frameworks/adk-js-failed")];
    const { out } = await diff([...logs, "--json", "--text"]);
    const report: DiffReport = JSON.parse(out);
    expect(report).toMatchObject({ format: 1, same: false, counts: { changed: 2, right: 1 } });
    const said = report.rows.find(({ text }) => text !== undefined);
    expect(said?.text?.filter(({ kind }) => kind !== "added").map(({ text }) => text)).toEqual(
      expect.arrayContaining(["When is high water in Bergen"]),
    );
  });

  test("reads one of the two from standard input", async () => {
    const name = "recorded/1.0/stream.jsonl";
    const { code } = await diff([getFixturePath(name), "-"], { stdin: [readFixtureBytes(name)] });
    expect(code).toBe(0);
  });

  test("says which log could not be read", async () => {
    const { code, err } = await diff([recorded("1.0/stream"), "/no/such/file"]);
    expect(code).toBe(2);
    expect(err).toMatch(/^loupe: cannot read \/no\/such\/file: .*ENOENT.*\n$/);
  });

  test("ends as a real process with the code that it found", async () => {
    const command = fileURLToPath(new URL("loupe.mjs", import.meta.url));
    const logs = [recorded("1.0/stream"), recorded("1.0/fail")];
    const code = await new Promise((resolve) => {
      execFile(process.execPath, [command, "diff", ...logs], (error) => resolve(error?.code ?? 0));
    });
    expect(code).toBe(1);
  });
});
