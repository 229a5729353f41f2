// The timeline follows the newest row until the user scrolls away.
import { expect, test } from "./support/fixtures.ts";

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
