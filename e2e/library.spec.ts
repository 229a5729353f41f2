// The library: recordings and opened logs are saved, named, found, annotated and deleted, in several
// tabs at the same time.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Loupe } from "./panels/loupe.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import {
  COMPLETED_STATUS,
  createChunk,
  createRecordingLog,
  createTaskEvents,
  formatSseLog,
  WORKING_TASK,
} from "./support/logs.ts";

const COUNT = createRecordingLog({
  prompt: "count to three",
  events: createTaskEvents(createChunk("one "), createChunk("two", true)),
});

const SPELL = formatSseLog(createTaskEvents(createChunk("a b c")));

test("a log that is opened is saved, named, tagged, found, copied and deleted, all by keyboard", async ({
  loupe,
  page,
  ownServer,
}) => {
  const { library, rail, timeline } = loupe;
  await loupe.open(ownServer.url);
  await loupe.chooseContent("count.jsonl", COUNT);
  await timeline.expectVerdict("Completed");
  await expect(page).toHaveURL(/run=/);
  await expect(rail.panel).toContainText("count to three");

  await test.step("several at once are all saved, the first opens, and the library closes", async () => {
    await library.open();
    const choosing = page.waitForEvent("filechooser");
    await library.dialog.getByRole("button", { name: "Open a log" }).click();
    await (await choosing).setFiles([
      { name: "spell.sse", mimeType: "", buffer: Buffer.from(SPELL) },
      { name: "no-log.txt", mimeType: "", buffer: Buffer.from("These are notes.") },
      { name: "again.jsonl", mimeType: "", buffer: Buffer.from(COUNT) },
    ]);
    await expect(library.dialog).toBeHidden();
    await expect(library.toast("Saved 2 logs")).toContainText("Not saved: no-log.txt");
    await expect(timeline.list).toContainText("a b c");
    await library.toast("Saved 2 logs").getByRole("button", { name: "Library" }).click();
    await expect(library.rows).toHaveCount(3);
    for (const name of ["spell.sse", "count to three"]) {
      await library.row(name).first().focus();
      await page.keyboard.press("Delete");
      await expect(library.toast("Deleted")).toBeVisible();
      await library.toast("Deleted").getByRole("button", { name: "Dismiss" }).click();
    }
    await library.close();
  });

  await library.open();
  await expect(library.row("count to three")).toContainText("Completed");
  await expectAccessible(page, "library", "dialog[open]");
  await library.row("count to three").focus();
  await page.keyboard.press("F2");
  await page.keyboard.type("Counting");
  await page.keyboard.press("Enter");
  await expect(library.row("Counting")).toBeFocused();
  await library.doWith("Counting", "Tags");
  await page.keyboard.type("numbers, slow, slow");
  await page.keyboard.press("Enter");
  await expect(library.row("Counting")).toContainText("numbersslow");

  await library.doWith("Counting", "Duplicate");
  await expect(library.names).toHaveText(["Counting (copy)", "Counting"]);
  await library.search.fill("numbers copy");
  await expect(library.names).toHaveText(["Counting (copy)"]);
  await library.search.press("Escape");
  await library.dialog.getByRole("button", { name: "Name" }).click();
  await expect(library.names).toHaveText(["Counting", "Counting (copy)"]);

  await library.row("(copy)").focus();
  await page.keyboard.press("Control+a");
  await expect(library.chosen).toContainText("2 selected");
  await page.keyboard.press("Delete");
  await expect(library.toast("Deleted 2 recordings")).toBeVisible();
  await expect(library.rows).toHaveCount(0);
  await library.toast("Deleted").getByRole("button", { name: "Undo" }).click();
  await expect(library.names).toHaveText(["Counting", "Counting (copy)"]);
  await library.row("(copy)").focus();
  await page.keyboard.press("Enter");
  await expect(library.dialog).toBeHidden();
  await timeline.expectVerdict("Completed");
});

