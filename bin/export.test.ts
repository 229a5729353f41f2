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
import { parseArguments } from "./command-line.ts";
import { main } from "./export.ts";
import { EXPORT } from "./export-options.ts";
import { HELP } from "./help.ts";
import { main as inspect } from "./inspect.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "loupe-export-"));
const RUN = "recorded/1.0/input-required.jsonl";

/** Runs the command in this process. */
const runExport = (args: string[], stdin: Uint8Array[] = []) =>
  runInTerminal((terminal) => main(args, terminal), { stdin });

const countEvents = (text: string) =>
  foldRecords(openFixtureLog(Buffer.from(text)).records).timeline.events.length;

describe("arguments", () => {
  test("parses log, format, file and selection, with spaces or equals signs", () => {
    const argv = ["a.sse", "--as=har", "-o", "b.har", "--events", "3-9", "--task=t1", "--force"];
    expect(parseArguments(EXPORT, argv)).toMatchObject({
      log: "a.sse",
      exporter: { id: "har" },
      file: "b.har",
      isForced: true,
      selection: { events: [{ first: 3, last: 9 }], tasks: ["t1"] },
    });
    expect(parseArguments(EXPORT, ["-", "--as", "sse", "-o", "-"])).toMatchObject({
      log: "-",
      file: null,
      selection: {},
    });
    expect(parseArguments(EXPORT, ["a", "--as", "sse", "--events=7"])).toMatchObject({
      selection: { events: [{ first: 7, last: 7 }] },
    });
  });

  test.each([
    [[], "export needs a log, or - for standard input"],
    [["a"], /^export needs --as with one of loupe, html, markdown/],
    [["a", "b"], 'export takes one log, not "a" and "b"'],
    [["a", "--as", "pdf"], /^--as needs one of loupe, .* not "pdf"$/],
    [["a", "--as"], "--as needs a value"],
    [["a", "--as=sse", "--events", "9-3"], /^--events needs a range of event numbers/],
    [["a", "--as=sse", "--events", "-"], /^--events needs a range of event numbers/],
    [["a", "--as=sse", "--fast"], 'unknown option "--fast"'],
  ])("rejects %j", (argv, reason) => {
    expect(() => parseArguments(EXPORT, argv)).toThrow(reason);
  });

  test("the help lists every format", () => {
    expect(HELP).toMatch(new RegExp(`--as FORMAT +${EXPORTERS.map(({ id }) => id).join(", ")}\n`));
  });
});

