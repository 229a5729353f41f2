// Checks logs, cards and live agents from the command line.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Agent, closeServer, listen, startAgent } from "../e2e/agents/agent.ts";
import { startFaultAgent } from "../e2e/agents/fault-agent.ts";
import { CHECK_SHAPE, SARIF_SHAPE } from "../fixtures/check-shape.ts";
import {
  createArtifactUpdate,
  createTask,
  formatSseEvent,
  status,
} from "../fixtures/event-builders.ts";
import { getFixturePath } from "../fixtures/read-fixture.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { parseXml, type XmlElement } from "../fixtures/xml.ts";
import { main } from "./check.ts";
import { CHECK } from "./check-options.ts";
import { parseArguments } from "./command-line.ts";

const NEVER = new Promise<void>(() => undefined);
const check = (argv: readonly string[], stdin: string[] = [], isTTY = false) =>
  runInTerminal((terminal) => main(argv, terminal, NEVER), { stdin, isTTY });

const createFolder = () => mkdtempSync(join(tmpdir(), "loupe-check-test-"));
const json = async (...argv: string[]) => JSON.parse((await check([...argv, "--json"])).out);
const rulesIn = (report: { logs: { findings: { rule: string }[] }[] }) =>
  report.logs.flatMap(({ findings }) => findings.map(({ rule }) => rule));

const CLEAN = getFixturePath("recorded/1.0/stream.jsonl");
const CUT = getFixturePath("recorded/faults/cut.jsonl");
const CAIPE = getFixturePath("shapes/caipe.sse");
const ODD = getFixturePath("shapes/irregular.sse");

/** A stream with one problem of severity error that ends well. */
const APPENDED = [
  createTask("working"),
  createArtifactUpdate("a", "x", { append: true }),
  status("completed", undefined, { final: true }),
]
  .map((event) => formatSseEvent(event))
  .join("");

describe("arguments", () => {
  test.each([
    [[], /needs a log or the address/],
    [["a", "--fail-on", "info"], /--fail-on needs one of error, warning, never, not "info"/],
    [["a", "--ignore=ART-NOSUCH"], /--ignore needs a rule name, not "ART-NOSUCH"/],
    [["a", "--ignore", "verdict/great"], /--ignore needs a rule name/],
    [["a", "--sarif"], /--sarif needs a file name/],
    [["-", "-"], /only one log can be standard input/],
    [["a", "--jsno"], /unknown option "--jsno"/],
  ])("rejects %j", (argv, reason) => {
    expect(() => parseArguments(CHECK, argv)).toThrow(reason);
  });

  test.each([
    [["a.jsonl", "-m", "hi"], /-m needs the address of an agent/],
    [["a.jsonl", "-o", "b.jsonl"], /-o needs the address of exactly one agent/],
    [["http://127.0.0.1:9", "--also", "get"], /--also needs a message/],
  ])("rejects options that do not fit the subjects: %j", async (argv, reason) => {
    const { code, out, err } = await check(argv);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(reason);
  });
});

describe("the exit code", () => {
  test.each([
    [[CLEAN], 0],
    [[CUT], 1],
    [[CAIPE], 1],
    [[CLEAN, CAIPE], 1],
    [[CAIPE, "--fail-on=never"], 0],
    [[CUT, "--fail-on", "never"], 0],
    [[CAIPE, "--ignore", "ART-APPEND-UNKNOWN"], 0],
    [[CAIPE, "--ignore", "ART-APPEND-UNKNOWN", "--fail-on", "warning"], 1],
    [[CUT, "--ignore", "verdict/cut"], 0],
    [["/no/such/log"], 2],
    [[CLEAN, "/no/such/log"], 2],
  ])("of %j is %i", async (argv, code) => {
    expect((await check(argv)).code).toBe(code);
  });
});

