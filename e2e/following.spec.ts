// The views follow the end of the run until the user scrolls away, and keep their place then.
import type { Locator } from "@playwright/test";
import { expect, test } from "./support/fixtures.ts";
import { createManyTurnsLog } from "./support/logs.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("only the user ends following: by wheel or by key", async ({ loupe, startAgent }) => {
  const { page, composer, timeline, transport } = loupe;
  const agent = await startAgent("1.0");
  await loupe.connectTo(agent.url);
  await composer.sendMessage("rows");
  await expect(timeline.row("Artifact").nth(8)).toBeVisible();
  const distance = () =>
    timeline.list.evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
  const returnToEnd = async () => {
    await transport.follow.click();
    await expect.poll(distance).toBeLessThan(2);
    await expect(transport.following).toBeVisible();
  };

  await test.step("a view that grows, also if only for a moment, does not", async () => {
    await timeline.list.evaluate(async (list) => {
      const above = document.createElement("div");
      list.before(above);
      for (let round = 0; round < 20; round++) {
        for (const height of [0, 100, 0, round % 2 === 0 ? 100 : 50]) {
          above.style.height = `${height}px`;
          // Without the layout, the browser would not scroll.
          list.getBoundingClientRect();
        }
        // Scroll events are sent before the callbacks of a frame.
        await new Promise(requestAnimationFrame);
      }
      above.remove();
    });
    await expect.poll(distance).toBeLessThan(2);
  });

  await test.step("a window that becomes narrow does not, even under a finger", async () => {
    await timeline.list.dispatchEvent("pointerdown", { buttons: 1 });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(transport.following).toBeVisible();
    await expect.poll(distance).toBeLessThan(2);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect.poll(distance).toBeLessThan(2);
  });

  await test.step("the wheel does", async () => {
    await timeline.list.hover();
    await page.mouse.wheel(0, -200);
    await expect.poll(distance).toBeGreaterThan(300);
    await returnToEnd();
  });

  await test.step("a key does", async () => {
    await timeline.row("Artifact").last().click();
    for (let times = 0; times < 12; times++) await page.keyboard.press("ArrowUp");
    await expect.poll(distance).toBeGreaterThan(60);
  });
});

/** The text at the top of a list. */
const readTop = (list: Locator) =>
  list.evaluate((box) => {
    const { left, top } = box.getBoundingClientRect();
    const row = document.elementFromPoint(left + 40, top + 8)?.closest("[data-row]");
    return row?.textContent ?? "";
  });

async function scrollTo(list: Locator, top: number): Promise<string> {
  await list.evaluate(async (box, top) => {
    box.scrollTo(0, top);
    // The rows in view are drawn in the first frame, and measured in it.
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
  }, top);
  return readTop(list);
}

test("a view keeps its place while another view, layout or density is shown", async ({ loupe }) => {
  const { page, timeline, conversation, filter, palette, rail } = loupe;
  await loupe.open();
  await loupe.chooseContent("turns.jsonl", createManyTurnsLog());
  await timeline.expectVerdict("Completed");
  const row = await scrollTo(timeline.list, 3_000);
  const isAtRow = () => expect.poll(() => readTop(timeline.list)).toBe(row);
  expect(row).toMatch(/^\+/);

  await test.step("the timeline", async () => {
    await palette.choose("row height");
    await isAtRow();
    await palette.choose("row height");
    await isAtRow();
    // Each layout has its own rows.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => readTop(timeline.list)).toContain(row.slice(0, 12));
    await page.setViewportSize({ width: 1280, height: 720 });
    await isAtRow();
  });
  await test.step("filtered, it begins at the next row that is shown", async () => {
    await filter.query.fill("completed");
    await expect.poll(() => readTop(timeline.list)).toMatch(/^\+40\.8.*Completed/);
    await filter.query.fill("about task 10");
    await expect.poll(() => readTop(timeline.list)).toMatch(/Question 50/);
    await filter.query.fill("");
    await isAtRow();
    await filter.query.fill("completed");
    const found = await scrollTo(timeline.list, 600);
    await filter.query.fill("");
    await expect.poll(() => readTop(timeline.list)).toBe(found);
    await scrollTo(timeline.list, 3_000);
  });
  await test.step("an exchange begins at its top, and the run is where it was left", async () => {
    await rail.exchange("message/stream").nth(3).click();
    await expect(page).toHaveURL(/exchange=/);
    await expect.poll(() => readTop(timeline.list)).toMatch(/^\+0\.000Message/);
    await page.goBack();
    await isAtRow();
  });
  await test.step("the conversation", async () => {
    await conversation.view("Conversation").click();
    await expect(conversation.turn(1)).toBeVisible();
    const turn = await scrollTo(conversation.list, 4_321);
    expect(turn).toContain("Question");
    await conversation.view("Timeline").click();
    await isAtRow();
    await conversation.view("Conversation").click();
    await expect.poll(() => readTop(conversation.list)).toBe(turn);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => readTop(conversation.list)).toBe(turn);
  });
});