describe("loupe export", () => {
  const complete = EXPORTERS.map(({ id }) => id).filter((id) => id !== "plan");
  test.each(complete)("writes %s", async (id) => {
    const { code, out } = await runExport([getFixturePath(RUN), "--as", id]);
    expect(code).toBe(0);
    expect(out.length).toBeGreaterThan(100);
  });

  test("writes an empty plan if nothing was done by hand", async () => {
    const { code, out } = await runExport([getFixturePath(RUN), "--as", "plan"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ steps: [] });
  });

  test("writes a Loupe log unchanged, from standard input", async () => {
    const { out, err } = await runExport(["-", "--as", "loupe"], [readFixtureBytes(RUN)]);
    expect(out).toBe(readFixtureBytes(RUN).toString());
    expect(err).toBe("");
  });

  test("writes an HTML file that opens to the same report", async () => {
    const file = join(FOLDER, "run.html");
    await runExport([getFixturePath(RUN), "--as", "html", "-o", file]);
    const page = readFileSync(file, "utf8");
    expect(page).toMatch(/^<!doctype html>[\s\S]*<title>.+<\/title>[\s\S]*<\/html>\n$/);
    const getReport = async (log: string) => {
      let text = "";
      const stdout = { write: (piece: string) => (text += piece) };
      await inspect([log, "--json"], { ...process, stdout });
      const { source, next: _, ...report } = JSON.parse(text);
      return { report, counts: [source.records, source.frames, source.events, source.skipped] };
    };
    expect(await getReport(file)).toEqual(await getReport(getFixturePath(RUN)));
    const roundTrip = await runExport([file, "--as", "loupe"]);
    expect(roundTrip.out).toBe(readFixtureBytes(RUN).toString());
  });

  test("lists what the format cannot hold, and what could not be read", async () => {
    const { err } = await runExport([getFixturePath(RUN), "--as", "sse"]);
    expect(err).toMatch(/^loupe: left out of Event stream: requests, status lines/);
    const torn = await runExport([getFixturePath("shapes/torn.jsonl"), "--as", "loupe"]);
    expect(torn.err).toMatch(/parts? of the log could not be read; see loupe inspect\n$/);
  });

  test("writes the selected part", async () => {
    const { out } = await runExport([getFixturePath(RUN), "--as", "loupe", "--events", "1-3"]);
    expect(countEvents(out)).toBe(3);
    expect(out).toContain("This log was trimmed.");
    const id = foldRecords(readFixture(RUN).records).timeline.tasks[0]?.id ?? "";
    const ofTask = await runExport([getFixturePath(RUN), "--as", "loupe", "--task", id]);
    expect(foldRecords(openFixtureLog(Buffer.from(ofTask.out)).records).timeline.tasks[0]?.id).toBe(
      id,
    );
  });

  test.each([
    [["--task", "t9"], /has no task or exchange "t9"; see loupe inspect/],
    [["--exchange", "x9"], /has no task or exchange "x9"; see loupe inspect/],
    [["--events", "900-"], /has no event 900: its last event is \d+/],
  ])("rejects %j, which the log does not contain", async (args, reason) => {
    const { code, err } = await runExport([getFixturePath(RUN), "--as", "sse", ...args]);
    expect(code).toBe(2);
    expect(err).toMatch(reason);
  });

  test("writes to a file, and replaces an existing one only with --force", async () => {
    const file = join(FOLDER, "report.md");
    const args = [getFixturePath(RUN), "--as", "markdown", "-o", file];
    expect(await runExport(args)).toMatchObject({ code: 0, out: "" });
    const before = readFileSync(file, "utf8");
    expect(before).toContain("**✓ completed**");
    writeFileSync(file, "mine");
    expect((await runExport(args)).err).toMatch(/the file exists; use --force to replace it\n$/);
    expect(readFileSync(file, "utf8")).toBe("mine");
    await runExport([...args, "--force"]);
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("names the log that could not be read", async () => {
    const { code, err } = await runExport(["/no/such/file", "--as", "sse"]);
    expect(code).toBe(2);
    expect(err).toMatch(/^loupe: cannot read \/no\/such\/file: .*ENOENT/);
  });

  test("as a real process, ends even if the reader stops early", {
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

describe("loupe export --as otlp", () => {
  const readLinks = (out: string) =>
    [...out.matchAll(/"loupe.link","value":\{"stringValue":"([^"]+)"/g)].map(([, link]) => link);

  test("writes one export request a line, and the same again", async () => {
    const first = await runExport([getFixturePath(RUN), "--as", "otlp"]);
    const lines = first.out.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(Object.keys(JSON.parse(line))).toEqual(["resourceSpans"]);
    expect((await runExport([getFixturePath(RUN), "--as", "otlp"])).out).toBe(first.out);
    expect(first.err).toMatch(/left out of OpenTelemetry spans: .*content of messages/);
  });

  test("says what a log without times lacks", async () => {
    const { err } = await runExport([getFixturePath("shapes/caipe.sse"), "--as", "otlp"]);
    expect(err).toContain("dates or durations, which the log does not have");
  });

  test("links to the Loupe that has the recording, but not from a part of it", async () => {
    const args = [getFixturePath(RUN), "--as", "otlp", "--link", "http://127.0.0.1:4100/"];
    const links = readLinks((await runExport(args)).out);
    expect(links[0]).toMatch(/^http:\/\/127\.0\.0\.1:4100\/\?run=.+&at=\d+$/);
    expect(readLinks((await runExport([...args, "--events", "3-"])).out)).toEqual([]);
  });

  test.each([
    [["--as=har", "--content"], "--content has no effect on har"],
    [["--as=otlp", "--link", "ftp://a"], '--link needs an http or https address, not "ftp://a"'],
  ])("rejects %j", (args, reason) => {
    expect(() => parseArguments(EXPORT, ["a", ...args])).toThrow(reason);
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

  test("leaves no secret in the output or the messages", async () => {
    const args = ["-", "--as=har", ...ALL, ...FIELDS];
    const { code, out, err } = await runExport(args, [Buffer.from(log)]);
    expect(code).toBe(0);
    const searchOutput = createLeftoverSearch(out);
    const searchMessages = createLeftoverSearch(err);
    for (const secret of Object.values(PLANTED_SECRETS)) {
      const found = { secret, out: searchOutput(secret), err: searchMessages(secret) };
      expect(found).toEqual({ secret, out: [], err: [] });
    }
  });

  test("states the redaction in an HTML file, and leaves no secret in it", async () => {
    const args = ["-", "--as=html", ...ALL, ...FIELDS];
    const { out } = await runExport(args, [Buffer.from(log)]);
    expect(out).toMatch(/"redaction":"\d+ texts \(header with a credential ×/);
    const inside = createLeftoverSearch(JSON.stringify(openFixtureLog(Buffer.from(out)).records));
    const around = createLeftoverSearch(out.replace(/(id="loupe-log">)[^<]*/, "$1"));
    for (const secret of Object.values(PLANTED_SECRETS)) {
      const left = [...inside(secret), ...around(secret)];
      expect({ secret, left }).toEqual({ secret, left: [] });
    }
  });

  test("lists what was redacted and what was not", async () => {
    const { err } = await runExport(["-", "--as=sse", "--redact"], [Buffer.from(log)]);
    expect(err).toMatch(/^loupe: redacted: \d+ texts \(header with a credential ×\d+, cookie ×\d+/);
    expect(err).toMatch(
      /^loupe: \d+ e-mail addresses not redacted; use --redact-emails to redact them$/m,
    );
    const clean = await runExport([getFixturePath(RUN), "--as", "loupe", "--redact"]);
    expect(clean.err).toBe("loupe: redacted: nothing found\n");
  });

  test("is implied by --content, and leaves no secret in spans", async () => {
    const { code, out, err } = await runExport(["-", "--as=otlp", "--content"], [Buffer.from(log)]);
    expect(code).toBe(0);
    expect(err).toMatch(/^loupe: redacted: \d+ texts/);
    expect(err).not.toContain("left out of OpenTelemetry spans: content");
    expect(out).toContain("gen_ai.input.messages");
    const left = createLeftoverSearch(out);
    const { name, cjk, customer, ...found } = PLANTED_SECRETS;
    for (const secret of Object.values(found).filter((it) => !it.includes("@"))) {
      expect({ secret, left: left(secret) }).toEqual({ secret, left: [] });
    }
  });

  test("rejects text that is too common to redact", async () => {
    const { code, err } = await runExport([getFixturePath(RUN), "--as=sse", "--redact-text=task"]);
    expect(code).toBe(2);
    expect(err).toContain("This is a protocol word");
  });
});
