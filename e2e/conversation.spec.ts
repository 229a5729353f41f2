// The run as a conversation: in place of the timeline, beside it, at any event, and in an exported file.
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { writeHtmlLog } from "../lib/export/html.ts";
import { HtmlFilePage } from "./panels/html-file-page.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import {
  createChunk,
  createRecordingLog,
  createTaskEvents,
  readFixtureFile,
} from "./support/logs.ts";

// Colors in transition belong to neither theme.
const COUNT = createRecordingLog(
  { prompt: "count", events: createTaskEvents(createChunk("one "), createChunk("two", true)) },
  { prompt: "and then?", events: createManyTasks(1)[0]?.events ?? [] },
);

/** Turns of several tasks, five for each. */
function createManyTasks(tasks: number): { prompt: string; events: object[] }[] {
  return Array.from({ length: tasks * 5 }, (_, turn) => {
    const ids = { taskId: `task-of-many-${Math.floor(turn / 5)}`, contextId: "context-2" };
    const artifact = { artifactId: `a${turn}`, parts: [{ kind: "text", text: `Answer ${turn}` }] };
    const status = (state: string) => ({ kind: "status-update", ...ids, status: { state } });
    return {
      prompt: `Question ${turn}`,
      events: [
        { kind: "task", id: ids.taskId, contextId: ids.contextId, status: { state: "working" } },
        { kind: "artifact-update", ...ids, artifact },
        status("input-required"),
      ],
    };
  });
}

test("a newcomer talks to an agent and answers it in place; each part leads to its row", async ({
  loupe,
  page,
  askingAgent,
}) => {
  const { composer, conversation, timeline, inspector } = loupe;
  await loupe.open("/", { isNewcomer: true });
  await loupe.connect.connectTo(askingAgent.url);
  await composer.sendMessage("form");
  const first = conversation.turn(1);
  await expect(conversation.ask(first)).toContainText("form");
  await expect(conversation.answer(first)).toContainText("Your boat");
  await expect(conversation.outcome(first)).toContainText("Input required");
  await expect(page).toHaveURL(/view=conversation/);
  await expect(timeline.list).toBeHidden();
  await expectAccessible(page, "a turn with a form");
  await composer.message.press("Escape");
  await expect(conversation.list).toBeFocused();

  await test.step("the form is answered where it was asked", async () => {
    await first.getByLabel("Name", { exact: true }).fill("Albatros");
    await first.getByRole("button", { name: "Hand in" }).click();
    const second = conversation.turn(2);
    await expect(conversation.outcome(second)).toContainText("Completed");
    await expect(conversation.answer(second)).toContainText("Albatros");
    await expect(first.getByRole("status")).toContainText("Answered");
    await expect(conversation.outcome(first)).toContainText("replied in a later turn");
  });

  await test.step("a message leads to its bytes and to its row, and Back returns", async () => {
    await conversation.answer(first).getByText("Your boat").first().click();
    await expect(inspector.title).toContainText("Your boat");
    await inspector.show("Wire");
    await expect(inspector.wire).toContainText("INPUT_REQUIRED");
    await conversation.answer(first).getByRole("button", { name: "Show in timeline" }).click();
    const row = timeline.row("Message", "Your boat").first();
    await expect(row).toHaveAttribute("aria-selected", "true");
    await expect(conversation.panel).toBeHidden();
    await page.goBack();
    await expect(conversation.turns).toHaveCount(2);
    await page.goForward();
    await expect(timeline.list).toBeVisible();
    await page.goBack();
  });

  await test.step("what the user chooses is remembered, and a link to a row opens rows", async () => {
    const recording = loupe.recording;
    await page.keyboard.press("Escape");
    await page.keyboard.press("v");
    await expect(timeline.list).toBeVisible();
    await expect(page).toHaveURL(/view=timeline/);
    await page.goto(`/?run=${recording}`);
    await expect(timeline.list).toBeVisible();
    await conversation.view("Conversation").click();
    await page.goto(`/?run=${recording}`);
    await expect(conversation.turn(2)).toBeVisible();
    await page.goto(`/?run=${recording}&row=1`);
    await expect(timeline.list).toBeVisible();
    await page.goto(`/?run=${recording}&row=1&view=conversation`);
    await expect(conversation.turn(1)).toBeVisible();
  });
});