describe("the text output", () => {
  test("shows rule, location, consequence, remedy, and why the check fails", async () => {
    const { out } = await check([CUT]);
    expect(out).toMatch(/^✗ .*cut\.jsonl\n {2}connection lost: The connection was lost/);
    expect(out).toMatch(
      /^ {2}error verdict\/cut {2}connection lost\n {4}in stream: the end of the response, line \d+$/m,
    );
    expect(out).toMatch(/^ {2}warning STR-TRUNC /m);
    expect(out).toMatch(/^ {4}Consequence: /m);
    expect(out).toMatch(/^ {4}Remedy: /m);
    expect(out).toMatch(/^1 log: 1 error, 1 warning, \d+ notes?; failed: verdict\/cut\n$/m);
    expect(out).not.toContain("\u001b");
  });

  test("is colored on a terminal unless NO_COLOR is set", async () => {
    expect((await check([CUT], [], true)).out).toContain("\u001b[31merror\u001b[0m verdict/cut");
    vi.stubEnv("NO_COLOR", "1");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await check([CUT], [], true)).out).not.toContain("\u001b");
  });

  test("fits a narrow terminal", async () => {
    const { out } = await runInTerminal(
      (terminal) =>
        main([CUT, CAIPE], { ...terminal, stdout: { ...terminal.stdout, columns: 60 } }, NEVER),
      { isTTY: true },
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: color codes take no space
    const lines = out.replace(/\u001b\[\d+m/g, "").split("\n");
    const long = lines.filter((line) => line.length > 60 && !/^[✓✗] \//.test(line));
    expect(long).toEqual([]);
  });

  test("contains no control characters from an agent", async () => {
    const evil = "\u001b[2J\u202e\r";
    const log =
      formatSseEvent(createTask("working")) +
      formatSseEvent({ jsonrpc: "2.0", id: 1, error: { code: 1, message: evil } });
    const xml = join(createFolder(), "evil.xml");
    const { out } = await check(["-", "--junit", xml], [log]);
    expect(out.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(parseXml(readFileSync(xml, "utf8")).name).toBe("testsuites");
  });
});

describe("the machine-readable output", () => {
  test("--json has the documented shape, with event, member and line", async () => {
    const report = await json(CAIPE, CUT, ODD);
    expect(CHECK_SHAPE(report, "check")).toEqual([]);
    const [first] = report.logs[0].findings;
    expect(first).toMatchObject({
      rule: "ART-APPEND-UNKNOWN",
      key: "ART-APPEND-UNKNOWN in stream",
    });
    const { line } = first.evidence[0];
    expect(readFileSync(CAIPE, "utf8").split("\n")[line - 1]).toMatch(/^data: .*"append": ?true/);
    const [cut] = report.logs[1].findings;
    expect(cut).toMatchObject({ rule: "verdict/cut", evidence: [{ phase: "end" }] });
    const endLine = readFileSync(CUT, "utf8").split("\n")[cut.evidence[0].line - 1] ?? "";
    expect(JSON.parse(endLine)).toMatchObject({ r: "end", x: cut.evidence[0].exchange });
  });

  test("--junit writes XML with a test case for each problem", async () => {
    const xml = join(createFolder(), "check.xml");
    await check([CAIPE, CLEAN, "--junit", xml]);
    const { attributes, children } = parseXml(readFileSync(xml, "utf8"));
    expect(children.map((suite) => suite.attributes.name)).toEqual([CAIPE, CLEAN]);
    const cases = children.flatMap((suite) => suite.children);
    const getCasesWith = (name: string) =>
      cases.filter((one) => one.children.some((child: XmlElement) => child.name === name));
    expect(attributes).toMatchObject({
      tests: String(cases.length),
      failures: String(getCasesWith("failure").length),
      skipped: "0",
    });
    const [failed] = getCasesWith("failure");
    expect(failed?.attributes.name).toBe("ART-APPEND-UNKNOWN in stream");
    expect(failed?.children[0]?.attributes.type).toBe("error ART-APPEND-UNKNOWN");
    expect(failed?.children[0]?.text).toMatch(/^in stream: event 24, line 49, result\.append$/m);
    expect(cases.map((one) => one.attributes.name)).toContain("the run: completed");
  });

  test("--markdown writes a summary beside the other output", async () => {
    const file = join(createFolder(), "check.md");
    const { code, out } = await check([CAIPE, CLEAN, "/no/such/log", "--markdown", file]);
    expect(code).toBe(2);
    expect(out).toContain("failed: ART-APPEND-UNKNOWN");
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(/^## ✗ A2A check incomplete\n\n2 logs: .*; failed: ART-APPEND-UNKNOWN\n/);
    expect(text).toMatch(/^\| error \| `ART-APPEND-UNKNOWN` \| in stream: event 24, line 49, /m);
    expect(text).toMatch(/^- `\/no\/such\/log`: ENOENT/m);
  });

  test("--sarif conforms to the standard and points at lines", async () => {
    const file = join(createFolder(), "check.sarif");
    await check([CAIPE, CUT, ODD, "--sarif", file]);
    const log = JSON.parse(readFileSync(file, "utf8"));
    expect(SARIF_SHAPE(log, "sarif")).toEqual([]);
    const [run] = log.runs;
    for (const { ruleId, ruleIndex } of run.results) {
      expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
    }
    const [location] = run.results[0].locations;
    expect(location).toMatchObject({
      physicalLocation: {
        artifactLocation: { uri: "fixtures/shapes/caipe.sse" },
        region: { startLine: 49 },
      },
      logicalLocations: [{ name: "event 24" }],
    });
    const truncated = run.tool.driver.rules.find(({ id }: { id: string }) => id === "STR-TRUNC");
    expect(truncated.help.text).toMatch(/Remedy: /);
    expect(truncated.helpUri).toMatch(/^https:\/\/a2a-protocol\.org\//);
  });
});

test("an unreadable log is an error in every format, and no baseline is written", async () => {
  const at = createFolder();
  const [xml, file, known] = ["a.xml", "a.sarif", "known.json"].map((name) => join(at, name));
  const argv = [CLEAN, "/no/such/log", "--junit", xml, "--sarif", file, "--write-baseline", known];
  const { code, out, err } = await check([...argv.map(String), "--json"]);
  expect(code).toBe(2);
  expect(err).toMatch(/known\.json was not changed/);
  expect(existsSync(String(known))).toBe(false);
  const report = JSON.parse(out);
  expect(CHECK_SHAPE(report, "check")).toEqual([]);
  expect(report.unread).toEqual([
    { log: "/no/such/log", reason: expect.stringContaining("ENOENT") },
  ]);
  const junit = parseXml(readFileSync(String(xml), "utf8"));
  expect(junit.attributes.errors).toBe("1");
  expect(junit.children[1]?.children[0]?.children[0]?.name).toBe("error");
  const sarif = JSON.parse(readFileSync(String(file), "utf8"));
  expect(SARIF_SHAPE(sarif, "sarif")).toEqual([]);
  expect(sarif.runs[0].invocations[0].executionSuccessful).toBe(false);
});

describe("the baseline", () => {
  test("known problems pass, new ones fail, gone ones are listed, and reasons are kept", async () => {
    const known = join(createFolder(), "known.json");
    const first = await check([CAIPE, "--write-baseline", known]);
    expect(first.code).toBe(0);
    expect(first.err).toMatch(/^Wrote \d known problems to /);
    const file = JSON.parse(readFileSync(known, "utf8"));
    expect(file.known[0]).toEqual({
      rule: "ART-APPEND-UNKNOWN",
      in: "stream",
      severity: "error",
      message: expect.stringContaining("append: true"),
    });

    file.known[0].why = "The supervisor forwards them so.";
    writeFileSync(known, JSON.stringify(file));
    const xml = join(createFolder(), "check.xml");
    const second = await check([CAIPE, "--baseline", known, "--fail-on=warning", "--junit", xml]);
    expect(second.code).toBe(0);
    expect(second.out).toMatch(/^ {2}error ART-APPEND-UNKNOWN .*\(known\)$/m);
    expect(second.out).toMatch(/0 errors, 0 warnings, .* known; passed/);
    expect(parseXml(readFileSync(xml, "utf8")).attributes.failures).toBe("0");

    const withNew = await check([CAIPE, CUT, "--baseline", known]);
    expect(withNew.code).toBe(1);
    expect(withNew.out).toContain("failed: verdict/cut");

    const withGone = await check(["-", "--baseline", known], [APPENDED]);
    expect(withGone.code).toBe(0);
    expect(withGone.out).toMatch(/^Known problems that were not found:\n {2}CAI-/m);

    await check(["-", "--baseline", known, "--write-baseline", known], [APPENDED]);
    expect(JSON.parse(readFileSync(known, "utf8")).known).toEqual([file.known[0]]);
  });

  test("known problems are matched regardless of the event and the log", async () => {
    const known = join(createFolder(), "known.json");
    await check(["-", "--write-baseline", known], [APPENDED]);
    const longer =
      formatSseEvent(createTask("submitted")) + APPENDED + formatSseEvent(status("completed"));
    const { out } = await check(["-", "--baseline", known], [longer]);
    expect(out).toMatch(/ART-APPEND-UNKNOWN .*\(known\)/);
    const file = join(createFolder(), "check.sarif");
    await check(["-", "--baseline", known, "--sarif", file], [APPENDED]);
    const [run] = JSON.parse(readFileSync(file, "utf8")).runs;
    expect(run.results[0]).toMatchObject({
      baselineState: "unchanged",
      suppressions: [{ kind: "external" }],
    });
  });

  test.each([
    ["{", /cannot read/],
    ["{}", /it has no "known" list/],
    ['{"format":9,"known":[]}', /its format is 9 instead of 1/],
    ['{"format":1,"known":[{"rule":"A"}]}', /known\[0\] lacks "rule" or "in"/],
  ])("rejects a baseline file that contains %s", async (text, reason) => {
    const known = join(createFolder(), "known.json");
    writeFileSync(known, text);
    const { code, err } = await check([CLEAN, "--baseline", known]);
    expect(code).toBe(2);
    expect(err).toMatch(reason);
  });

  test("rejects a baseline file that does not exist", async () => {
    expect((await check([CLEAN, "--baseline", "/no/such.json"])).code).toBe(2);
  });
});

describe("a card in a file", () => {
  test("is checked against the card rules, with line numbers", async () => {
    const file = join(createFolder(), "agent-card.json");
    const card = {
      name: "A",
      description: "d",
      protocolVersion: "0.3.0",
      url: "https://x.example/",
      preferredTransport: "JSONRPC",
      version: "1",
      capabilities: {},
      defaultInputModes: ["text/plain"],
      defaultOutputModes: ["text/plain"],
      skills: ["a", "b"].map((id) => ({ id, name: id, description: "x" })),
    };
    const text = JSON.stringify(card, null, 2);
    writeFileSync(file, text);
    const report = await json(file);
    const found = report.logs[0].findings.slice(0, 2);
    for (const [i, { rule, in: where, at, evidence, message }] of found.entries()) {
      expect([rule, where, at]).toEqual(["card/skill-tags", "card", "skills[].tags"]);
      const [{ path, line }] = evidence;
      expect(path).toBe(`skills[${i}].tags`);
      expect(text.split("\n")[line]).toContain(`"id": "${"ab"[i]}"`);
      expect(message).toMatch(/\S\.$/);
    }
    const alerts = join(createFolder(), "card.sarif");
    await check([file, "--sarif", alerts]);
    const { results } = JSON.parse(readFileSync(alerts, "utf8")).runs[0];
    const prints = results.map((one: { partialFingerprints: Record<string, string> }) => {
      return one.partialFingerprints.primaryLocationLineHash;
    });
    expect(new Set(prints).size).toBe(prints.length);
  });
});

describe("a live agent", () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await startAgent("1.0");
  });
  afterAll(() => agent.close());

  test("is checked by its card alone, addressed without a scheme", async () => {
    const { code, out } = await check([agent.url.replace("http://", "")]);
    expect(code).toBe(0);
    expect(out).toMatch(/^✓ 127\.0\.0\.1:\d+\n {2}answered: /);
    expect(out).toContain("card/signature");
  });

  test("is checked by its responses and the stored task, and the run is saved", async () => {
    const file = join(createFolder(), "run.jsonl");
    const argv = [agent.url, "-m", "stream", "--also", "get", "-o", file];
    const { code, out, err } = await check([...argv, "--json"]);
    expect(code).toBe(0);
    expect(err).toContain("stream: ");
    const report = JSON.parse(out);
    expect(report.logs[0]).toMatchObject({ log: agent.url, verdict: { kind: "completed" } });
    expect(rulesIn(await json(file))).toEqual(rulesIn(report));
  });

  test("whose address contains a key: the key is not printed", async () => {
    const { out } = await check([`${agent.url}/?api_key=s3cret-word`, "--json"]);
    expect(JSON.parse(out).logs[0].log).toContain("masked");
    const none = await check(["http://127.0.0.1:9/card.json?api_key=s3cret-word", "--json"]);
    expect(JSON.parse(none.out).unread[0].log).toContain("masked");
    expect(out + none.out + none.err).not.toContain("s3cret");
  });

  test("that is still starting is waited for", async () => {
    const reserved = createServer();
    const url = await listen(reserved);
    await closeServer(reserved);
    const server = createServer((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ name: "Late", url, skills: [] }));
    });
    onTestFinished(() => closeServer(server));
    setTimeout(() => server.listen(Number(new URL(url).port), "127.0.0.1"), 300);
    const { out } = await check([url, "--wait", "20"]);
    expect(out).toMatch(/^✓ http/);
  });

  test("that breaks off, or does not exist", async () => {
    const faulty = await startFaultAgent();
    onTestFinished(() => faulty.close());
    const { code, out } = await check([faulty.url, "-m", "cut"]);
    expect(code).toBe(1);
    expect(out).toContain("failed: verdict/cut");
    const none = await check(["http://127.0.0.1:9"]);
    expect(none).toMatchObject({ code: 2, out: "" });
    expect(none.err).toMatch(/^loupe: cannot check http:\/\/127\.0\.0\.1:9: /);
  });
});

test("details name the member and the clause of the version", async () => {
  const { out } = await check(
    ["-"],
    [formatSseEvent(status("thinking", undefined, { contextId: undefined }))],
  );
  const text = out.replace(/\s+/g, " ");
  expect(text).toContain('`status.state` is "thinking"; 0.3 §6.3');
  expect(text).toContain("`contextId` is missing; 0.3 §7.2.2, §7.2.3");
  expect(text).toContain("Reference: 0.3 §6.3");
});
