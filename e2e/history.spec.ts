// Back and Forward stay in Loupe and restore the previous view. The title names it. Escape returns to
// the rows. A file that cannot be read closes nothing.
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { createChunk, createRecordingLog, createTaskEvents } from "./support/logs.ts";

const COUNT = createRecordingLog({
  prompt: "count to three",
  events: createTaskEvents(createChunk("one "), createChunk("two", true)),
});
const SPELL = createRecordingLog({
  prompt: "spell it",
  events: createTaskEvents(createChunk("a b c")),
});
const NO_LOG = "These are notes, and no log of anything.\n";

test("Back and Forward go through exchanges, the card and dialogs of a run", async ({
  loupe,
  page,
}) => {
  const { composer, timeline, rail, card, library, palette, transport } = loupe;
  await loupe.connectToDemo();
  await composer.sendMessage("message");
  await timeline.expectVerdict("Answered with a message");
  await composer.sendMessage("fail");
  await expect(rail.exchangeWithText("fail")).toBeVisible();
  await expect(timeline.verdict).not.toHaveAttribute("data-kind", "live");
  const run = loupe.recording;
  const cardPage = card.page;

  await test.step("an exchange", async () => {
    await rail.exchangeWithText("message").click();
    await expect(page).toHaveURL(/exchange=\d/);
    await page.goBack();
    await expect(rail.everything).toHaveAttribute("aria-selected", "true");
    await expect(page).not.toHaveURL(/exchange=/);
    await page.goForward();
    await expect(rail.exchangeWithText("message")).toHaveAttribute("aria-selected", "true");
  });
  await test.step("the card", async () => {
    await card.show();
    await page.goBack();
    await expect(cardPage).toBeHidden();
    await expect(rail.exchangeWithText("message")).toHaveAttribute("aria-selected", "true");
    await page.goForward();
    await expect(cardPage).toBeVisible();
    await page.goBack();
  });
  await test.step("a dialog", async () => {
    await library.open();
    await page.goBack();
    await expect(library.dialog).toBeHidden();
    await page.goForward();
    await expect(library.dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(library.dialog).toBeHidden();
  });
  await test.step("a dialog opened from the palette", async () => {
    await palette.open();
    await page.keyboard.type("All rules");
    await page.keyboard.press("Enter");
    await expect(loupe.problems.rulesDialog).toBeVisible();
    await loupe.problems.rulesDialog
      .getByRole("button")
      .filter({ hasText: /\w-\w/ })
      .first()
      .click();
    await expect(page).toHaveURL(/rule=(?!all)/);
    await page.goBack();
    await expect(page).toHaveURL(/rule=all/);
    await page.goBack();
    await expect(loupe.problems.rulesDialog).toBeHidden();
    await expect(page).not.toHaveURL(/rule=/);
  });
  await test.step("selecting rows and scrubbing add no history entry", async () => {
    const steps = await page.evaluate(() => history.length);
    await timeline.rows.nth(1).click();
    await timeline.rows.nth(2).click();
    await page.keyboard.press("ArrowDown");
    await transport.scrub(0.1, 0.7);
    await transport.stepBack.click();
    await expect(page).toHaveURL(/row=\d+/);
    await expect(page).toHaveURL(/at=\d+/);
    expect(await page.evaluate(() => history.length)).toBe(steps);
  });
  await page.goBack();
  await expect(rail.everything).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(loupe.connect.demo).toBeVisible();
  await expect(page).toHaveTitle("Loupe");
  await page.goForward();
  await expect(page).toHaveURL(new RegExp(`run=${run}`));
  await expect(rail.exchangeWithText("fail")).toBeVisible();
  await composer.message.waitFor();
});

test("Back returns to the previous run and its view, also to files", async ({
  loupe,
  page,
  ownServer,
}) => {
  const { timeline, library, inspector, filter } = loupe;
  await loupe.open(ownServer.url);
  for (const [name, log] of [
    ["count.jsonl", COUNT],
    ["spell.jsonl", SPELL],
  ] as const) {
    await loupe.chooseContent(name, log);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await timeline.expectVerdict("Completed");
    await expect(page).toHaveURL(/run=/);
  }
  const spelled = loupe.recording;
  await timeline.row("Artifact").click();
  await inspector.show("Decoded");
  await filter.query.fill("a");
  await expect(page).toHaveURL(/find=a/);
  await library.open();
  await library.row("count to three").click();
  await expect(page).not.toHaveURL(new RegExp(spelled));
  await timeline.expectVerdict("Completed");

  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`run=${spelled}`));
  await expect(library.dialog).toBeHidden();
  await expect(timeline.row("Artifact")).toHaveAttribute("aria-selected", "true");
  await expect(filter.query).toHaveValue("a");
  await expect(page).toHaveURL(/tab=decoded/);
  await page.goBack();
  await expect(timeline.list).toContainText("count to three");
  await timeline.expectVerdict("Completed");
  await expect(page).not.toHaveURL(new RegExp(spelled));
  await page.goForward();
  await expect(page).toHaveURL(new RegExp(`run=${spelled}`));

  await test.step("a reload keeps run, view and history", async () => {
    await loupe.reload();
    await expect(timeline.row("Artifact")).toHaveAttribute("aria-selected", "true");
    await page.goForward();
    await expect(timeline.list).toContainText("count to three");
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`run=${spelled}`));
    await expect(filter.query).toHaveValue("a");
    await page.goBack();
    await expect(timeline.list).toContainText("count to three");
  });
});

