// Dialect settings: the shortcut for plain A2A, active frameworks, and the user's own rules.
import { readFileSync } from "node:fs";
import type { Loupe } from "./panels/loupe.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import {
  createChunk,
  createLongLog,
  createRecordingLog,
  createTaskEvents,
  readFixtureFile,
} from "./support/logs.ts";

const FINAL = "final_thing";
const LOG = createRecordingLog({
  prompt: "go",
  events: createTaskEvents(
    createChunk("draft"),
    {
      ...createChunk("done"),
      artifact: { artifactId: "f", name: FINAL, parts: [{ text: "done" }] },
    },
    { ...createChunk("x"), artifact: { artifactId: "x", name: "other", parts: [{ text: "x" }] } },
  ),
});

async function look(loupe: Loupe, name: string, content: string | Buffer): Promise<void> {
  await loupe.open();
  await loupe.chooseContent(name, content);
  await loupe.timeline.list.waitFor();
}

test("plain A2A is one shortcut away, and the position is kept", async ({ loupe, page }) => {
  const { dialects, timeline, inspector, palette } = loupe;
  await look(loupe, "caipe.sse", readFixtureFile("shapes/caipe.sse"));
  await expect(dialects.toggle).toHaveAttribute("aria-pressed", "true");
  await expect(dialects.toggle).toHaveText("Dialects");
  const titles = await timeline.readTitles();
  const plan = timeline.row("Plan", "execution_plan_update");
  await plan.click();
  await expect(inspector.title).toHaveText("execution_plan_update");
  await page.keyboard.press("d");
  await expect(dialects.toggle).toHaveText("Plain A2A");
  await expect(dialects.toggle).toHaveAttribute("aria-pressed", "false");
  await expect(timeline.row("Plan")).toHaveCount(0);
  await expect(inspector.title).toHaveText("execution_plan_update");
  const selected = timeline.rows.and(page.locator("[aria-selected=true]"));
  await expect(selected).toHaveCount(1);
  await expect(selected).toContainText("execution_plan_update");
  await expect.poll(() => new URL(page.url()).searchParams.get("dialects")).toBe("off");
  await page.keyboard.press("ArrowDown");
  await expect(inspector.title).toHaveText("tool_notification_start");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("d");
  await expect(plan).toHaveAttribute("aria-selected", "true");
  await expect.poll(() => timeline.readTitles()).toEqual(titles);
  await expect.poll(() => new URL(page.url()).searchParams.has("dialects")).toBe(false);
  await palette.choose("toggle plain");
  await expect(dialects.toggle).toHaveText("Plain A2A");
  await page.keyboard.press("?");
  await palette.sheet.waitFor();
  expect((await palette.sheetLines()).get("Toggle plain A2A")).toBe("D");
});

test("open rows stay open, and another run uses the same settings", async ({ loupe, page }) => {
  const { dialects, timeline } = loupe;
  await look(loupe, "log.jsonl", LOG);
  const final = timeline.rows.filter({ hasText: FINAL });
  await final.click();
  await page.keyboard.press("ArrowRight");
  await expect(final).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("d");
  await expect(dialects.toggle).toHaveText("Plain A2A");
  await expect(final).toHaveAttribute("aria-expanded", "true");
  await loupe.chooseContent("caipe.sse", readFixtureFile("shapes/caipe.sse"));
  await timeline.rows.filter({ hasText: "execution_plan_update" }).waitFor();
  await expect(dialects.toggle).toHaveText("Plain A2A");
  await expect(timeline.row("Plan")).toHaveCount(0);
});

test("a pasted link opens the same view", LONG, async ({ loupe, page }) => {
  const { dialects, timeline, composer } = loupe;
  await loupe.connectToDemo();
  await composer.sendMessage("hello");
  await timeline.expectVerdict("Completed");
  await timeline.rows.last().click();
  await dialects.toggle.click();
  await expect.poll(() => new URL(page.url()).searchParams.get("dialects")).toBe("off");
  const titles = await timeline.readTitles();
  const selected = timeline.rows.and(page.locator("[aria-selected=true]"));
  const row = await selected.textContent();
  await loupe.open(page.url());
  await expect(dialects.toggle).toHaveText("Plain A2A");
  await expect.poll(() => timeline.readTitles()).toEqual(titles);
  expect(await selected.textContent()).toBe(row);
});

