// Recordings belong to the server: nothing is lost if a tab closes or the server is killed.
import { appendFile, readFile } from "node:fs/promises";
import type { APIRequestContext } from "@playwright/test";
import type { RecordingSummary } from "../lib/api/api-types.ts";
import { Loupe } from "./panels/loupe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { TestServer } from "./support/test-server.ts";

/** What the slow agent has sent after this many tokens. */
const slowText = (tokens: number) =>
  Array.from({ length: tokens }, (_, i) => `token ${i} `).join("");

async function beginSlowly(loupe: Loupe): Promise<void> {
  await loupe.composer.sendMessage("slow");
  await loupe.timeline.expectFrames(loupe.timeline.row("Artifact", "slow"), 5);
}

async function isLive(request: APIRequestContext, recording: string) {
  const all: RecordingSummary[] = await (await request.get("/api/recordings")).json();
  return all.find(({ id }) => id === recording)?.live;
}

/** The whole text of the slow artifact, with as many tokens as it has frames. */
async function hasAllSlowText(loupe: Loupe): Promise<void> {
  const { timeline, inspector } = loupe;
  const slow = timeline.row("Artifact", "slow");
  await slow.click();
  const frames = await timeline.readCount(slow);
  await expect(inspector.fact("Text")).toHaveText(
    `${slowText(frames).length.toLocaleString("en")} chars`,
  );
  await expect(inspector.rendered).toContainText(`token ${frames - 1}`);
}

test("a reload mid-stream loses nothing and continues", async ({ loupe, startAgent }) => {
  const agent = await startAgent("1.0");
  await loupe.connectTo(agent.url);
  await beginSlowly(loupe);
  const before = await loupe.timeline.readCount(loupe.timeline.row("Artifact", "slow"));
  await loupe.reload();
  const slow = loupe.timeline.row("Artifact", "slow");
  await loupe.timeline.expectFrames(slow, before + 5);
  await expect(loupe.timeline.row("Message", "slow")).toHaveCount(1);
  await loupe.composer.cancelTask.click();
  await loupe.timeline.expectVerdict("Canceled");
  await hasAllSlowText(loupe);
});

test("a second tab sees the same run live", async ({ loupe, context, startAgent }) => {
  const agent = await startAgent("0.3");
  await loupe.connectTo(agent.url);
  await beginSlowly(loupe);
  const other = new Loupe(await context.newPage());
  await other.open(`/?run=${loupe.recording}`);
  const slow = other.timeline.row("Artifact", "slow");
  const seen = await loupe.timeline.readCount(loupe.timeline.row("Artifact", "slow"));
  await other.timeline.expectFrames(slow, seen + 3);
  await other.composer.cancelTask.click();
  for (const { timeline } of [other, loupe]) {
    await timeline.expectVerdict("Canceled");
    await timeline.waitForStreamEnd();
  }
  expect(await other.timeline.readCells()).toEqual(await loupe.timeline.readCells());
});