test(
  "opening a comparison adds a history entry, and closing it does not",
  LONG,
  async ({ loupe, page }) => {
    const { composer, timeline, diff } = loupe;
    await loupe.connectToDemo();
    await composer.sendMessage("message");
    await timeline.expectVerdict("Answered with a message");
    await timeline.rows.first().click();
    await page.keyboard.press("c");
    await expect(diff.dialog).toBeVisible();
    await page.goBack();
    await expect(diff.dialog).toBeHidden();
    await page.goForward();
    await expect(diff.dialog).toBeVisible();
    await diff.dialog.getByRole("button", { name: "Close" }).click();
    await expect(diff.dialog).toBeHidden();
    await page.goBack();
    await expect(loupe.connect.demo).toBeVisible();
  },
);

test("a rule page opened by its URL closes to the start page", LONG, async ({ loupe, page }) => {
  await loupe.open("/?rule=all");
  await expect(loupe.problems.rulesDialog).toBeVisible();
  await expect(page).toHaveTitle("Rules · Loupe");
  await page.keyboard.press("Escape");
  await expect(loupe.problems.rulesDialog).toBeHidden();
  await expect(page).toHaveTitle("Loupe");
});

test("the title names what is open and its state", async ({ loupe, page, startAgent }) => {
  const { composer, timeline, rail, card, library } = loupe;
  const agent = await startAgent("1.0");
  await loupe.open();
  await expect(page).toHaveTitle("Loupe");
  await loupe.connect.connectTo("http://127.0.0.1:9");
  await expect(page).toHaveTitle("Not connected to http://127.0.0.1:9 · Loupe");
  await loupe.connect.connectTo(agent.url);
  await composer.sendMessage("slow");
  await expect(page).toHaveTitle("Working · slow · Loupe");
  await composer.stopWatching.click();
  await expect(page).toHaveTitle("Stopped watching · slow · Loupe");
  await rail.exchangeWithText("slow").click();
  await expect(page).toHaveTitle("Stopped watching · SendStreamingMessage · slow · Loupe");
  await card.show();
  await expect(page).toHaveTitle(/^Agent card · .*slow · Loupe$/);
  await page.keyboard.press("Escape");
  await library.open();
  await expect(page).toHaveTitle(/^Library · .*slow · Loupe$/);
  await library.close();
  await loupe.chooseContent("count.jsonl", COUNT);
  await timeline.expectVerdict("Completed");
  await expect(page).toHaveTitle("Completed · count to three · Loupe");
});

