// Runs ACTS files against SDK servers over every binding, from the command line.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Agent, startAgent } from "../e2e/agents/agent.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { parseActsReport } from "../lib/conform/acts/report.ts";
import { main } from "./conform.ts";

const NEVER = new Promise<void>(() => undefined);
const fixture = (path: string) =>
  fileURLToPath(new URL(`../fixtures/acts/${path}`, import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "loupe-acts-"));
const { LOUPE_DATA } = process.env;
let agent: Agent;

beforeAll(async () => {
  process.env.LOUPE_DATA = join(folder, "data");
  agent = await startAgent("1.0");
});
afterAll(async () => {
  if (LOUPE_DATA === undefined) delete process.env.LOUPE_DATA;
  else process.env.LOUPE_DATA = LOUPE_DATA;
  await agent.close();
});

const conform = (...options: readonly string[]) =>
  runInTerminal((terminal) => main([...options], terminal, NEVER));

/** Runs the files with reports in a new folder. */
async function runActs(...options: readonly string[]) {
  const reports = mkdtempSync(join(folder, "reports-"));
  const all = ["--acts", fixture("good"), "--acts-report", reports, "--json", ...options];
  const { out, err, code } = await conform(agent.url, ...all);
  const names = readdirSync(reports).sort();
  const read = (transport: string) => {
    const name = names.find((one) => one.includes(`-${transport}-`)) ?? "";
    return JSON.parse(readFileSync(join(reports, name), "utf8"));
  };
  return { out, err, code, names, read, reports };
}

interface Test {
  readonly id: string;
  readonly result: string;
  readonly failure?: { readonly message: string; readonly step_id?: string };
}

const listTests = (report: { suites: { tests: Test[] }[] }) =>
  Object.fromEntries(
    report.suites.flatMap(({ tests }) => tests).map((one) => [one.id, one.result]),
  );

describe("ACTS files", () => {
  test("are run over each binding, with a report for each", async () => {
    const run = await runActs("--behaviors", fixture("behaviors.yaml"));
    expect(run.names).toHaveLength(3);
    expect(run.names[0]).toMatch(/^acts-report-[\w-]+-grpc-\d{8}T\d{6}Z\.json$/);
    expect(listTests(run.read("jsonrpc"))).toEqual({
      "T-SEND-001": "pass",
      "T-MISSING-001": "pass",
      "T-STREAM-001": "pass",
      "T-STREAM-002": "pass",
      "T-NONE-001": "skip",
      "T-OTHER-001": "skip",
      "T-PUSH-001": "pass",
      "T-WRONG-001": "fail",
      "T-VARIABLE-001": "error",
      "W-CARD-001": "pass",
      "W-RPC-001": "pass",
      "W-SSE-001": "pass",
      "W-CLIENT-001": "skip",
    });
    // Tests of other bindings are not in the report at all.
    expect(listTests(run.read("rest"))).toMatchObject({
      "T-SEND-001": "pass",
      "T-STREAM-001": "pass",
      "T-WRONG-001": "fail",
      "W-REST-001": "pass",
    });
    expect(listTests(run.read("rest"))).not.toHaveProperty("W-RPC-001");
    expect(listTests(run.read("grpc"))).toMatchObject({
      "T-SEND-001": "pass",
      "T-MISSING-001": "pass",
      "T-STREAM-001": "pass",
      "T-PUSH-001": "pass",
      "W-CARD-001": "pass",
    });
    expect(run.code).toBe(1);

    const { results } = JSON.parse(run.out);
    const failed = results.find(({ id }: Test) => id === "T-WRONG-001");
    expect(failed).toMatchObject({ status: "fail", group: "Tasks", acts: ["T-WRONG-001"] });
    expect(failed.recording).toMatch(/^\d{8}-/);
    expect(failed.message).toContain("TASK_STATE_REJECTED");
    const report = run.read("jsonrpc");
    expect(parseActsReport(report)).toEqual(report);
    expect(report.summary.by_level.must).toMatchObject({ failed: 1, skipped: 3 });
    const [wrong] = report.suites[0].tests.filter(({ id }: Test) => id === "T-WRONG-001");
    expect(wrong.failure).toMatchObject({
      step_id: "send",
      assertion_path: "task.status.state",
      expected: "TASK_STATE_REJECTED",
      actual: "TASK_STATE_COMPLETED",
    });
  });

  test("without declared behaviors, nothing that needs one is measured", async () => {
    const run = await runActs("--variable", "someTask=none");
    const tests = listTests(run.read("jsonrpc"));
    expect(tests).toMatchObject({
      "T-SEND-001": "skip",
      "T-WRONG-001": "skip",
      "T-VARIABLE-001": "pass",
      "W-CARD-001": "pass",
    });
    expect(run.code).toBe(0);
  });

  test("beyond the limit of requests, tests are skipped in the report, not left out", async () => {
    const options = ["--behaviors", fixture("behaviors.yaml"), "--max-requests", "2"];
    const tests = listTests((await runActs(...options)).read("jsonrpc"));
    expect(Object.keys(tests)).toHaveLength(13);
    expect(tests).toMatchObject({ "T-SEND-001": "skip", "W-CARD-001": "skip" });
  });

  test("by the convention of a2a-itk, what an agent does not declare fails", async () => {
    const run = await runActs("--convention", "itk", "--behaviors", fixture("behaviors.yaml"));
    const report = run.read("jsonrpc");
    expect(listTests(report)).toMatchObject({ "T-OTHER-001": "fail", "W-CLIENT-001": "fail" });
    expect(report.environment).toMatchObject({ convention: "itk" });
  });
});