test("frameworks and kinds are switched off immediately and permanently", async ({
  loupe,
  page,
}) => {
  const { dialects, timeline } = loupe;
  await look(loupe, "caipe.sse", readFixtureFile("shapes/caipe.sse"));
  await expect(timeline.row("Plan").first()).toBeVisible();
  await dialects.open();
  await expect(dialects.framework("CAIPE")).toContainText(/\d+ rows/);
  await expect(dialects.framework("CAIPE")).toContainText(
    "artifact names execution_plan_streaming",
  );
  await expect(dialects.framework("Mastra")).toContainText("no rows");
  await dialects.kind("Plan").click();
  await expect(dialects.kind("Plan")).toHaveAttribute("aria-pressed", "false");
  await expect(timeline.row("Plan")).toHaveCount(0);
  await expect(timeline.row("Tool").first()).toBeVisible();
  await dialects.frameworkCheckbox("CAIPE").uncheck();
  await expect(timeline.row("Tool")).toHaveCount(0);
  await dialects.close();
  await look(loupe, "caipe.sse", readFixtureFile("shapes/caipe.sse"));
  await expect(timeline.row("Tool")).toHaveCount(0);
  await dialects.open();
  await expect(dialects.frameworkCheckbox("CAIPE")).not.toBeChecked();
  await dialects.frameworkCheckbox("CAIPE").check();
  await dialects.kind("Plan").click();
  await expect(timeline.row("Plan").first()).toBeVisible();
  await dialects.close();
  await page.evaluate(() => localStorage.setItem("loupe.dialects", '{"frameworks":"CAIPE"}'));
  await look(loupe, "caipe.sse", readFixtureFile("shapes/caipe.sse"));
  await expect(timeline.row("Plan").first()).toBeVisible();
});

