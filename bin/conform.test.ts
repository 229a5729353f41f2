// Grades SDK servers of 0.2, 0.3 and 1.0 over every binding, from the command line. A grade mostly
// waits for the agent, so these run side by side.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Agent, type AgentVersion, startAgent } from "../e2e/agents/agent.ts";
import { startSmallAgent } from "../e2e/agents/small-agent.ts";
import { RUNS_ALL } from "../fixtures/run-count.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { CONFORM_STATUSES } from "../lib/conform/judgement.ts";
import { parsePageQuery } from "../lib/session/page-address.ts";
import { main } from "./conform.ts";
import { main as inspect } from "./inspect.ts";

const NEVER = new Promise<void>(() => undefined);
const PROMPTS = ["--prompt", "plain", "--prompt", "long=brief", "--prompt", "input-required=input"];

const folder = mkdtempSync(join(tmpdir(), "loupe-conform-"));
const agents = new Map<AgentVersion, Agent>();
const { LOUPE_DATA } = process.env;

beforeAll(async () => {
  process.env.LOUPE_DATA = folder;
  for (const version of ["0.2", "0.3", "1.0"] as const)
    agents.set(version, await startAgent(version));
});
afterAll(async () => {
  if (LOUPE_DATA === undefined) delete process.env.LOUPE_DATA;
  else process.env.LOUPE_DATA = LOUPE_DATA;
  for (const agent of agents.values()) await agent.close();
});

interface Result {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly clause: string | null;
  readonly interface: string | null;
  readonly recording: string | null;
  readonly curl: string | null;
  readonly link: string | null;
  readonly known?: string;
}

const conform = (version: AgentVersion, ...options: readonly string[]) =>
  runInTerminal((terminal) =>
    main([agents.get(version)?.url ?? "", ...PROMPTS, ...options], terminal, NEVER),
  );

/** Checks and bindings that do not pass. */
function listFaults(results: readonly Result[]): string[] {
  const isFault = ({ status }: Result) =>
    status === "fail" || status === "warning" || status === "error";
  return results
    .filter(isFault)
    .map(({ id, status, interface: where }) =>
      `${status} ${id} ${where?.split(" ")[0] ?? ""}`.trim(),
    );
}

/** A whole grade takes seconds: tests that only read it share one. */
let whole: ReturnType<typeof conform> | undefined;
function gradeWhole() {
  whole ??= conform("0.3", "--json");
  return whole;
}

describe.concurrent("a grade of the SDK", () => {
  test("0.2.5 has faults that its own text confirms, and none by a later text", async () => {
    const { out, code } = await conform("0.2", "--json");
    const { text, results } = JSON.parse(out) as { text: string; results: Result[] };
    expect(text).toBe("0.2.5");
    expect(listFaults(results)).toEqual([
      // §3.2 and §8.1: malformed JSON is answered with a web page.
      "fail JSON-MALFORMED JSON-RPC",
      "fail PARAMS-INVALID JSON-RPC",
      // §6.11.1: an id that is an object is taken.
      "warning ID-INVALID JSON-RPC",
      // §7.7: configurations cannot be listed.
      "warning PUSH-CONFIG JSON-RPC",
    ]);
    expect(results.filter(({ clause }) => clause?.startsWith("0.3"))).toEqual([]);
    expect(code).toBe(1);
  });

  test("0.3.14 has one fault, which the text confirms", async () => {
    const { out, code } = await gradeWhole();
    const { results, score, text, interfaces } = JSON.parse(out);
    // §8.1: a message without its content is -32602; the server has no case for it.
    expect(listFaults(results)).toEqual(["fail PARAMS-INVALID JSON-RPC"]);
    expect(code).toBe(1);
    expect(text).toBe("0.3.0");
    expect(interfaces).toHaveLength(3);
    expect(score.passed).toBeGreaterThan(70);
  });

  test("has results of a closed vocabulary, each with a recording that can be inspected", async () => {
    const { out } = await gradeWhole();
    const { results } = JSON.parse(out) as { results: Result[] };
    for (const { status } of results) expect(CONFORM_STATUSES).toContain(status);
    for (const { status, recording, clause } of results) {
      if (status !== "pass") continue;
      expect(recording).toMatch(/^\d{8}-\d{6}-/);
      expect(clause).toMatch(/^0\.3\.0 §/);
    }
    const failed = results.find(({ status }) => status === "fail");
    expect(failed?.curl).toContain("curl");
    const inspected = await runInTerminal((terminal) =>
      inspect([failed?.recording ?? "", "--json"], terminal),
    );
    expect(JSON.parse(inspected.out).exchanges).not.toHaveLength(0);
  });

  test("sends nothing but queries if it is read-only", async () => {
    const { out } = await conform("1.0", "--json", "--read-only");
    const { results, leftBehind } = JSON.parse(out) as { results: Result[]; leftBehind: string[] };
    expect(results.find(({ id }) => id === "SEND")?.status).toBe("not-measured");
    expect(results.find(({ id }) => id === "TASK-GET-UNKNOWN")?.status).toBe("pass");
    expect(leftBehind).toEqual([]);
  });
});

