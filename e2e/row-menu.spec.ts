// The menu of a row: by right click, keys and its button; what it copies, filters and opens.
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("the menu of a row copies, filters, and opens what belongs to the row", async ({
  loupe,
  page,
}) => {
  const { composer, timeline, inspector, library, filter } = loupe;
  const menu = page.getByRole("menu", { name: "Row actions" });
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const row = timeline.row("Message", "without a task");
  const choose = async (name: string) => {
    await row.click({ button: "right" });
    await menu.getByRole("menuitem", { name }).click();
    await expect(menu).toBeHidden();
  };
  await loupe.connectToDemo();
  await composer.sendMessage("message");
  await timeline.expectVerdict("Answered with a message");

  await test.step("by right click", async () => {
    await row.click({ button: "right" });
    await expect(menu.getByRole("menuitem").first()).toBeFocused();
    await expect(row).toHaveAttribute("aria-selected", "true");
    await expectAccessible(page, "row menu");
    await page.keyboard.press("ArrowDown");
    await expect(menu.getByRole("menuitem").nth(1)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(row).toBeFocused();
  });
  await test.step("by its button, and closed by a click elsewhere", async () => {
    await row.hover();
    await row.getByRole("button", { name: "Row actions" }).click();
    await expect(menu).toBeVisible();
    await inspector.title.click();
    await expect(menu).toBeHidden();
  });
  await test.step("copies", async () => {
    await choose("Copy row text");
    await expect.poll(readClipboard).toContain("A plain message without a task.");
    await choose("Copy row JSON");
    await expect.poll(readClipboard).toMatch(/^\{/);
    expect(typeof JSON.parse(await readClipboard())).toBe("object");
    await choose("Copy link to row");
    await expect.poll(readClipboard).toMatch(/\?run=[^&]+&row=\d+/);
    expect(new URL(await readClipboard()).searchParams.get("run")).toBe(loupe.recording);
    await choose("Copy as curl");
    await expect.poll(readClipboard).toMatch(/^curl .*--url .*\/demo.*SendStreamingMessage/s);
  });
  await test.step("pins the row above the others, also in a link", async () => {
    const pinned = page.getByRole("grid", { name: "Pinned rows" }).getByRole("row");
    await choose("Pin row");
    await expect(pinned).toHaveCount(1);
    await expect(page).toHaveURL(/[?&]pin=\d+/);
    await expectAccessible(page, "pinned rows");
    await loupe.reload();
    await expect(pinned).toContainText("without a task");
    await pinned.getByRole("button", { name: "Unpin row" }).click();
    await expect(pinned).toHaveCount(0);
    await composer.message.waitFor();
  });
  await test.step("evidence and note", async () => {
    await choose("Go to evidence");
    await expect(inspector.tab("Wire")).toHaveAttribute("aria-selected", "true");
    await choose("Add note to event");
    await expect(library.note).toBeFocused();
    await page.keyboard.press("Escape");
  });
  await test.step("edit and resend", async () => {
    await timeline.rows.first().click({ button: "right" });
    await menu.getByRole("menuitem", { name: "Edit and resend" }).click();
    await expect(composer.requestField("Request body")).toContainText("message");
    await composer.requestEditor.getByRole("button", { name: "Back to message" }).click();
  });
  await test.step("rows of this kind", async () => {
    const kind = await row.getAttribute("data-kind");
    await choose("Show only rows of this kind");
    await expect(timeline.rows.first()).toHaveAttribute("data-kind", kind ?? "");
    const kinds = await timeline.rows.evaluateAll((rows) =>
      rows.map((one) => one.getAttribute("data-kind")),
    );
    expect(new Set(kinds)).toEqual(new Set([kind]));
    await expect(page).toHaveURL(/hide=/);
  });
  await filter.query.focus();
});
