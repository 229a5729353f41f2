// The settings page: one address for each section, and settings that take effect at once and are kept.
import { TestCollector } from "../lib/server/telemetry/collector.testkit.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

test("settings have addresses, take effect at once and are kept", async ({ loupe, page }) => {
  const { composer, palette, timeline } = loupe;
  await loupe.connectToDemo();
  await composer.sendMessage("plan a trip");
  await timeline.expectVerdict("Completed");
  const dialog = page.getByRole("dialog", { name: "Settings" });
  const section = (name: string) => dialog.getByRole("button", { name, exact: true });
  const heading = (name: string) => dialog.getByRole("heading", { name, exact: true, level: 3 });

  await palette.choose("settings");
  await expect(heading("Appearance")).toBeVisible();
  await expect(page).toHaveURL(/settings=appearance/);
  await dialog.getByRole("radio", { name: "Light" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  const row = timeline.rows.first();
  const rowHeight = async () => (await row.boundingBox())?.height ?? 0;
  const comfortable = await rowHeight();
  await dialog.getByRole("radio", { name: "Compact" }).click();
  await expect.poll(rowHeight).toBeLessThan(comfortable);
  await section("Time").click();
  await expect(page).toHaveURL(/settings=time/);
  await dialog.getByRole("radio", { name: "Clock" }).click();
  await dialog.getByRole("checkbox", { name: "Fold idle time" }).uncheck();
  await section("Limits").click();
  await expect(dialog.getByRole("textbox", { name: "Response size" })).toHaveValue("1 GB");
  await section("Telemetry").click();
  await expect(dialog.getByRole("textbox", { name: "Backend" })).toHaveValue("");
  await expect(dialog.getByRole("group", { name: "Status" })).toContainText("0 calls waiting");
  await section("Dialects").click();
  await expect(dialog.getByRole("radio", { name: "Use dialects" })).toBeChecked();
  await section("Keys").click();
  await expect(dialog).toContainText("Saved requests");
  await expectAccessible(page, "settings", "dialog[open]");

  // Back goes through the sections, then to the run.
  await page.goBack();
  await expect(heading("Dialects")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/settings=/);
  const time = page.getByRole("row").getByText(/^\d\d:\d\d:\d\d\.\d{3}$/);
  await expect(time.first()).toBeVisible();

  await page.goto(`${new URL(page.url()).pathname}?settings=time`);
  await expect(heading("Time")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: "Clock" })).toBeChecked();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a toast is above the composer, however tall it is", async ({ loupe, page }) => {
  const { composer, requests } = loupe;
  await page.setViewportSize({ width: 1024, height: 768 });
  await loupe.connectToDemo();
  await composer.message.fill("plan\na\ntrip");
  await requests.chooseSaved(/^Save this message/);
  await requests.saveAs("Trip");
  const isAbove = async () => {
    const toast = await requests.toast.boundingBox();
    const foot = await page.getByRole("region", { name: "Composer" }).boundingBox();
    return (toast?.y ?? 0) > 500 && (toast?.y ?? 0) + (toast?.height ?? 0) <= (foot?.y ?? 0);
  };
  await expect.poll(isAbove).toBe(true);
  // The pointer keeps it there.
  await requests.toast.hover();
  await composer.message.fill("plan\na\ntrip\nof\nmany\nlines");
  await expect.poll(isAbove).toBe(true);
});

test("on a phone all sections are in view, and the fields of a saved request fit", async ({
  loupe,
  page,
}) => {
  const { composer, requests } = loupe;
  await page.setViewportSize({ width: 390, height: 844 });
  await loupe.open("/?settings=conventions");
  const settings = page.getByRole("dialog", { name: "Settings" });
  const sections = settings.getByRole("navigation", { name: "Settings" }).getByRole("button");
  await expect(sections).toHaveCount(6);
  for (const section of await sections.all()) await expect(section).toBeInViewport({ ratio: 1 });
  await loupe.connectToDemo();
  await composer.message.fill("plan a trip to {{harbor}}");
  await requests.chooseSaved(/^Save this message/);
  await requests.saveAs("Trip");
  // What says that it was saved does not cover what sends it.
  const toast = await requests.toast.boundingBox();
  const send = await composer.send.boundingBox();
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(send?.y ?? 0);
  await requests.toast.getByRole("button", { name: "Show" }).click();
  await expect(requests.form).toBeVisible();
  const { left, right } = await requests.dialog.evaluate((element) =>
    element.getBoundingClientRect().toJSON(),
  );
  for (const field of [requests.field("Message text"), requests.field("Value of harbor")]) {
    const box = await field.boundingBox();
    expect(box?.x ?? 0).toBeGreaterThan(left);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(right);
  }
});

test(
  "calls are sent to the backend that the settings name, and its credentials are not shown",
  LONG,
  async ({ loupe, ownServer, page }) => {
    const collector = await TestCollector.start();
    try {
      await loupe.connectToDemo(ownServer.url);
      await loupe.palette.choose("settings");
      const dialog = page.getByRole("dialog", { name: "Settings" });
      await dialog.getByRole("button", { name: "Telemetry", exact: true }).click();
      const status = dialog.getByRole("group", { name: "Status" });
      await dialog.getByRole("textbox", { name: "Backend" }).fill("nowhere");
      await dialog.getByRole("button", { name: "Save backend" }).click();
      await expect(dialog.getByRole("alert")).toContainText("must be an http or https address");
      await dialog.getByRole("textbox", { name: "Backend" }).fill(collector.url);
      await dialog.getByLabel("Headers", { exact: true }).last().fill("x-key=secret-token");
      await dialog.getByRole("button", { name: "Save backend" }).click();
      await expect(dialog.getByRole("group", { name: "Headers" })).toContainText("Stored: x-key");
      await expectAccessible(page, "telemetry settings", "dialog[open]");
      await dialog.getByRole("button", { name: "Close" }).click();
      await loupe.composer.sendMessage("plan a trip");
      await loupe.timeline.expectVerdict("Completed");
      await collector.waitUntil(() => collector.spans.length > 0);
      expect(collector.spans.map(({ name }) => name)).toContain("SendStreamingMessage");
      expect(collector.requests[0]?.headers["x-key"]).toBe("secret-token");
      await page.goto(`${ownServer.url}/?settings=telemetry`);
      await expect(status).toContainText(/[1-9]\d* calls? sent since the start, 0 calls waiting/);
      expect(await page.content()).not.toContain("secret-token");
    } finally {
      await collector.close();
    }
  },
);