describe.concurrent("a small sound agent of 0.3", () => {
  test.each([
    ["without streams", { streams: false }],
    ["with streams", { streams: true }],
    ["without tasks", { repliesOnly: true }],
  ])("%s has no fault", async (_, options) => {
    const agent = await startSmallAgent(options);
    try {
      const { out, code } = await runInTerminal((terminal) =>
        main([agent.url, "--json"], terminal, NEVER),
      );
      const { results } = JSON.parse(out) as { results: Result[] };
      expect(listFaults(results)).toEqual([]);
      expect(results.filter(({ status }) => status === "pass").length).toBeGreaterThan(15);
      expect(code).toBe(0);
    } finally {
      await agent.close();
    }
  });
});

test.concurrent("a link of a result opens its exchange and event in the app", async () => {
  const { out } = await conform("1.0", "--json", "--read-only");
  const { results } = JSON.parse(out) as { results: Result[] };
  const failed = results.find(({ status }) => status === "fail");
  const { run, view } = parsePageQuery(failed?.link?.replace("/", "") ?? "");
  expect(run).toEqual({ kind: "recording", id: failed?.recording });
  expect(view.scope).toBe(0);
});

describe.concurrent("known failures", () => {
  let count = 0;
  const write = (entries: unknown) => {
    const file = join(folder, `known-${++count}.json`);
    writeFileSync(file, JSON.stringify(entries));
    return file;
  };

  test("do not fail the grade", async () => {
    const file = write([
      { id: "PARAMS-INVALID", interface: "JSON-RPC", reason: "Fixed by the next release." },
    ]);
    const { out, code } = await conform("0.3", "--json", "--known", file);
    expect(code).toBe(0);
    const { results } = JSON.parse(out) as { results: Result[] };
    expect(results.find(({ status }) => status === "fail")?.known).toBe(
      "Fixed by the next release.",
    );
  });

  test("fail the grade if they no longer fail", async () => {
    const file = write([
      { id: "PARAMS-INVALID", reason: "Fixed by the next release." },
      { id: "ID-ECHO", reason: "Long ago." },
    ]);
    const { out, code } = await conform("0.3", "--json", "--known", file);
    expect(code).toBe(1);
    expect(JSON.parse(out).stale).toMatchObject([{ id: "ID-ECHO" }]);
  });

  test.each([
    [{}, "it is no list"],
    [[{ id: "PARAMS-INVALID" }], '[0] has no "reason"'],
    [[{ id: "PARAMS", reason: "?" }], "[0]: there is no check PARAMS"],
  ])("%j cannot be read", async (entries, message) => {
    const { err, code } = await conform("0.3", "--known", write(entries));
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

test.concurrent("every report says the same", async () => {
  const file = (name: string) => join(folder, name);
  const { out } = await conform(
    "0.3",
    ...["--html", file("grade.html"), "--junit", file("grade.xml"), "--sarif", file("grade.sarif")],
    ...["--markdown", file("grade.md"), "--badge", file("grade.svg")],
    ...["--badge-json", file("grade.json")],
  );
  const [summary] = /\d+ of \d+ passed against A2A 0\.3\.0: 1 failed.*/.exec(out) ?? [];
  expect(summary).toBeDefined();
  expect(readFileSync(file("grade.html"), "utf8")).toContain(summary);
  expect(readFileSync(file("grade.md"), "utf8")).toContain("1 failed");
  const junit = readFileSync(file("grade.xml"), "utf8");
  expect(junit.match(/<failure /g)).toHaveLength(1);
  expect(junit).toContain("PARAMS-INVALID");
  const sarif = JSON.parse(readFileSync(file("grade.sarif"), "utf8"));
  expect(sarif.runs[0].results).toHaveLength(1);
  expect(readFileSync(file("grade.svg"), "utf8")).toContain("A2A 0.3.0");
  expect(JSON.parse(readFileSync(file("grade.json"), "utf8"))).toMatchObject({
    schemaVersion: 1,
    label: "A2A 0.3.0",
  });
});

test.concurrent("repeated checks that agree are stable", async () => {
  const { out } = await conform("1.0", "--json", "--read-only", "--repeat", "2");
  const { results } = JSON.parse(out) as { results: { unstable?: unknown }[] };
  expect(results.filter(({ unstable }) => unstable)).toEqual([]);
});

test.concurrent("an address without an agent cannot be graded", async () => {
  const { code, err } = await runInTerminal((terminal) =>
    main(["http://127.0.0.1:9"], terminal, NEVER),
  );
  expect(code).toBe(2);
  expect(err).toContain("no agent card found");
});

// Not beside the others, which page through the lists of the same agent.
test.runIf(RUNS_ALL)("the SDK 1.3.0 has two faults, which the text confirms", async () => {
  const { out } = await conform("1.0", "--json");
  const { results, text } = JSON.parse(out);
  // §9.5: a request without a method is -32600, and so is one whose id is an object.
  expect(listFaults(results)).toEqual([
    "fail REQUEST-INVALID JSON-RPC",
    "warning ID-INVALID JSON-RPC",
  ]);
  expect(text).toBe("1.0.1");
});