test("closing the tab does not stop the recording, but the library does", async ({
  loupe,
  context,
  request,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  await loupe.connectTo(agent.url);
  await beginSlowly(loupe);
  const { recording } = loupe;
  const seen = await loupe.timeline.readCount(loupe.timeline.row("Artifact", "slow"));
  await loupe.page.close();
  expect(await isLive(request, recording)).toBe(true);
  const later = new Loupe(await context.newPage());
  await later.open(`/?run=${recording}`);
  await later.timeline.expectFrames(later.timeline.row("Artifact", "slow"), seen + 3);
  await later.showStartPage();
  await later.rail.savedLogs
    .getByRole("row")
    .filter({ hasText: "Recording" })
    .first()
    .getByRole("button", { name: /^More actions/ })
    .click();
  await expect(later.page.getByRole("menuitem", { name: "Stop" })).toBeVisible();
  await later.page.keyboard.press("Escape");
  await later.library.open();
  await expect(later.library.dialog.getByRole("status").first()).toContainText(/\d running/);
  const running = later.library.rows.filter({
    has: later.page.locator(`[title="${agent.url}"]`),
    hasText: "Recording",
  });
  await running.focus();
  await later.page.keyboard.press("ArrowRight");
  await later.page.keyboard.press("Enter");
  await later.page.getByRole("menuitem", { name: "Stop" }).click();
  await expect.poll(() => isLive(request, recording)).toBe(false);
  await later.open(`/?run=${recording}`);
  await later.timeline.expectVerdict("Stopped watching");
  await hasAllSlowText(later);
});

test("a run can be reopened from the recordings", async ({ loupe, page, startAgent }) => {
  const agent = await startAgent("1.0");
  await loupe.connectTo(agent.url);
  await loupe.composer.sendMessage("stream to reopen");
  await loupe.timeline.expectVerdict("Completed");
  const { recording } = loupe;
  await page.getByRole("button", { name: "Loupe, start page" }).click();
  await expect(page).toHaveURL("/");
  await loupe.rail.savedLog("stream to reopen").click();
  await loupe.timeline.expectVerdict("Completed");
  expect(loupe.recording).toBe(recording);
  // The conversation continues where it stopped.
  await loupe.composer.sendMessage("message");
  await expect(loupe.timeline.row("Message", "A direct reply")).toHaveCount(1);
});

test("stopping a stream keeps what was received", async ({ loupe, startAgent }) => {
  const agent = await startAgent("1.0");
  await loupe.connectTo(agent.url);
  await beginSlowly(loupe);
  await loupe.composer.stopWatching.click();
  await loupe.timeline.expectVerdict("Stopped watching");
  // The user knows why; the summary has it for whoever opens the recording later.
  await expect(loupe.summary.verdict).toContainText(
    "The client closed the connection while the task was working",
  );
  await expect(loupe.composer.stopWatching).toBeHidden();
  await hasAllSlowText(loupe);
});

test("a link opens the same view", LONG, async ({ loupe, context, startAgent }) => {
  const agent = await startAgent("1.0");
  await loupe.connectTo(agent.url);
  await loupe.composer.sendMessage("stream");
  await loupe.timeline.expectVerdict("Completed");
  await loupe.timeline.row("Artifact").click();
  await loupe.inspector.show("Wire");
  await loupe.inspector.previousFrame.click();
  await expect(loupe.page).toHaveURL(/run=.*&row=\d+&event=\d+&tab=wire/);
  const other = new Loupe(await context.newPage());
  await other.open(loupe.page.url());
  await expect(other.inspector.title).toHaveText((await loupe.inspector.title.textContent()) ?? "");
  await expect(other.inspector.tab("Wire")).toHaveAttribute("aria-selected", "true");
  await expect(other.inspector.position).toHaveText(
    (await loupe.inspector.position.textContent()) ?? "",
  );
  await expect(other.inspector.wire).toHaveText((await loupe.inspector.wire.textContent()) ?? "");
});

test("a link to a deleted recording says so", async ({ loupe }) => {
  await loupe.open("/?run=20200101-000000-aaaaaa");
  await expect(loupe.timeline.problem).toContainText(/Recording ".*" not found/);
});

test.describe("after the server is killed", () => {
  let server: TestServer;
  test.beforeEach(async () => {
    server = new TestServer();
    await server.start();
  });
  test.afterEach(() => server.stop());

  test("everything up to then is kept, and the open tab continues", async ({
    loupe,
    startAgent,
  }) => {
    const agent = await startAgent("1.0");
    const { timeline, connect, composer } = loupe;
    await loupe.open(server.url);
    await connect.connectTo(agent.url);
    await beginSlowly(loupe);
    const slow = timeline.row("Artifact", "slow");
    await server.kill();
    await expect(timeline.panel).toContainText("Server not responding");
    const seen = await timeline.readCount(slow);
    const file = server.getRecordingFile(loupe.recording);
    const kept = await readFile(file, "utf8");
    expect(kept.split('"token ').length).toBeGreaterThan(1);

    await server.start();
    // The next attempt may be seconds away.
    await expect(timeline.panel).not.toContainText("Server not responding");
    await expect(timeline.verdict).not.toHaveAttribute("data-kind", "live");
    expect(await timeline.readCount(slow)).toBeGreaterThanOrEqual(seen);
    await loupe.reload();
    expect((await readFile(file, "utf8")).startsWith(kept)).toBe(true);
    await expect(timeline.verdict.getByRole("status")).toHaveText(
      /Connection lost|Ended while working/,
    );
    await hasAllSlowText(loupe);
    await composer.sendMessage("message");
    await expect(timeline.row("Message", "A direct reply")).toHaveCount(1);
  });

  test("the torn line is named, and nothing else is lost", LONG, async ({ loupe, startAgent }) => {
    const agent = await startAgent("1.0");
    const { timeline, connect, composer } = loupe;
    await loupe.open(server.url);
    await connect.connectTo(agent.url);
    await composer.sendMessage("stream");
    await timeline.waitForStreamEnd();
    const { recording } = loupe;
    const rows = await timeline.readCells();
    await server.kill();
    await appendFile(
      server.getRecordingFile(recording),
      '{"r":"data","x":"x9","t":5,"text":"half a li',
    );
    await server.start();
    await loupe.open(`${server.url}/?run=${recording}`);
    await timeline.expectVerdict("Completed");
    await expect(timeline.panel).toContainText("The previous line is incomplete");
    const after = await timeline.readCells();
    expect(after.filter(([, entry]) => !entry?.includes("incomplete"))).toEqual(rows);
  });
});

test(
  "the beginning of a long run is read from its file when it is shown",
  LONG,
  async ({ loupe, page, faultAgent }) => {
    const { composer, inspector, timeline } = loupe;
    const ranges: string[] = [];
    page.on("request", (request) => {
      const range = request.headers().range;
      if (range && request.url().includes("/api/recordings/")) ranges.push(range);
    });
    await loupe.connectTo(faultAgent.url);
    await composer.sendMessage("long");
    await timeline.expectVerdict("Completed");
    await timeline.row("Artifact").click();
    await inspector.show("Chunks");
    expect(ranges).toEqual([]);
    await inspector.chunks.press("Home");
    await inspector.chunkSource.getByRole("button", { name: "Show in Wire" }).click();
    await expect(inspector.wireHit.first()).toContainText("token 0 éxxx");
    expect(ranges.length).toBeGreaterThan(0);
    await inspector.show("Decoded");
    await expect(inspector.decoded).toContainText("token 0 éxxx");
  },
);