test("a complete run shows its rows from the first, and its conversation where it was", async ({
  loupe,
  page,
  startAgent,
}) => {
  const { composer, conversation, timeline } = loupe;
  const agent = await startAgent("1.0");
  await page.setViewportSize({ width: 1280, height: 560 });
  await loupe.open("/", { isNewcomer: true });
  await loupe.connect.connectTo(agent.url);
  for (const turn of [1, 2, 3]) {
    await composer.sendMessage("stream");
    await expect(conversation.outcome(conversation.turn(turn))).toContainText("Completed");
  }
  const getOffset = (list: Locator) => list.evaluate(({ scrollTop }) => scrollTop);
  const getDistance = (list: Locator) =>
    list.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
  await composer.message.press("Escape");
  await expect(conversation.list).toBeFocused();
  await expect.poll(() => getOffset(conversation.list)).toBeGreaterThan(0);

  await page.keyboard.press("v");
  await expect(timeline.rows.nth(5)).toBeVisible();
  expect(await getOffset(timeline.list)).toBe(0);
  expect(await getDistance(timeline.list)).toBeGreaterThan(0);
  await page.keyboard.press("v");
  await expect(conversation.turn(3)).toBeVisible();
  await expect.poll(() => getDistance(conversation.list)).toBeLessThan(2);

  await test.step("the end of the rows is a key away, and a new message is followed", async () => {
    await page.keyboard.press("v");
    await expect(timeline.rows.nth(5)).toBeVisible();
    await composer.sendMessage("stream");
    await expect(timeline.headers.last()).toContainText("stream");
    await expect.poll(() => getDistance(timeline.list)).toBeLessThan(2);
    await expect.poll(() => getOffset(timeline.list)).toBeGreaterThan(0);
  });
});

test("a message grows while it streams, and the view follows", async ({
  loupe,
  startStreamingAgent,
}) => {
  const agent = await startStreamingAgent("1.0");
  const { composer, conversation } = loupe;
  await loupe.open("/", { isNewcomer: true });
  await loupe.connect.connectTo(agent.url);
  await composer.sendMessage("when can we sail?");
  const turn = conversation.turn(1);
  await expect(turn).toHaveAttribute("aria-busy", "true");
  for (let word = 0; word < 2; word++) agent.resume();
  await expect(turn).toContainText("High water");
  for (let word = 0; word < 4; word++) agent.resume();
  await expect(turn).toContainText("04:12");
  await expect(conversation.outcome(turn)).toContainText("Completed");
});

test("the playhead holds for the conversation", async ({ loupe, page }) => {
  const { conversation, transport, timeline } = loupe;
  await loupe.open();
  await loupe.chooseContent("count.jsonl", COUNT);
  await timeline.expectVerdict("Input required");
  await page.keyboard.press("v");
  await expect(conversation.turns).toHaveCount(2);
  await transport.toStart.click();
  await expect(conversation.turns).toHaveCount(1);
  const turn = conversation.turn(1);
  await expect(conversation.outcome(turn)).toContainText("Working");
  await transport.stepForward.click();
  await expect(conversation.answer(turn, "answer")).toContainText("one");
  await expect(turn).not.toContainText("two");
  await transport.stepForward.click();
  await expect(turn).toContainText("one two");
  await expect(conversation.playheadLine).toContainText("event 3 of 7");
  await conversation.panel.getByRole("button", { name: "Return to end" }).click();
  await expect(conversation.turns).toHaveCount(2);
  await expect(conversation.outcome(turn)).toContainText("Completed");
});

test("a turn that failed says why; plans and tools are folded into theirs", async ({
  loupe,
  page,
}) => {
  const { composer, conversation, inspector, summary, timeline } = loupe;
  await loupe.open("/", { isNewcomer: true });
  await loupe.connect.demo.click();
  await composer.sendMessage("fail");
  const failed = conversation.outcome(conversation.turn(1));
  await expect(failed).toContainText("Failed");
  // The turn says why: neither the bar above it nor the summary beside it repeats it.
  const reason = "The weather service did not answer (503).";
  await expect(conversation.turn(1).getByText(reason)).toHaveCount(1);
  await expect(summary.verdict).toHaveText(/^Failed/);
  await expect(summary.panel.getByText(reason)).toHaveCount(0);
  await expect(timeline.verdict).not.toContainText(reason);
  await conversation.view("Timeline").click();
  await expect(timeline.verdict).toContainText(reason);
  await expect(summary.reason).toContainText(reason);
  await conversation.view("Conversation").click();
  await composer.sendMessage("cut");
  const lost = conversation.outcome(conversation.turn(2));
  await expect(lost).toContainText("Connection lost");
  await expect(summary.verdict).toHaveText(/^Connection lost/);
  await expect(summary.panel.getByText(reason)).toHaveCount(0);
  await lost.getByRole("button", { name: "Show evidence" }).click();
  await expect(inspector.title).toContainText("connection lost");
  await composer.sendMessage("plan a trip");
  const planned = conversation.turn(3);
  await expect(conversation.outcome(planned)).toContainText("Completed");
  const work = conversation.work(planned);
  await expect(work).toContainText("tool call");
  await work.getByRole("button").first().click();
  await expect(work.getByRole("list", { name: "Plan steps" })).toBeVisible();
  await expectAccessible(page, "turns that failed, and one with a plan");
});

