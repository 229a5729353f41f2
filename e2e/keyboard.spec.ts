// Everything works without a mouse, in both themes, and on a screen as narrow as a phone's.
import { expect, LONG, test } from "./support/fixtures.ts";
import { tabTo } from "./support/keys.ts";
import { createChunk, createTaskEvents, formatSseLog } from "./support/logs.ts";
import { RequestGate } from "./support/request-gate.ts";

test.describe("with the keyboard alone", () => {
  test("a user connects, sends, walks the rows and reads the bytes", async ({
    loupe,
    startAgent,
  }) => {
    const agent = await startAgent("1.0");
    const { page, connect, composer, timeline, inspector } = loupe;
    const { keyboard } = page;
    await loupe.open();
    await expect(connect.address).toBeFocused();
    await keyboard.type(agent.url);
    await keyboard.press("Enter");
    await expect(composer.message).toBeFocused();
    await keyboard.type("stream");
    await keyboard.press("Control+Enter");
    await timeline.expectVerdict("Completed");
    await expect(composer.message).toBeFocused();
    await expect(composer.message).toHaveValue("");

    await tabTo(page, timeline.rows.first(), "Shift+Tab");
    await keyboard.press("End");
    await expect(timeline.rows.last()).toBeFocused();
    await expect(timeline.rows.last()).toHaveAttribute("aria-selected", "true");
    await expect(inspector.title).toContainText("stream ended");
    await keyboard.press("ArrowUp");
    await expect(inspector.title).toContainText("completed");
    await keyboard.press("ArrowUp");
    await expect(timeline.row("Artifact")).toBeFocused();
    await expect(inspector.title).toContainText("answer");
    await keyboard.press("Home");
    await expect(timeline.rows.first()).toBeFocused();
    await keyboard.press("ArrowDown");
    await expect(timeline.rows.nth(1)).toBeFocused();

    await tabTo(page, inspector.tab("Rendered"));
    await keyboard.press("ArrowRight");
    await expect(inspector.tab("Chunks")).toBeFocused();
    await keyboard.press("ArrowRight");
    await expect(inspector.tab("Decoded")).toBeFocused();
    await expect(inspector.tab("Decoded")).toHaveAttribute("aria-selected", "true");
    await keyboard.press("ArrowRight");
    await expect(inspector.tab("Wire")).toBeFocused();
    await tabTo(page, inspector.wire);
    await expect(inspector.wire).toBeFocused();
  });

  test("Escape leads from the composer to the rows, which then take the focus", async ({
    loupe,
  }) => {
    const { page, composer, timeline } = loupe;
    const selected = timeline.list.locator("[aria-selected=true]");
    await loupe.connectToDemo();
    await composer.sendMessage("message");
    await timeline.expectVerdict("Answered with a message");
    await composer.message.press("Escape");
    await expect(timeline.list).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(selected).toBeFocused();
    await page.keyboard.press("j");
    await expect(selected).toBeFocused();
    await page.keyboard.press("m");
    await expect(composer.message).toBeFocused();
    await composer.message.press("Escape");
    await expect(selected).toBeFocused();
  });

  test(
    "saved logs have one tab stop, and can be opened, exported and deleted",
    LONG,
    async ({ loupe, startAgent }) => {
      const agent = await startAgent("1.0");
      const { page, composer, timeline, rail, exporting } = loupe;
      const { keyboard } = page;
      const words = ["stream alpha", "stream beta", "stream gamma"];
      for (const word of words) {
        await loupe.connectTo(agent.url);
        await composer.sendMessage(word);
        await timeline.expectVerdict("Completed");
      }
      const [alpha, beta, gamma] = words.map((word) => rail.savedLog(word));
      if (!alpha || !beta || !gamma) throw new Error("there are three");
      await expect(gamma).toHaveAttribute("aria-current", "true");
      // Other logs may be between them.
      await gamma.focus();
      await tabTo(page, beta, "ArrowDown");
      await tabTo(page, alpha, "ArrowDown");
      await keyboard.press("Enter");
      await expect(alpha).toHaveAttribute("aria-current", "true");
      await expect(timeline.row("Message", "stream alpha")).toHaveCount(1);

      await alpha.focus();
      await keyboard.press("ArrowRight");
      await expect(
        alpha.getByRole("button", { name: "More actions for stream alpha" }),
      ).toBeFocused();
      await keyboard.press("ArrowLeft");
      await expect(alpha).toBeFocused();
      await keyboard.press("ArrowRight");
      await keyboard.press("Enter");
      await expect(page.getByRole("menuitem", { name: "Rename" })).toBeFocused();
      await keyboard.press("e");
      await expect(page.getByRole("menuitem", { name: "Export" })).toBeFocused();
      await keyboard.press("Enter");
      await expect(exporting.dialog).toBeVisible();
      const loading = page.waitForEvent("download");
      const download = exporting.dialog.getByRole("button", { name: "Download" });
      // Until the log is read, it takes no focus.
      await expect(download).toBeEnabled();
      await tabTo(page, download);
      await keyboard.press("Enter");
      expect((await loading).suggestedFilename()).toMatch(/\.jsonl$/);
      await exporting.close();

      await beta.focus();
      await keyboard.press("Delete");
      await expect(beta).toHaveCount(0);
      // A neighbor has the focus, and with it the tab stop.
      await expect(rail.savedLog("").and(page.locator(":focus"))).toHaveCount(1);
      await expect(rail.savedLogs.locator("[tabindex='0']")).toHaveCount(1);
      await page.getByRole("button", { name: "Undo" }).focus();
      await keyboard.press("Enter");
      await expect(beta).toHaveCount(1);
    },
  );

  test("a user reaches the demo agent, a log and the start page", async ({ loupe }) => {
    const { page, connect, composer } = loupe;
    await loupe.open();
    await tabTo(page, page.getByRole("button", { name: "Drop a log here" }));
    const choosing = page.waitForEvent("filechooser");
    await page.keyboard.press("Enter");
    const buffer = Buffer.from(formatSseLog(createTaskEvents(createChunk("chosen"))));
    await (await choosing).setFiles({ name: "a.sse", mimeType: "text/plain", buffer });
    await loupe.timeline.expectVerdict("Completed");
    await tabTo(page, page.getByRole("button", { name: "Loupe, start page" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await tabTo(page, connect.demo);
    await page.keyboard.press("Enter");
    await expect(composer.message).toBeFocused();
  });

  test("a user returns to the address box, and finds what a message is for", async ({
    loupe,
    startAgent,
  }) => {
    const agent = await startAgent("0.3");
    const { page, connect, composer } = loupe;
    await loupe.connectTo(agent.url);
    await page.keyboard.press("Control+l");
    await expect(connect.address).toBeFocused();
    await loupe.palette.choose("write a message");
    await expect(composer.message).toBeFocused();
    await tabTo(page, composer.method);
    await page.keyboard.type("message/send");
    await expect(composer.method).toHaveValue("send");
    await tabTo(page, composer.message, "Shift+Tab");
    await page.keyboard.type("message");
    await tabTo(page, composer.send);
    await page.keyboard.press("Enter");
    await loupe.timeline.expectVerdict("Answered with a message");
  });
});

test("keys that are pressed while the page loads count", async ({ loupe, page, startAgent }) => {
  const agent = await startAgent("1.0");
  const { connect, composer, library } = loupe;
  const scripts = await RequestGate.install(page, "**/_next/**/*.js");
  scripts.hold();
  await page.goto("/", { waitUntil: "commit" });
  await connect.address.waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("l");
  scripts.open();
  await expect(library.dialog).toBeVisible();
  await page.keyboard.press("Escape");

  scripts.hold();
  await page.goto("/", { waitUntil: "commit" });
  await connect.address.focus();
  await page.keyboard.type(agent.url);
  await page.keyboard.press("Enter");
  scripts.open();
  await composer.message.waitFor();
  await expect(connect.address).toHaveValue(agent.url);
});

test("Enter sends if the user wants so, and the button says which keys do", async ({
  loupe,
  page,
}) => {
  const { composer, timeline, palette } = loupe;
  await loupe.connectToDemo();
  await expect(composer.send).toHaveText(/Ctrl ↵$/);
  await composer.message.fill("message");
  await composer.message.press("Enter");
  await expect(composer.message).toHaveValue("message\n");
  await palette.choose("Send with Enter");
  await expect(composer.send).toHaveText(/Send ↵$/);
  await composer.message.fill("message");
  await composer.message.press("Shift+Enter");
  await expect(composer.message).toHaveValue("message\n");
  await composer.message.press("Enter");
  await timeline.expectVerdict("Answered with a message");
  await expect(composer.message).toHaveValue("");
  await loupe.reload();
  await expect(composer.send).toHaveText(/Send ↵$/);
  await page.keyboard.press("m");
  await expect(composer.message).toBeFocused();
});

test.describe("the theme", () => {
  for (const theme of ["dark", "light"] as const) {
    const other = theme === "dark" ? "light" : "dark";
    test(`is ${theme} if and while the system is, and stays as chosen`, async ({ loupe }) => {
      const { page } = loupe;
      await page.emulateMedia({ colorScheme: theme });
      await loupe.open();
      const document = page.locator("html");
      await expect(document).toHaveAttribute("data-theme", theme);
      await page.emulateMedia({ colorScheme: other });
      await expect(document).toHaveAttribute("data-theme", other);
      await page.emulateMedia({ colorScheme: theme });
      await expect(document).toHaveAttribute("data-theme", theme);
      const background = () =>
        page.evaluate(() => getComputedStyle(window.document.body).backgroundColor);
      const before = await background();
      await page.getByRole("button", { name: `${other} theme` }).click();
      await expect(document).toHaveAttribute("data-theme", other);
      await expect.poll(background).not.toBe(before);
      await loupe.reload();
      await expect(document).toHaveAttribute("data-theme", other);
    });
  }
});

test.describe("at 390 pixels", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("one pane is shown at a time, and a selected row shows its bytes", async ({
    loupe,
    startAgent,
  }) => {
    const agent = await startAgent("1.0");
    const { page, composer, timeline, inspector, rail } = loupe;
    const pane = (name: string) =>
      page.getByRole("navigation", { name: "Panes" }).getByRole("button", { name });
    await loupe.connectTo(agent.url);
    await composer.sendMessage("stream");
    await timeline.expectVerdict("Completed");
    await timeline.row("Artifact").click();
    await expect(inspector.rendered).toBeVisible();
    await expect(timeline.list).toBeHidden();
    await pane("Exchanges").click();
    await expect(inspector.panel).toBeHidden();
    await rail.exchange("SendStreamingMessage").click();
    await expect(timeline.row("Artifact")).toBeVisible();
    await pane("Inspector").click();
    await expect(loupe.summary.title).toHaveText("Exchange summary");
    await pane("Timeline").click();
    await expect(composer.message).toBeVisible();
  });
});
