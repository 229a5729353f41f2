// Grades for the page: a line for each result while one is made, kept afterwards, and exported.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DELETE, GET as getGrade } from "../../../app/api/grades/[id]/route.ts";
import { GET as getActsFiles } from "../../../app/api/grades/acts/route.ts";
import { POST as keepReport } from "../../../app/api/grades/reports/route.ts";
import { GET, POST } from "../../../app/api/grades/route.ts";
import { type Agent, startAgent } from "../../../e2e/agents/agent.ts";
import { startSmallAgent } from "../../../e2e/agents/small-agent.ts";
import type { Grade } from "../../conform/grade.ts";
import { GRADE_REPORT_NAMES, GRADE_REPORTS } from "../../conform/report/reports.ts";
import type { GradeLine, GradeSummary } from "../../conform/stored-grade.ts";
import { getLibrary } from "../workspace.ts";

const { LOUPE_DATA } = process.env;
let data = "";
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-grades-"));
  process.env.LOUPE_DATA = data;
  delete (globalThis as Record<symbol, unknown>)[Symbol.for("loupe.workspaces")];
});
afterEach(async () => {
  if (LOUPE_DATA === undefined) delete process.env.LOUPE_DATA;
  else process.env.LOUPE_DATA = LOUPE_DATA;
  await rm(data, { recursive: true, force: true });
});

const ORIGIN = "http://127.0.0.1:4567";
const ask = (path: string, body?: object) =>
  new Request(`${ORIGIN}${path}`, {
    headers: { host: "127.0.0.1:4567" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });

const of = (id: string) => ({ params: Promise.resolve({ id }) });

async function grade(address: string, allows: readonly string[] = ["messages", "cancels"]) {
  const response = await POST(ask("/api/grades", { address, allows, prompts: {} }));
  const lines = (await response.text()).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as GradeLine);
}

const list = async () => (await (await GET(ask("/api/grades"))).json()) as GradeSummary[];

describe("a grade", () => {
  test("comes line by line, is kept, and can be read, exported and deleted", async () => {
    const agent = await startSmallAgent();
    try {
      const lines = await grade(agent.url);
      const results = lines.filter((line) => line.kind === "result");
      expect(results.length).toBeGreaterThan(40);
      expect(results.at(-1)).toMatchObject({ done: results.at(-1)?.all });
      const last = lines.at(-1);
      if (last?.kind !== "grade") throw new Error("there is no grade");
      const { id } = last.grade;
      expect(await list()).toMatchObject([{ id, agent: "Small", text: "0.3.0" }]);
      expect(await (await getGrade(ask(`/api/grades/${id}`), of(id))).json()).toEqual(last.grade);
      for (const name of GRADE_REPORT_NAMES) {
        const response = await getGrade(ask(`/api/grades/${id}?as=${name}`), of(id));
        expect(response.headers.get("content-disposition")).toBe(
          `attachment; filename="${GRADE_REPORTS[name].fileName}"`,
        );
        // An agent without faults has no results in SARIF.
        expect(await response.text()).toContain(name === "sarif" ? "loupe conform" : "0.3.0");
      }
      const html = await getGrade(ask(`/api/grades/${id}?as=html`), of(id));
      const [link] = /href="(http[^"]+run=[^"]+)"/.exec(await html.text())?.slice(1) ?? [];
      expect(link).toMatch(/^http:\/\/127\.0\.0\.1:4567\/\?run=\d{8}-\d{6}-\w{6}&amp;exchange=\d+/);
      expect((await getGrade(ask(`/api/grades/${id}?as=gif`), of(id))).status).toBe(400);
      expect((await DELETE(ask(`/api/grades/${id}`), of(id))).status).toBe(204);
      expect(await list()).toEqual([]);
      expect((await getGrade(ask(`/api/grades/${id}`), of(id))).status).toBe(404);
    } finally {
      await agent.close();
    }
  });

  test("is not kept if the page stops it", async () => {
    const agent = await startSmallAgent({ delayMs: 20 });
    try {
      const body = { address: agent.url, allows: ["messages"], prompts: {} };
      const response = await POST(ask("/api/grades", body));
      const reader = response.body?.getReader();
      await reader?.read();
      await reader?.cancel();
      const { recordings } = getLibrary(ask("/"));
      // What was recorded until then stays.
      expect((await recordings.catalog.list()).length).toBeGreaterThan(0);
      expect(await list()).toEqual([]);
    } finally {
      await agent.close();
    }
  });

  test("of an address without an agent says so, and nothing is kept", async () => {
    const lines = await grade("http://127.0.0.1:9");
    expect(lines).toMatchObject([{ kind: "failed" }]);
    expect(await list()).toEqual([]);
  });

  test.each([
    [{ allows: [], prompts: {} }],
    [{ address: "", allows: [], prompts: {} }],
    [{ address: "x", allows: ["everything"], prompts: {} }],
  ])("cannot be asked for by %j", async (body) => {
    expect((await POST(ask("/api/grades", body))).status).toBe(400);
  });
});

