// Grades for the page: a line for each result while one is made, kept afterwards, and exported.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DELETE, GET as getGrade } from "../../../app/api/grades/[id]/route.ts";
import { GET, POST } from "../../../app/api/grades/route.ts";
import { startSmallAgent } from "../../../e2e/agents/small-agent.ts";
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
