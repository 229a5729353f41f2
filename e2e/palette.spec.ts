// The command palette takes the keys typed right after its shortcut, and opens again while it closes.
import { expect, test } from "./support/fixtures.ts";
import { RequestGate } from "./support/request-gate.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("text typed right after the palette's shortcut goes into the palette", async ({
  loupe,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  const { page, composer, palette } = loupe;
  await page.emulateMedia({ colorScheme: "dark" });
  const scripts = await RequestGate.install(page, "**/*.js");
  await loupe.connectTo(agent.url);
  await composer.message.fill("draft");
  // The first time, the palette still loads its entries.
  scripts.hold();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("light theme");
  await page.keyboard.press("Enter");
  await expect(palette.box).toHaveValue("light theme");
  await expect(composer.message).toHaveValue("draft");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect.poll(() => scripts.heldCount).toBeGreaterThan(0);
  scripts.open();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(palette.dialog).toBeHidden();
  await expect(composer.message).toBeFocused();
  await expect(composer.message).toHaveValue("draft");
});

test("a palette requested while it closes opens again", async ({ loupe }) => {
  const { page, palette } = loupe;
  await loupe.open();
  await palette.open();
  const isOpen = await page.evaluate(async () => {
    const dialog = document.querySelector("dialog");
    const closed = new Promise((resolve) => dialog?.addEventListener("close", resolve));
    dialog?.click();
    for (let turn = 0; turn < 100 && dialog?.open; turn++) await null;
    const wasClosed = dialog?.open === false;
    const chord = { key: "k", ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent("keydown", chord));
    // The browser sends this event late. What it changes is on the screen two frames later.
    await closed;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return wasClosed && dialog.open;
  });
  expect(isOpen).toBe(true);
  await expect(palette.box).toBeFocused();
});

test("a palette requested while Escape closes it opens again", async ({ loupe }) => {
  const { page, palette } = loupe;
  await loupe.open();
  await palette.open();
  const isOpen = await page.evaluate(async () => {
    const dialog = document.querySelector("dialog");
    const closed = new Promise((resolve) => dialog?.addEventListener("close", resolve));
    // The effect of Escape. The browser sends the close event in a separate task.
    dialog?.requestClose();
    const wasClosed = dialog?.open === false;
    for (let turn = 0; turn < 100; turn++) await null;
    const chord = { key: "k", ctrlKey: true, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new KeyboardEvent("keydown", chord));
    await closed;
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return wasClosed && dialog.open;
  });
  expect(isOpen).toBe(true);
  await expect(palette.box).toBeFocused();
});

test("where most commands wait for a run, it says so", async ({ loupe }) => {
  await loupe.open();
  await loupe.page.keyboard.press("Control+k");
  await loupe.palette.box.fill("mock");
  await expect(loupe.palette.dialog).toContainText("Most commands appear once a run is open.");
});

test("the word “byte” leads to the bytes of the first row, while none is selected", async ({
  loupe,
}) => {
  const { page, composer, inspector, palette, timeline } = loupe;
  await loupe.connectToDemo();
  await composer.sendMessage("fail");
  await timeline.expectVerdict("Failed");
  await composer.sendMessage("message");
  await timeline.expectVerdict("Answered with a message");
  await palette.open();
  await palette.box.fill("byte");
  await page.keyboard.press("Enter");
  await expect(inspector.panel.getByRole("tab", { name: "Wire" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
});
