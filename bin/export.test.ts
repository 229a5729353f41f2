import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { foldRecords } from "../fixtures/event-builders.ts";
import { createLeftoverSearch } from "../fixtures/find-leftovers.ts";
import { createRunWithSecrets, PLANTED_SECRETS } from "../fixtures/planted-secrets.ts";
import {
  getFixturePath,
  openFixtureLog,
  readFixture,
  readFixtureBytes,
} from "../fixtures/read-fixture.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { EXPORTERS } from "../lib/export/formats.ts";
import { HELP } from "./arguments.ts";
import { main } from "./export.ts";
import { parseExportArguments } from "./export-arguments.ts";
import { main as inspect } from "./inspect.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "loupe-export-"));
const RUN = "recorded/1.0/input-required.jsonl";

/** Runs the command in this process. */
const exported = (args: string[], stdin: Uint8Array[] = []) =>
  runInTerminal((terminal) => main(args, terminal), { stdin });

const eventsIn = (text: string) =>
  foldRecords(openFixtureLog(Buffer.from(text)).records).timeline.events.length;

describe("what it is asked for", () => {
  test("a log, a format, a file and a part, written either way", () => {
    const argv = ["a.sse", "--as=har", "-o", "b.har", "--events", "3-9", "--task=t1", "--force"];
    expect(parseExportArguments(argv)).toMatchObject({
      log: "a.sse",
      exporter: { id: "har" },
      file: "b.har",
      isForced: true,
      selection: { events: [{ first: 3, last: 9 }], tasks: ["t1"] },
    });
    expect(parseExportArguments(["-", "--as", "sse", "-o", "-"])).toMatchObject({
      log: "-",
      file: null,
      selection: {},
    });
    expect(parseExportArguments(["a", "--as", "sse", "--events=7"])).toMatchObject({
      selection: { events: [{ first: 7, last: 7 }] },
    });
  });

  test.each([
    [[], "export needs a log, or - for standard input"],
    [["a"], /^export needs --as with one of loupe, html, markdown/],
    [["a", "b"], 'one log at a time: "a" and "b"'],
    [["a", "--as", "pdf"], /^--as needs one of loupe, .* not "pdf"$/],
    [["a", "--as"], "--as needs a value"],
    [["a", "--as=sse", "--events", "9-3"], /^--events needs the numbers of two events/],
    [["a", "--as=sse", "--events", "-"], /^--events needs the numbers of two events/],
    [["a", "--as=sse", "--fast"], 'unknown option "--fast"'],
  ])("%j is refused", (argv, reason) => {
    expect(parseExportArguments(argv)).toEqual(
      typeof reason === "string" ? reason : expect.stringMatching(reason),
    );
  });

  test("the help lists every format", () => {
    expect(HELP).toContain(`--as FORMAT    ${EXPORTERS.map(({ id }) => id).join(", ")}\n`);
  });
});