test("a rule is created from a row, edited, removed and restored", async ({ loupe, page }) => {
  const { dialects, timeline } = loupe;
  await look(loupe, "log.jsonl", LOG);
  const final = timeline.row("Result", FINAL);
  await timeline.rows.filter({ hasText: FINAL }).click();
  await dialects.choose("Create rule from row…");
  await expect(dialects.field("Match")).toHaveValue(`^${FINAL}$`);
  await expect(dialects.field("Match")).toBeFocused();
  await dialects.addRule({ name: "The end", kind: "result" });
  await expect(dialects.rules).toHaveText([/Result.*The end.*Artifact name.*\^final_thing\$/]);
  await expect(final).toHaveCount(1);
  await dialects.button("Edit The end").click();
  await dialects.addRule({ match: "(a+)+", kind: "thought" });
  await expect(dialects.form.getByRole("alert")).toContainText("could take forever");
  await expect(dialects.field("Match")).toHaveAttribute("aria-invalid", "true");
  await expect(dialects.field("Match")).toBeFocused();
  await expectAccessible(page, "a wrong rule", "dialog[open]");
  await dialects.addRule({ where: "metadata", match: "" });
  await expect(dialects.form.getByRole("alert")).toContainText("needs a “key”");
  await expect(dialects.field("Key")).toBeFocused();
  await dialects.addRule({ where: "artifact.name", match: "^final", kind: "thought" });
  await expect(timeline.row("Thought", FINAL)).toHaveCount(1);
  await dialects.button("Remove The end").click();
  await expect(dialects.rules).toHaveCount(0);
  await expect(timeline.row("Artifact", FINAL)).toHaveCount(1);
  await expect(dialects.button("Undo")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(timeline.row("Thought", FINAL)).toHaveCount(1);
});

test(
  "rules are exported to a file and imported, and invalid ones are named",
  LONG,
  async ({ loupe, page }) => {
    const { dialects, timeline } = loupe;
    await look(loupe, "log.jsonl", LOG);
    await dialects.open();
    await dialects.button("Add rule").click();
    await dialects.addRule({ match: FINAL, kind: "plan", name: "mine" });
    await expect(dialects.rules).toHaveCount(1);
    const downloading = page.waitForEvent("download");
    await dialects.button("Export").click();
    const path = await (await downloading).path();
    const { rules } = JSON.parse(readFileSync(path, "utf8"));
    expect(rules).toEqual([{ where: "artifact.name", kind: "plan", name: "mine", match: FINAL }]);
    const more = { where: "artifact.name", match: "^other$", kind: "thought" };
    const wrong = { where: "text", match: "(", kind: "tool" };
    await dialects.import("more.json", JSON.stringify({ rules: [...rules, wrong, more] }));
    await expect(dialects.imported).toContainText(
      "more.json: 1 rule can be added, 1 rule already exists, 1 rule is invalid.",
    );
    await expect(dialects.imported).toContainText(
      /Rule 2: “match” is not a valid regular expression/,
    );
    await expect(dialects.rules).toHaveCount(1);
    await dialects.imported.getByRole("button", { name: "Add 1 rule" }).click();
    await expect(dialects.rules).toHaveCount(2);
    await expect(timeline.row("Thought", "other")).toHaveCount(1);
    await dialects.import("none.json", "Dear Sir");
    await expect(dialects.imported).toContainText("This is not JSON");
    await dialects.imported.getByRole("button", { name: "Close" }).click();
    await expect(dialects.rules).toHaveCount(2);
  },
);

test(
  "the last of several quick changes applies, however long the run",
  LONG,
  async ({ loupe, page }) => {
    test.slow();
    const { dialects } = loupe;
    await look(loupe, "long.jsonl", createLongLog(60_000));
    await expect(dialects.toggle).toHaveText("Dialects");
    await page.keyboard.press("d");
    await page.keyboard.press("d");
    await page.keyboard.press("d");
    await expect(dialects.toggle).toHaveText("Plain A2A");
    await expect(dialects.toggle.getByText("Updating")).toHaveCount(0);
    await expect.poll(() => new URL(page.url()).searchParams.get("dialects")).toBe("off");
  },
);

test.describe("accessibility", () => {
  for (const width of [1120, 390]) {
    test(`at ${width} pixels`, LONG, async ({ loupe, page }) => {
      test.slow();
      const { dialects, timeline } = loupe;
      await page.setViewportSize({ width, height: 844 });
      await look(loupe, "caipe.sse", readFixtureFile("shapes/caipe.sse"));
      await expectAccessible(page, "with dialects", "[aria-label=Filter]");
      await dialects.toggle.click();
      await expect(timeline.row("Plan")).toHaveCount(0);
      await expectAccessible(page, "plain", "[aria-label=Filter]");
      await dialects.toggle.click();
      await dialects.menu.click();
      await expectAccessible(page, "menu", "[role=menu]");
      await page.getByRole("menuitem", { name: "Dialect settings…" }).click();
      await dialects.dialog.waitFor();
      await expectAccessible(page, "the dialog", "dialog[open]");
      await dialects.button("Add rule").click();
      await dialects.addRule({ match: "(" });
      await expectAccessible(page, "a wrong rule", "dialog[open]");
      await dialects.addRule({ match: "^plan", name: "mine" });
      await dialects.import("more.json", '[{"where":"text","match":"a","kind":"tool"},3]');
      await expectAccessible(page, "rules to be taken", "dialog[open]");
      await dialects.imported.getByRole("button", { name: "Cancel" }).click();
      await dialects.button("Remove mine").click();
      await expect(dialects.button("Undo")).toBeVisible();
      await expectAccessible(page, "a removal that can be undone", "dialog[open]");
    });
  }
});
