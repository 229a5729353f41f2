// What the server allows its pages, and what it never writes to disk.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { closeServer, listen } from "./agents/agent.ts";
import type { InspectorTab } from "./panels/inspector.ts";
import { expect, test } from "./support/fixtures.ts";
import { readFixtureFile } from "./support/logs.ts";
import { recordPageErrors } from "./support/page-errors.ts";

const TABS: readonly InspectorTab[] = ["Rendered", "Decoded", "Wire"];

const recordingFile = (id: string) =>
  readFile(join(process.env.LOUPE_E2E_DATA ?? "", "recordings", `${id}.jsonl`), "utf8");

test.describe("every response restricts what a page may do", () => {
  for (const path of ["/", "/theme.js", "/api/recordings", "/demo/.well-known/agent-card.json"]) {
    test(path, async ({ request }) => {
      const headers = (await request.get(path)).headers();
      const policy = headers["content-security-policy"] ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(policy).not.toMatch(/script-src[^;]*(\*|https?:|data:|blob:)/);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect(headers["x-powered-by"]).toBeUndefined();
    });
  }
});

test("a whole visit violates no policy of its own page and calls nobody else", async ({
  loupe,
}) => {
  const { page, composer, timeline, inspector } = loupe;
  const { errors, foreignRequests } = recordPageErrors(page);
  await loupe.connectToDemo();
  await composer.sendMessage("fail");
  await timeline.expectVerdict("Failed");
  const see = async () => {
    for (const kind of [
      "Message",
      "State",
      "Plan",
      "Tool",
      "Result",
      "Artifact",
      "HTTP",
    ] as const) {
      const row = timeline.row(kind).first();
      if (!(await row.isVisible())) continue;
      await row.click();
      for (const tab of TABS) await inspector.show(tab);
    }
  };
  await see();
  const run = page.url();
  await loupe.drop("caipe.sse", readFixtureFile("shapes/caipe.sse"));
  await timeline.expectVerdict("Completed, with a lost append");
  await see();
  await page.goto(run);
  await timeline.expectVerdict("Failed");
  await page.getByRole("button", { name: /theme$/ }).click();
  await page.getByRole("button", { name: "Loupe, start page" }).click();
  await expect(loupe.connect.address).toBeVisible();
  expect(errors).toEqual([]);
  expect(foreignRequests).toEqual([]);
});

test("a page of another origin can link to Loupe, but gets no reference to its window", async ({
  page,
  context,
  home,
}) => {
  const elsewhere = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><body>elsewhere");
  });
  await page.goto(await listen(elsewhere));
  const opened = context.waitForEvent("page");
  await page.evaluate((loupe) => {
    const link = document.createElement("a");
    link.href = `${loupe}/`;
    link.target = "_blank";
    link.rel = "opener";
    document.body.append(link);
    link.click();
  }, home);
  const tab = await opened;
  await expect(tab.getByRole("textbox", { name: "Agent address" })).toBeVisible();
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await closeServer(elsewhere);
});

test.describe("secrets reach the agent and no file", () => {
  const SECRET = "s3cr3t-Zq9-value-77";

  test("in headers and in the URL that is called", async ({ request, faultAgent }) => {
    const answer = await request.post("/api/exchanges", {
      data: {
        method: "POST",
        url: `${faultAgent.url}/eof?api_key=${SECRET}`,
        headers: [
          ["Authorization", `Bearer ${SECRET}`],
          ["X-API-Key", SECRET],
          ["Cookie", `session=${SECRET}`],
          ["content-type", "application/json"],
        ],
        body: "{}",
      },
    });
    const { recording } = await answer.json();
    await expect.poll(() => recordingFile(recording)).toContain('"r":"end"');
    const [visit] = faultAgent.requests;
    expect(visit?.headers).toMatchObject({
      authorization: `Bearer ${SECRET}`,
      "x-api-key": SECRET,
    });
    const file = await recordingFile(recording);
    expect(file).not.toContain(SECRET);
    expect(file).toMatch(/authorization/i);
  });

  test("in an address that was pasted", async ({ loupe, startAgent }) => {
    const agent = await startAgent("1.0");
    await loupe.connectTo(`${agent.cardUrl}?api_key=${SECRET}`);
    expect(await recordingFile(loupe.recording)).not.toContain(SECRET);
  });
});