describe("a report", () => {
  test("is printed, and its failed tests are repeated", async () => {
    const { reports, names } = await runActs("--behaviors", fixture("behaviors.yaml"));
    const file = join(reports, names.find((one) => one.includes("-jsonrpc-")) ?? "");
    const printed = await conform("--report", file);
    expect(printed.code).toBe(1);
    expect(printed.out).toContain("T-WRONG-001  must  reported fail");
    expect(printed.out).toContain("not repeated");

    const options = ["--acts", fixture("good"), "--behaviors", fixture("behaviors.yaml")];
    const repeated = await conform(agent.url, "--report", file, ...options);
    expect(repeated.out).toMatch(/T-WRONG-001[\s\S]*expected {2}TASK_STATE_REJECTED/);
    expect(repeated.out).toMatch(/now {7}fail: Step send: .*\n {4}recording \d{8}-/);
  });

  test("is printed as JSON also if nobody is there to repeat it", async () => {
    const { reports, names } = await runActs("--behaviors", fixture("behaviors.yaml"));
    const file = join(reports, names.find((one) => one.includes("-jsonrpc-")) ?? "");
    const options = ["--acts", fixture("good"), "--report", file, "--json"];
    const { out, code } = await conform("http://127.0.0.1:9", ...options);
    expect(code).toBe(2);
    const { repeated } = JSON.parse(out) as { repeated: { now: unknown }[] };
    expect(repeated.filter(({ now }) => now !== null)).toEqual([]);
  });

  test.each([
    [
      "unknown result",
      (text: string) => text.replace('"result": "fail"', '"result": "flaky"'),
      "result",
    ],
    [
      "a sum that is wrong",
      (text: string) => text.replace(/"passed": \d+/, '"passed": 999'),
      "summary.passed",
    ],
    ["no JSON", () => "{", "cannot read"],
  ])("with %s is refused", async (_, change, message) => {
    const { reports, names } = await runActs("--behaviors", fixture("behaviors.yaml"));
    const file = join(reports, names.find((one) => one.includes("-jsonrpc-")) ?? "");
    writeFileSync(file, change(readFileSync(file, "utf8")));
    const { code, err } = await conform("--report", file);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe("files that cannot be read entirely", () => {
  const step = "{ id: s, operation: get_task, params: { id: x }, expect_error: {} }";
  const write = (files: Readonly<Record<string, string>>) => {
    const path = mkdtempSync(join(folder, "acts-"));
    mkdirSync(path, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
    return path;
  };
  const suite = (test: string) =>
    `acts_version: "1.0"\nspec_version: "1.0"\nsuites:\n  - { id: s, name: S, tests: [${test}] }\n`;
  const one = (steps: string, more = "") =>
    suite(`{ id: A-1, name: a, level: must, ${more} steps: [${steps}] }`);

  test.each([
    ["an unknown word", one(step, "lvl: must,"), 'suites[0].tests[0]: unknown word "lvl"'],
    ["an unknown operation", one(step.replace("get_task", "fetch_task")), "operation"],
    ["an unknown error", one(step.replace("{}", "{ error_type: NoSuchError }")), "error_type"],
    ["an unknown level", one(step).replace("must", "ought"), "level"],
    ["a step of no kind", one("{ id: s }"), "needs one of operation"],
    ["two steps with one id", one(`${step}, ${step}`), "two steps with the same id"],
    ["raw steps without a transport", one("{ id: s, raw: { method: GET, path: / } }"), "transport"],
    ["another version", one(step).replace('"1.0"', '"2.0"'), "not a version of ACTS 1"],
    ["a key twice", `${one(step)}spec_version: "1.0"\n`, "unique"],
  ])("%s", async (_, text, message) => {
    const { code, err } = await conform(agent.url, "--acts", write({ "a.acts.yaml": text }));
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  test.each([
    ["no files", {}, "no files named"],
    [
      "an id twice",
      { "a.acts.yaml": one(step), "b.acts.yaml": one(step) },
      "two tests have the id",
    ],
    [
      "a file of another folder",
      {
        "suite.acts.yaml": 'acts_version: "1.0"\nspec_version: "1.0"\ninclude: [../a.acts.yaml]\n',
      },
      "not in its folder",
    ],
  ])("%s", async (_, files, message) => {
    const { code, err } = await conform(agent.url, "--acts", write(files));
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  test("a file cannot send to others, or read the environment", async () => {
    process.env.LOUPE_TEST_SECRET = "sesame";
    const text = suite(
      "{ id: A-1, name: a, level: must, transport: [jsonrpc], steps: [{ id: s, raw: { method: GET, path: 'http://example.com/' } }] }," +
        "{ id: A-2, name: b, level: must, steps: [{ id: s, operation: get_task, params: { id: '{{env.LOUPE_TEST_SECRET}}' } }] }",
    );
    const reports = mkdtempSync(join(folder, "reports-"));
    const path = write({ "a.acts.yaml": text });
    const { out } = await conform(agent.url, "--acts", path, "--acts-report", reports, "--json");
    const { results } = JSON.parse(out) as {
      results: { id: string; status: string; message: string }[];
    };
    const messages = results
      .filter(({ status }) => status === "error")
      .map(({ message }) => message);
    expect(messages.join("\n")).toContain("http://example.com/ is not an address of the agent");
    expect(messages.join("\n")).toContain("env.LOUPE_TEST_SECRET is not defined");
  });
});