test("a note on an event appears in another tab, leads to the event, and can be removed", async ({
  loupe,
  page,
  context,
  ownServer,
}) => {
  const { library, timeline, inspector } = loupe;
  await loupe.open(ownServer.url);
  await loupe.chooseContent(
    "count.sse",
    formatSseLog(createTaskEvents(createChunk("one "), createChunk("two", true))),
  );
  await expect(page).toHaveURL(/run=/);
  await timeline.row("Artifact").click();
  // The next key must go to the note, before the browser does anything else.
  const typedInto = await page.evaluate(async () => {
    const key = new KeyboardEvent("keydown", { key: "n", bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(key);
    for (let turn = 0; turn < 100; turn++) await null;
    return document.activeElement?.tagName;
  });
  expect(typedInto).toBe("TEXTAREA");
  await library.note.fill("this came late");
  // Typed text is kept until the user returns.
  await timeline.row("State").last().click();
  await timeline.row("Artifact").click();
  await page.keyboard.press("n");
  await expect(library.note).toHaveValue("this came late");
  await page.keyboard.press("Control+Enter");
  await expect(library.notes.getByRole("listitem")).toContainText("this came late");
  await expect(timeline.row("Artifact")).toContainText("1 note");
  await expectAccessible(page, "a note", "[data-testid=inspector]");

  const other = new Loupe(await context.newPage());
  await other.open(page.url());
  await expect(other.timeline.row("Artifact")).toContainText("1 note");
  await other.page.keyboard.press("Shift+N");
  await other.library.notes.getByRole("button", { name: "Edit" }).click();
  await other.library.note.fill("this came too late");
  await other.page.keyboard.press("Control+Enter");
  await expect(library.notes.getByRole("listitem")).toContainText("this came too late");

  await timeline.row("State").last().click();
  await page.getByRole("button", { name: "1 note" }).click();
  await page.getByRole("menuitem", { name: "this came too late" }).click();
  await expect(inspector.panel).toContainText("this came too late");
  await library.notes.getByRole("button", { name: "Delete note" }).click();
  await expect(timeline.row("Artifact")).not.toContainText("1 note");
  await library.toast("Note deleted").getByRole("button", { name: "Undo" }).click();
  await expect(timeline.row("Artifact")).toContainText("1 note");

  await library.open();
  await library.doWith("count.sse", "Export…");
  const log = await loupe.exporting.download();
  expect(log.text).toMatch(/"r":"note",.*this came too late/);
});

test("the selected time range becomes a separate recording", async ({ loupe, page, ownServer }) => {
  const { library, timeline, transport } = loupe;
  const words = ["one ", "two ", "three ", "four ", "five ", "six"];
  const events = createTaskEvents(...words.map((word, index) => createChunk(word, index > 0)));
  await loupe.open(ownServer.url);
  await loupe.chooseContent("count.jsonl", createRecordingLog({ prompt: "count", events }));
  await timeline.expectVerdict("Completed");
  await transport.markRange(0.3, 0.7);
  const measured = Number(
    /(\d+) frames/.exec((await transport.timeRange.textContent()) ?? "")?.[1],
  );
  await page.getByRole("button", { name: "Save as recording" }).click();
  await library.toast("Saved").getByRole("button", { name: "Open" }).click();
  await expect(page).toHaveURL(/run=/);
  await expect(timeline.row("Other").first()).toContainText("This log was trimmed");
  expect(await transport.readLength()).toBe(measured);
});

test(
  "a full library loses nothing: typed text waits until there is space",
  LONG,
  async ({ loupe, page, ownServer, startAgent }) => {
    const { library, composer, timeline } = loupe;
    const agent = await startAgent("1.0");
    await loupe.open(ownServer.url);
    await loupe.connect.connectTo(agent.url);
    await composer.sendMessage("stream");
    await timeline.expectVerdict("Completed");
    writeFileSync(join(ownServer.data, "library.json"), '{"libraryBytes":1000000}');
    const filler = "20260101-000000-filler";
    const head = `{"r":"loupe","version":1,"id":"${filler}","at":null,"by":"test","name":"big one"}\n`;
    writeFileSync(
      ownServer.getRecordingFile(filler),
      `${head}{"r":"note","t":1,"text":"${"x".repeat(2e6)}"}\n`,
    );
    await expect(library.full).toBeVisible();
    await composer.message.fill("stream");
    await composer.message.press("Control+Enter");
    await expect(page.getByText("Nothing was started")).toBeVisible();
    await expect(composer.message).toHaveValue("stream");
    await library.full.getByRole("button", { name: "Open library" }).click();
    await expect(library.space).toContainText("of 1.0 MB used");
    await library.row("big one").focus();
    await page.keyboard.press("Delete");
    await library.toast("Deleted big one").getByRole("button", { name: "Dismiss" }).click();
    await library.close();
    await expect(library.full).toBeHidden();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(composer.message).toHaveValue("");
    await expect(timeline.row("Artifact")).toHaveCount(2);
  },
);

/** The log of one turn, with the card of the agent that answered. */
function createWeatherLog(version: string, prompt: string, ...events: readonly object[]): string {
  const url = "http://agent.example/.well-known/agent-card.json";
  const card = { name: "Weather", version, url: "http://agent.example/", skills: [] };
  const type = ["content-type", "application/json"];
  const lookup = [
    { r: "open", x: "card", t: 0, method: "GET", url, headers: [] },
    { r: "head", x: "card", t: 1, status: 200, headers: [type] },
    { r: "data", x: "card", t: 2, text: JSON.stringify(card) },
    { r: "end", x: "card", t: 3, cause: "complete" },
  ].map((record) => `${JSON.stringify(record)}\n`);
  const [head, ...rest] = createRecordingLog({ prompt, events }).split(/(?<=\n)/);
  return [head, ...lookup, ...rest].join("");
}

const FAILED_STATUS = { ...COMPLETED_STATUS, status: { state: "failed" } };

test("what agents said is found, and opens at the line; messages sent again are measured", async ({
  loupe,
  page,
  ownServer,
}) => {
  const { library, timeline, inspector } = loupe;
  const save = (log: string) => page.request.post(`${ownServer.url}/api/recordings`, { data: log });
  const { url } = ownServer;
  const chunks = ["It will be d", "ry.\nNo clouds over", " Oslo fjord"];
  const dry = createTaskEvents(...chunks.map((text, i) => createChunk(text, i > 0)));
  await save(createWeatherLog("1.0", "Rain in Oslo?", ...dry));
  await save(createWeatherLog("2.0", "Rain in Oslo?", ...dry));
  await save(createWeatherLog("2.0", "Rain in Oslo?", WORKING_TASK, FAILED_STATUS));
  await save(createRecordingLog({ prompt: "Something else", events: createTaskEvents() }));

  await test.step("the start page lists verdict, agent and turns", async () => {
    await loupe.open(url);
    const rows = page.getByRole("grid", { name: "Recordings" }).getByRole("row");
    await expect(rows.filter({ hasText: "Weather 1.0" })).toContainText("1 turn");
    await expect(rows.filter({ hasText: "Something else" })).toContainText("Completed");
  });

  await test.step("the search finds words across tokens, by keyboard", async () => {
    await library.open();
    await library.search.fill("CLOUDS over oslo");
    await expect(library.rows).toHaveCount(2);
    await expect(library.lines("Weather 1.0")).toHaveText([/No clouds over Oslo/, /Rain in Oslo/]);
    await expect(library.lines("Weather 1.0").first().locator("mark")).toHaveText([
      "clouds",
      "over",
      "Oslo",
    ]);
    await expectAccessible(page, "library search", "dialog[open]");
    await library.search.press("ArrowDown");
    await expect(library.rows.first()).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(library.search).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect(library.lines("Weather 2.0").first()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(library.dialog).toBeHidden();
    await expect(inspector.panel).toContainText("No clouds over Oslo fjord");
    await expect(page).toHaveURL(/[?&]row=\d+&event=3/);
    await expect(timeline.row("Artifact")).toHaveAttribute("aria-selected", "true");
  });

  await test.step("the search is still there and in the address, and its links are links", async () => {
    await library.open();
    await expect(library.search).toHaveValue("CLOUDS over oslo");
    await expect(page).toHaveURL(/library=CLOUDS\+over\+oslo/);
    const href = await library.lines("Weather 1.0").first().getAttribute("href");
    await page.goto(new URL(href ?? "", url).href);
    await expect(inspector.panel).toContainText("No clouds over Oslo fjord");
  });

  await test.step("facets filter, sort and address the list", async () => {
    await loupe.open(`${url}/?library=${encodeURIComponent("verdict:failed")}`);
    await expect(library.rows).toHaveCount(1);
    await expect(library.rows).toContainText("Weather 2.0");
    const filters = library.dialog.getByRole("group", { name: "Filters" });
    await filters.getByRole("button", { name: "Clear filters" }).click();
    await expect(library.rows).toHaveCount(4);
    await filters.getByRole("button", { name: "Agent" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Weather 2.0 2" }).click();
    await expect(library.rows).toHaveCount(2);
    await expect(library.search).toHaveValue('agent:"weather 2.0"');
    await page.keyboard.press("Escape");
    const duration = library.dialog.getByRole("columnheader", { name: "Duration" });
    await duration.getByRole("button").click();
    await expect(duration).toHaveAttribute("aria-sort", "descending");
    await expectAccessible(page, "library with filters", "dialog[open]");
  });

  await test.step("each version of the agent is measured, and each send opens its run", async () => {
    await library.search.fill("");
    await library.dialog.getByRole("radio", { name: "Messages" }).click();
    const rows = library.dialog.getByRole("rowgroup", { name: "Rain in Oslo?" });
    await expect(rows.getByRole("row", { name: /^Weather 2.0/ })).toContainText(/2\s*50 %/);
    await expect(rows.getByRole("row", { name: /^Weather 1.0/ })).toContainText(/1\s*100 %/);
    await expect(rows.getByRole("row", { name: /^Rain in Oslo/ })).toContainText(/3\s*66 %/);
    await expect(library.dialog.getByRole("rowgroup")).toHaveCount(2);
    await expectAccessible(page, "messages", "dialog[open]");
    await rows.getByRole("link", { name: /^Failed, total .*, Weather 2.0/ }).click();
    await expect(library.dialog).toBeHidden();
    await timeline.expectVerdict("Failed");
    await expect(timeline.row("Message").first()).toHaveAttribute("aria-selected", "true");
  });
});