describe("loupe export", () => {
  test.each(EXPORTERS.map(({ id }) => id))("writes %s", async (id) => {
    const { code, out } = await exported([getFixturePath(RUN), "--as", id]);
    expect(code).toBe(0);
    expect(out.length).toBeGreaterThan(100);
  });

  test("writes a Loupe log as it was, from standard input", async () => {
    const { out, err } = await exported(["-", "--as", "loupe"], [readFixtureBytes(RUN)]);
    expect(out).toBe(readFixtureBytes(RUN).toString());
    expect(err).toBe("");
  });

  test("writes an HTML file that opens again to the same report", async () => {
    const file = join(FOLDER, "run.html");
    await exported([getFixturePath(RUN), "--as", "html", "-o", file]);
    const page = readFileSync(file, "utf8");
    expect(page).toMatch(/^<!doctype html>[\s\S]*<title>.+<\/title>[\s\S]*<\/html>\n$/);
    const inspected = async (log: string) => {
      let text = "";
      const stdout = { write: (piece: string) => (text += piece) };
      await inspect([log, "--json"], { ...process, stdout });
      const { source, ...report } = JSON.parse(text);
      return { report, counts: [source.records, source.frames, source.events, source.skipped] };
    };
    expect(await inspected(file)).toEqual(await inspected(getFixturePath(RUN)));
    const again = await exported([file, "--as", "loupe"]);
    expect(again.out).toBe(readFixtureBytes(RUN).toString());
  });

  test("says what the format has no place for, and what could not be read", async () => {
    const { err } = await exported([getFixturePath(RUN), "--as", "sse"]);
    expect(err).toMatch(/^loupe: left out of Event stream: requests, status lines/);
    const torn = await exported([getFixturePath("shapes/torn.jsonl"), "--as", "loupe"]);
    expect(torn.err).toMatch(/places? of the log could not be read; see loupe inspect\n$/);
  });

  test("writes a part", async () => {
    const { out } = await exported([getFixturePath(RUN), "--as", "loupe", "--events", "1-3"]);
    expect(eventsIn(out)).toBe(3);
    expect(out).toContain("This log was trimmed.");
    const id = foldRecords(readFixture(RUN).records).timeline.tasks[0]?.id ?? "";
    const ofTask = await exported([getFixturePath(RUN), "--as", "loupe", "--task", id]);
    expect(foldRecords(openFixtureLog(Buffer.from(ofTask.out)).records).timeline.tasks[0]?.id).toBe(
      id,
    );
  });

  test.each([
    [["--task", "t9"], /has no "t9"; see loupe inspect/],
    [["--exchange", "x9"], /has no "x9"; see loupe inspect/],
    [["--events", "900-"], /has no event 900: its last is \d+/],
  ])("%j, which is not there, is refused", async (args, reason) => {
    const { code, err } = await exported([getFixturePath(RUN), "--as", "sse", ...args]);
    expect(code).toBe(2);
    expect(err).toMatch(reason);
  });

  test("writes to a file, and over one that is there only when told to", async () => {
    const file = join(FOLDER, "report.md");
    const args = [getFixturePath(RUN), "--as", "markdown", "-o", file];
    expect(await exported(args)).toMatchObject({ code: 0, out: "" });
    const before = readFileSync(file, "utf8");
    expect(before).toContain("**✓ completed**");
    writeFileSync(file, "mine");
    expect((await exported(args)).err).toMatch(/it is there already; --force replaces it\n$/);
    expect(readFileSync(file, "utf8")).toBe("mine");
    await exported([...args, "--force"]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("says which log could not be read", async () => {
    const { code, err } = await exported(["/no/such/file", "--as", "sse"]);
    expect(code).toBe(2);
    expect(err).toMatch(/^loupe: cannot read \/no\/such\/file: .*ENOENT/);
  });

  test("ends as a real process, also where nobody reads to the end", {
    timeout: 60_000,
  }, async () => {
    const command = fileURLToPath(new URL("loupe.mjs", import.meta.url));
    const line = `"${process.execPath}" "${command}" export "${getFixturePath(RUN)}" --as har | head -c 20`;
    const out = await new Promise((resolve, reject) => {
      execFile("sh", ["-c", line], (error, stdout) => (error ? reject(error) : resolve(stdout)));
    });
    expect(out).toBe('{"log":{"version":"1');
  });
});

describe("loupe export --redact", () => {
  const log = createRunWithSecrets()
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
  const ALL = [
    "--redact-text",
    PLANTED_SECRETS.name,
    `--redact-text=${PLANTED_SECRETS.cjk}`,
    "--redact-emails",
  ];
  const FIELDS = ["--redact-field", "customer.number"];

  test("leaves nothing, and tells nothing", async () => {
    const args = ["-", "--as=har", ...ALL, ...FIELDS];
    const { code, out, err } = await exported(args, [Buffer.from(log)]);
    expect(code).toBe(0);
    const left = createLeftoverSearch(out);
    const told = createLeftoverSearch(err);
    for (const secret of Object.values(PLANTED_SECRETS)) {
      const said = { secret, left: left(secret), told: told(secret) };
      expect(said).toEqual({ secret, left: [], told: [] });
    }
  });

  test("says it in an HTML file, too, and leaves nothing in the log there", async () => {
    const args = ["-", "--as=html", ...ALL, ...FIELDS];
    const { out } = await exported(args, [Buffer.from(log)]);
    expect(out).toMatch(/"redaction":"\d+ texts \(header with a credential ×/);
    const inside = createLeftoverSearch(JSON.stringify(openFixtureLog(Buffer.from(out)).records));
    const around = createLeftoverSearch(out.replace(/(id="loupe-log">)[^<]*/, "$1"));
    for (const secret of Object.values(PLANTED_SECRETS)) {
      const left = [...inside(secret), ...around(secret)];
      expect({ secret, left }).toEqual({ secret, left: [] });
    }
  });

  test("says what was taken out and what was left", async () => {
    const { err } = await exported(["-", "--as=sse", "--redact"], [Buffer.from(log)]);
    expect(err).toMatch(/^loupe: redacted: \d+ texts \(header with a credential ×\d+, cookie ×\d+/);
    expect(err).toMatch(/^loupe: \d+ e-mail addresses left in; --redact-emails takes them out$/m);
    const clean = await exported([getFixturePath(RUN), "--as", "loupe", "--redact"]);
    expect(clean.err).toBe("loupe: redacted: nothing was found\n");
  });

  test("refuses what would be found everywhere", async () => {
    const { code, err } = await exported([getFixturePath(RUN), "--as=sse", "--redact-text=task"]);
    expect(code).toBe(2);
    expect(err).toContain("It is a word of the protocol");
  });
});