describe("ACTS", () => {
  const REPORT = new URL(
    "../../../fixtures/acts/acts-report-scripted-jsonrpc.json",
    import.meta.url,
  );
  const FILES = fileURLToPath(new URL("../../../fixtures/acts/good", import.meta.url));
  const acts = { convention: "loupe", hasBehaviors: true };
  let agent: Agent;
  beforeAll(async () => {
    agent = await startAgent("1.0");
  });
  afterAll(() => agent.close());
  beforeEach(() => {
    vi.stubEnv("LOUPE_ACTS", FILES);
    return () => vi.unstubAllEnvs();
  });

  const keep = (text: string) => keepReport(ask("/api/grades/reports", { text }));
  const post = async (body: object) => {
    const response = await POST(ask("/api/grades", { address: agent.url, prompts: {}, ...body }));
    const lines = (await response.text()).trim().split("\n");
    return { status: response.status, last: JSON.parse(lines.at(-1) ?? "") };
  };

  test("a report is kept as a grade, and its failed tests are repeated over its binding", async () => {
    const { id } = (await (await keep(await readFile(REPORT, "utf8"))).json()) as GradeSummary;
    expect(await list()).toMatchObject([{ id, agent: "scripted 1.3.0", counts: { fail: 1 } }]);
    const allows = ["messages", "cancels"];
    const { last } = await post({ allows, acts: { ...acts, repeats: id } });
    expect(last.grade).toMatchObject({ profile: "acts", repeats: id });
    const results = (last.grade as Grade).results.filter(
      ({ interface: where }) => where?.startsWith("JSON-RPC") === true,
    );
    // T-GONE-001 is in none of the files.
    expect(results.map((one) => [one.id, one.status])).toEqual([
      ["T-STREAM-002", "pass"],
      ["T-WRONG-001", "fail"],
    ]);
    for (const { recording } of results) expect(recording).toMatch(/^\d{8}-/);
    const others = (last.grade as Grade).results.filter((one) => !results.includes(one));
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set(["not-applicable"]));
    // Grades of one second are in any order.
    const kept = (await list()).map(({ id: one, repeats = null }) => [one, repeats]);
    expect(kept).toHaveLength(2);
    expect(kept).toContainEqual([id, null]);
    expect(kept).toContainEqual([last.grade.id, id]);
  });

  test("nothing is sent but queries without permission", async () => {
    const { last } = await post({ allows: [], acts });
    const sent = (last.grade as Grade).results.filter(({ id }) => id === "T-SEND-001");
    expect(sent.map(({ status, recording }) => [status, recording])).toEqual([
      ["not-measured", null],
      ["not-measured", null],
      ["not-measured", null],
    ]);
  });

  test.each([
    ["an unknown result", '"result": "skip"', '"result": "flaky"', "suites[0].tests[3].result"],
    ["an unknown level", '"level": "should"', '"level": "ought"', "suites[0].tests[2].level"],
    ["an unknown binding", '"transport": "jsonrpc"', '"transport": "smoke"', "transport"],
    ["a wrong sum", '"skipped": 1', '"skipped": 0', "summary.skipped"],
    ["no time", "2026-11-26T12:00:00Z", "yesterday", "generated_at"],
    ["no JSON", '"acts_version"', "acts_version", "JSON"],
  ])("a report with %s is refused with its place", async (_, word, other, place) => {
    const response = await keep((await readFile(REPORT, "utf8")).replace(word, other));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(place);
    expect(await list()).toEqual([]);
  });

  test("files are those of the server: no request names a path", async () => {
    expect(await (await getActsFiles(ask("/api/grades/acts"))).json()).toEqual({ tests: 14 });
    const outside = await post({ allows: [], acts: { ...acts, repeats: "../../settings" } });
    expect(outside.status).toBe(404);
    vi.stubEnv("LOUPE_ACTS", join(data, "nothing"));
    expect(await (await getActsFiles(ask("/api/grades/acts"))).json()).toHaveProperty("problem");
    expect((await post({ allows: [], acts })).status).toBe(400);
    vi.stubEnv("LOUPE_ACTS", "");
    expect(await (await getActsFiles(ask("/api/grades/acts"))).json()).toBe(null);
    expect((await post({ allows: [], acts })).status).toBe(400);
  });

  test("only a report is repeated", async () => {
    const { last } = await post({ allows: [], acts });
    const { status } = await post({ allows: [], acts: { ...acts, repeats: last.grade.id } });
    expect(status).toBe(400);
  });
});

test("a file with a word that Loupe does not know is no grade", async () => {
  const agent = await startSmallAgent();
  try {
    const lines = await grade(agent.url, []);
    const last = lines.at(-1);
    if (last?.kind !== "grade") throw new Error("there is no grade");
    const path = join(data, "grades", `${last.grade.id}.json`);
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace('"status":"pass"', '"status":"passed"'));
    expect(await list()).toEqual([]);
  } finally {
    await agent.close();
  }
});

test.each(["../settings", "..", "20260101-000000-aaaaaa"])("%s is no grade", async (id) => {
  expect((await getGrade(ask(`/api/grades/x`), of(id))).status).toBe(404);
});