test(
  "two hundred turns of forty tasks stay light, beside the timeline too",
  LONG,
  async ({ loupe, page }) => {
    const { conversation, timeline, transport } = loupe;
    await page.setViewportSize({ width: 1600, height: 900 });
    await loupe.open();
    await loupe.chooseContent("many.jsonl", createRecordingLog(...createManyTasks(40)));
    await timeline.expectVerdict("Input required");
    await conversation.view("Both").click();
    await expect(timeline.list).toBeVisible();
    // The last turn is drawn wherever the list is: it is looked for at its place.
    await transport.toEnd.click();
    await expect(conversation.turn(200)).toBeInViewport();
    await expect(conversation.turn(200)).toContainText("task task-o…any-39");
    expect(await conversation.turns.count()).toBeLessThan(25);
    await conversation
      .turn(200)
      .getByRole("button", { name: /^task / })
      .click();
    await expect(conversation.panel).toContainText("5 of 200 turns");
    await page.goBack();
    await timeline.rows.last().click();
    await page.setViewportSize({ width: 1000, height: 900 });
    await expect(timeline.list).toBeHidden();
    await expect(conversation.turn(200)).toBeVisible();
  },
);

test("an exported file has the conversation", async ({ page }, info) => {
  const path = info.outputPath("run.html");
  const facts = {
    title: "Tides",
    exportedAt: "2026-01-02T03:04:05Z",
    version: "1",
    redaction: null,
  };
  const log = readFixtureFile("recorded/frameworks/gemini-cli-tools.jsonl").toString();
  const pieces: string[] = [];
  const viewer = readFileSync("public/viewer.html", "utf8");
  for await (const piece of writeHtmlLog(viewer, [log], facts)) pieces.push(piece);
  await writeFile(path, pieces.join(""));
  const file = new HtmlFilePage(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await file.openFrom(path, "#view=conversation");
  const { conversation } = file;
  await expect(conversation.turn(1)).toContainText("tool call");
  await expect(conversation.turn(1)).toContainText("Input required");
  await conversation.view("Timeline").click();
  await expect(file.timeline.list).toBeVisible();
  expect(file.pageErrors).toEqual({ errors: [], foreignRequests: [] });
});

test("forty tasks of one call are counted, and those that failed are named", async ({
  loupe,
  page,
}) => {
  const { conversation, inspector, rail, summary, timeline } = loupe;
  const names = Array.from({ length: 40 }, (_, i) => `task-${i + 1}`);
  const events = names.flatMap((taskId, i) => {
    const ids = { taskId, contextId: "context-1" };
    const artifact = {
      artifactId: `a${i}`,
      parts: [{ kind: "text", text: `Answer of ${taskId}` }],
    };
    const state = i === 6 || i === 22 ? "failed" : "completed";
    return [
      { kind: "artifact-update", ...ids, artifact },
      { kind: "status-update", ...ids, status: { state } },
    ];
  });
  await page.setViewportSize({ width: 1600, height: 900 });
  await loupe.open();
  await loupe.chooseContent("forty.jsonl", createRecordingLog({ prompt: "go", events }));
  await timeline.expectVerdict("Mixed");
  await expect(timeline.verdict).toContainText("38 completed, 2 failed: task-7, task-23.");
  await timeline.verdict.getByRole("button", { name: "task-23" }).click();
  await expect(inspector.fact("task")).toHaveText("task-23");
  // All tasks are listed, those that failed first.
  await expect(rail.tasks.nth(0)).toContainText("task-7");
  await expect(rail.tasks.nth(1)).toContainText("task-23");
  await page.keyboard.press("Escape");
  await timeline.verdict.getByRole("button", { name: "Mixed" }).click();
  await expect(summary.panel.getByRole("button", { name: "task-7", exact: true })).toBeVisible();
  await conversation.view("Conversation").click();
  await expect(conversation.turn(1).locator("[data-part=task]").first()).toHaveText("task task-1");
  await expectAccessible(page, "forty tasks");
});

test("a tool that failed is marked where its call stands, and problems where they are", async ({
  loupe,
  page,
}) => {
  const { conversation, rail, timeline } = loupe;
  await loupe.open();
  await loupe.chooseContent(
    "tools.jsonl",
    readFixtureFile("recorded/frameworks/adk-js-tools.jsonl"),
  );
  await timeline.expectVerdict("Completed, with a failed tool and 2 lost appends");
  await expect(timeline.row("Tool", "no gauge in Atlantis")).toHaveCount(1);
  await expect(rail.exchange("message/stream").locator("[data-hue]").first()).toHaveAttribute(
    "data-hue",
    "warning",
  );
  await conversation.view("Conversation").click();
  const turn = conversation.turn(1);
  await expect(conversation.work(turn).getByRole("button").first()).toContainText(
    "1 tool call failed",
  );
  await expect(turn.getByText("append to unknown artifact").first()).toBeVisible();
  await expectAccessible(page, "a turn with a failed tool");
});