test("Escape leaves the composer, its editors and the filter for the rows", async ({
  loupe,
  page,
}) => {
  const { composer, timeline, filter, connect } = loupe;
  await loupe.connectToDemo();
  await composer.sendMessage("message");
  await timeline.expectVerdict("Answered with a message");
  await timeline.rows.nth(1).click();
  await composer.message.fill("not yet");
  await composer.message.press("Escape");
  await expect(timeline.rows.nth(1)).toBeFocused();
  await expect(composer.message).toHaveValue("not yet");
  // Shortcuts work again.
  await page.keyboard.press("j");
  await expect(timeline.rows.nth(2)).toHaveAttribute("aria-selected", "true");

  await composer.addData();
  const editor = page.getByRole("textbox", { name: /JSON|Data/ }).last();
  await editor.focus();
  await page.keyboard.press("Escape");
  await expect(timeline.rows.nth(2)).toBeFocused();

  await filter.query.focus();
  await page.keyboard.press("Escape");
  await expect(timeline.rows.nth(2)).toBeFocused();
  const before = await connect.address.inputValue();
  await connect.address.fill("http://elsewhere");
  await connect.address.press("Escape");
  await expect(connect.address).toHaveValue(before);
  await expect(timeline.rows.nth(2)).toBeFocused();

  await page.keyboard.press("e");
  await expect(composer.requestEditor).toBeVisible();
  await composer.requestEditor.getByRole("textbox", { name: "Request body" }).press("Escape");
  await expect(timeline.rows.nth(2)).toBeFocused();
  await expect(composer.requestEditor).toBeVisible();
  await page.keyboard.press("n");
  const note = loupe.library.note;
  if (await note.isVisible()) {
    await note.press("Escape");
    await expect(timeline.rows.nth(2)).toBeFocused();
  }
});

test("a file that cannot be read does not replace the run", async ({ loupe, page }) => {
  const { composer, timeline, transport } = loupe;
  await loupe.connectToDemo();
  await composer.sendMessage("message");
  await timeline.expectVerdict("Answered with a message");
  const at = page.url();
  const steps = await page.evaluate(() => history.length);
  await loupe.chooseContent("notes.txt", NO_LOG);
  const refused = page.getByRole("alert").filter({ hasText: "Couldn't open “notes.txt”" });
  await expect(refused).toBeVisible();
  await expectAccessible(page, "file refused");
  await timeline.expectVerdict("Answered with a message");
  await expect(composer.message).toBeVisible();
  expect(page.url()).toBe(at);
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await refused.getByRole("button", { name: /Close|Dismiss/ }).click();
  await expect(refused).toBeHidden();

  await loupe.chooseContent("count.jsonl", COUNT);
  await timeline.expectVerdict("Completed");
  await expect(composer.message).toBeHidden();
  await loupe.drop("notes.txt", NO_LOG);
  await expect(refused).toBeVisible();
  await timeline.expectVerdict("Completed");
  await transport.expectEnd();
  // The next readable file replaces the run, and the error of the other is gone.
  await loupe.chooseContent("spell.jsonl", SPELL);
  await expect(refused).toBeHidden();
  await expect(timeline.list).toContainText("spell it");
});

test(
  "a failed lookup creates no recording, and lists keep their order",
  LONG,
  async ({ loupe, page, request, ownServer }) => {
    const { library, rail, timeline, composer, connect } = loupe;
    await loupe.open(ownServer.url);
    await connect.connectTo("http://127.0.0.1:9");
    await expect(connect.problem).toBeVisible();
    const listed = async () =>
      (await (await request.get(`${ownServer.url}/api/library`)).json()).recordings.length;
    expect(await listed()).toBe(0);
    // The responses can still be viewed.
    await connect.problem.getByRole("button", { name: "Show exchanges" }).click();
    await expect(timeline.rows.first()).toBeVisible();
    await expect(rail.savedLogs).toHaveCount(0);
    await page.goBack();
    await expect(connect.demo).toBeVisible();

    await connect.demo.click();
    await composer.sendMessage("message");
    await timeline.expectVerdict("Answered with a message");
    await page.getByRole("button", { name: "Loupe, start page" }).click();
    await connect.demo.click();
    await composer.sendMessage("fail");
    await timeline.expectVerdict("Failed");
    await expect(rail.savedLogs.locator("[data-part=name]")).toHaveText(["fail", "message"]);
    // The older one was changed now, and moves to the top.
    await rail.savedLog("message").click();
    await composer.message.waitFor();
    await composer.sendMessage("message again");
    await expect(rail.savedLogs.locator("[data-part=name]")).toHaveText(["message", "fail"]);

    await library.open();
    await expect(library.names).toHaveText(["message", "fail"]);
    await library.dialog.getByRole("columnheader", { name: "Verdict" }).getByRole("button").click();
    const words = library.dialog.locator("[data-part=verdict]");
    await expect(words.filter({ hasText: "Not analyzed" })).toHaveCount(0);
    const shown = await words.allTextContents();
    expect(shown).toEqual(shown.toSorted((one, other) => one.localeCompare(other, "en")));
  },
);
