// A link reopens the card of a run and a comparison. A log from a file survives a reload in this browser
// until it is saved or discarded.
import { writeFileSync } from "node:fs";
import type { Route } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { createChunk, createRecordingLog, createTaskEvents, formatSseLog } from "./support/logs.ts";

const createLog = (prompt: string, ...words: string[]) =>
  createRecordingLog({
    prompt,
    events: createTaskEvents(...words.map((word, index) => createChunk(word, index > 0))),
  });
const COUNT = createLog("count to three", "one ", "two");
const SPELL = createLog("spell it", "a b c");

test("the page of a recording has no start page, and lists the scripts of a run", async ({
  request,
}) => {
  const fetchPage = async (path: string) => (await request.get(path)).text();
  const countScripts = (html: string) => html.match(/<script[^>]* src="\/_next\//g)?.length ?? 0;
  const start = await fetchPage("/");
  const run = await fetchPage("/?run=20260101-000000-abcdef");
  expect(start).toContain("Look inside an A2A agent");
  expect(run).not.toContain("Look inside an A2A agent");
  expect(countScripts(run)).toBeGreaterThan(countScripts(start));
});

test(
  "a link reopens the card of a run, and a comparison of two recordings",
  LONG,
  async ({ loupe, page, context, ownServer }) => {
    const { composer, timeline, card, diff } = loupe;
    await loupe.open(ownServer.url);
    await loupe.connect.demo.click();
    await composer.sendMessage("message");
    await timeline.expectVerdict("Answered with a message");
    const first = loupe.recording;
    await page.getByRole("button", { name: "Loupe, start page" }).click();
    await loupe.connect.demo.click();
    await composer.sendMessage("message again");
    await timeline.expectVerdict("Answered with a message");
    const second = loupe.recording;

    await test.step("the card", async () => {
      await card.show();
      await expect(page).toHaveURL(/[?&]card=1/);
      const link = page.url();
      await page.goBack();
      await expect(page).not.toHaveURL(/card=1/);
      const other = await context.newPage();
      await other.goto(link);
      await expect(other.getByRole("region", { name: "Agent card" })).toBeVisible();
      await expect(other).toHaveTitle(/^Agent card · .*message again · Loupe$/);
      await other.close();
    });
    await test.step("the comparison", async () => {
      await timeline.rows.first().click();
      await page.keyboard.press("c");
      await diff.dialog.getByLabel("Find a recording").fill("message");
      await page.keyboard.press("ArrowDown");
      const recordings = diff.dialog.getByRole("list", { name: "Recordings" }).getByRole("button");
      await expect(recordings.first()).toBeFocused();
      await page.keyboard.press("ArrowUp");
      await expect(diff.dialog.getByLabel("Find a recording")).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(diff.headline).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`compare=${second}\\.\\.${first}`));
      const other = await context.newPage();
      await other.goto(page.url());
      const dialog = other.getByRole("dialog", { name: "Compare two runs" });
      await expect(dialog.getByRole("treegrid")).toBeVisible();
      await expect(dialog).toContainText("message again");
      await other.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(other).not.toHaveURL(/compare=/);
      await expect(other).toHaveURL(new RegExp(`run=${second}`));
      await other.close();
    });
  },
);

test("a log that the library does not take survives a reload until it is discarded or saved", async ({
  loupe,
  page,
  ownServer,
}) => {
  const { timeline, rail, diff } = loupe;
  const note = page.getByRole("note", { name: "Unsaved log" });
  const list = page.getByRole("region", { name: "Unsaved logs" });
  const refuse = (route: Route) =>
    route.request().method() === "POST" ? route.abort() : route.fallback();
  await page.route("**/api/recordings", refuse);
  await loupe.open(ownServer.url);
  await loupe.chooseContent("count.jsonl", COUNT);
  await timeline.expectVerdict("Completed");
  await expect(note).toContainText("This browser keeps it");
  await expect(page).toHaveURL(/[?&]file=/);
  await timeline.row("Artifact").click();
  await expect(page).toHaveURL(/row=\d/);

  await test.step("a reload restores the log and its view", async () => {
    await loupe.reload();
    await timeline.expectVerdict("Completed");
    await expect(timeline.row("Artifact")).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("count.jsonl");
  });
  await test.step("Back goes from one unsaved log to the other, even after a reload", async () => {
    await loupe.chooseContent("spell.jsonl", SPELL);
    await expect(timeline.list).toContainText("spell it");
    await expect(note).toContainText("spell.jsonl");
    await expect(page).toHaveURL(/file=/);
    await loupe.reload();
    await expect(timeline.list).toContainText("spell it");
    await page.goBack();
    await expect(timeline.list).toContainText("count to three");
    await page.goForward();
    await expect(timeline.list).toContainText("spell it");
  });
  await test.step("two unsaved logs are compared by a link", async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.keyboard.press("c");
    await diff.compareWithFile("count.jsonl", Buffer.from(COUNT));
    await expect(diff.headline).toBeVisible();
    await diff.close();
  });
  await test.step("a discarded log can be brought back", async () => {
    await note.getByRole("button", { name: "Discard" }).click();
    await expect(loupe.connect.demo).toBeVisible();
    await expect(list.getByRole("button", { name: /^count\.jsonl/ })).toBeVisible();
    await expect(list.getByRole("button", { name: /^spell\.jsonl/ })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(timeline.list).toContainText("spell it");
    await page.getByRole("button", { name: "Loupe, start page" }).click();
    await expect(list.getByRole("button", { name: /^spell\.jsonl/ })).toBeVisible();
    await expectAccessible(page, "start page with unsaved logs");
  });
  await test.step("a discarded log is gone after a reload", async () => {
    await list.getByRole("button", { name: "Discard spell.jsonl" }).click();
    await expect(list.getByRole("button", { name: /^spell\.jsonl/ })).toHaveCount(0);
    await loupe.reload();
    await expect(list.getByRole("button", { name: /^count\.jsonl/ })).toBeVisible();
    await expect(list.getByRole("button", { name: /^spell\.jsonl/ })).toHaveCount(0);
  });
  await test.step("a saved log is no longer an unsaved one", async () => {
    await list.getByRole("button", { name: /^count\.jsonl/ }).click();
    await timeline.expectVerdict("Completed");
    await expectAccessible(page, "unsaved log");
    await page.unroute("**/api/recordings", refuse);
    await rail.panel.getByRole("button", { name: "Save this log" }).click();
    await expect(page).toHaveURL(/run=/);
    await page.getByRole("button", { name: "Loupe, start page" }).click();
    await expect(loupe.connect.demo).toBeVisible();
    await expect(list).toHaveCount(0);
  });
});

test(
  "a log that is too large says that it will not survive",
  LONG,
  async ({ loupe, page }, info) => {
    await loupe.open();
    const path = info.outputPath("large.sse");
    // A comment of the stream makes it too large.
    writeFileSync(
      path,
      `: ${"x".repeat(65_000_000)}\n\n${formatSseLog(createTaskEvents(createChunk("hi")))}`,
    );
    await loupe.chooseFile(path);
    await expect(page.getByRole("note", { name: "Unsaved log" })).toContainText(
      "gone after a reload",
    );
    await expect(page).not.toHaveURL(/file=/);
  },
);
