// Problems of a run: listed, linked to their rows, muted, and explained.
import { expect, test } from "./support/fixtures.ts";
import {
  COMPLETED_STATUS,
  createChunk,
  createRecordingLog,
  createTaskEvents,
  WORKING_TASK,
} from "./support/logs.ts";

const SAME = "the very same words once more";

/** Starts by appending to an unknown artifact, repeats a message, and continues after its end. */
const LOG = createRecordingLog({
  prompt: "misbehave",
  events: [
    WORKING_TASK,
    createChunk("more", true),
    createChunk(SAME, true),
    createChunk(SAME, true),
    COMPLETED_STATUS,
    createChunk("?"),
  ],
});
const UNKNOWN = "ART-APPEND-UNKNOWN";
const TWICE = "ART-DUP";
const AFTER = "STR-AFTER-FINAL";

test.beforeEach(async ({ loupe }) => {
  await loupe.open();
  await loupe.chooseContent("misbehaving.jsonl", LOG);
  await loupe.timeline.expectVerdict("Completed, with a lost append");
});

test("all problems are in one list, and each leads to its row", async ({ loupe, page }) => {
  const { problems, timeline, inspector, transport, filter } = loupe;
  await problems.tag.click();
  await expect(problems.line(UNKNOWN)).toContainText("Error");
  await expect(problems.line(TWICE)).toContainText("Warning");
  await expect(problems.line(UNKNOWN)).toContainText("append is true; 0.3 §7.2.3.");
  const all = await problems.lines.count();

  await problems.query.fill("twice");
  await expect(problems.lines).toHaveCount(1);
  await problems.query.press("Escape");
  await problems.panel.getByRole("button", { name: /^Errors/ }).click();
  await expect(problems.line(UNKNOWN)).toHaveCount(0);
  await expect(problems.line(TWICE)).toHaveCount(1);
  await problems.query.fill("no such words");
  await problems.panel.getByRole("button", { name: "Clear filters" }).click();
  await expect(problems.lines).toHaveCount(all);

  // The row filter must not hide the target.
  await filter.only("State");
  await expect(timeline.row("Artifact")).toHaveCount(0);
  await problems.lines.first().locator("[data-problem]").focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  for (let at = 0; at < all; at++) {
    if (await problems.muteButton(UNKNOWN).evaluate((way) => way === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await expect(timeline.row("Artifact")).toHaveAttribute("aria-selected", "true");
  await expect(inspector.tab("Problems")).toHaveAttribute("aria-selected", "true");
  await expect(inspector.problems).toContainText([/append is true; 0\.3 §7\.2\.3\./]);
  await transport.expectEvent(2);
  await expect(problems.muteButton(UNKNOWN)).toBeFocused();
  await expect(problems.line(AFTER)).toContainText("1 later");
  await expect(timeline.row("Artifact")).toContainText("append to unknown artifact");

  await page.keyboard.press("ArrowRight");
  await expect(problems.line(UNKNOWN)).toContainText("Specification");
  await page.keyboard.press("ArrowLeft");
  await expect(problems.line(UNKNOWN)).not.toContainText("Specification");

  // Next and previous problem, wrapping around at the ends.
  await page.keyboard.press("p");
  const selected = timeline.list.locator("[role=row][aria-selected=true]");
  const there = await selected.getAttribute("aria-rowindex");
  await page.keyboard.press("Shift+P");
  await expect(timeline.row("Artifact")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Shift+P");
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  await expect(selected).toHaveAttribute("aria-rowindex", there ?? "");
  await page.keyboard.press("!");
  await expect(problems.panel).toBeHidden();
});

test("a muted rule is visibly muted, and can be unmuted", async ({ loupe }) => {
  const { problems, timeline } = loupe;
  const tag = timeline.row("Artifact").locator("[data-hue=error]");
  const count = async () => Number(/\d+/.exec((await problems.tag.textContent()) ?? "")?.[0]);
  await expect(tag).toContainText(/append to unknown artifact|after final/);
  const before = await count();
  await problems.tag.click();
  await problems.mute(UNKNOWN, "everywhere");
  await expect(problems.line(UNKNOWN)).toHaveCount(0);
  await expect(problems.panel.locator(":focus")).toHaveCount(1);
  await expect.poll(count).toBe(before - 1);
  await expect(timeline.row("Artifact")).not.toContainText("append to unknown artifact");
  await problems.mute(AFTER, "for agent.example");
  await expect.poll(count).toBe(before - 2);
  await expect(problems.muted).toHaveText("2 muted");
  await timeline.expectVerdict("Completed, with a lost append");

  // For another agent, the rule is not muted.
  await loupe.chooseContent("other.jsonl", LOG.replaceAll("agent.example", "other.example"));
  await expect(problems.line(AFTER)).toHaveCount(1);
  await expect(problems.muted).toHaveText("1 muted");
  await loupe.open();
  await loupe.chooseContent("misbehaving.jsonl", LOG);
  await problems.tag.click();
  await expect(problems.muted).toHaveText("2 muted");
  await problems.muted.click();
  await expect(problems.line(UNKNOWN)).toContainText("muted everywhere");
  await expect(problems.line(AFTER)).toContainText("muted for agent.example");
  for (const rule of [UNKNOWN, AFTER]) {
    await problems.panel.getByRole("button", { name: `Unmute ${rule}` }).click();
  }
  await expect(problems.muted).toHaveCount(0);
  await expect.poll(count).toBe(before);
});

test("each rule has a page with its own URL and an example that opens", async ({ loupe, page }) => {
  const { problems, inspector, timeline } = loupe;
  await timeline.row("Artifact").click();
  await inspector.show("Problems");
  await inspector.panel.getByRole("button", { name: `About the rule ${UNKNOWN}` }).click();
  await expect(problems.rule.getByRole("heading", { level: 3 })).toHaveText(
    "Append to unknown artifact",
  );
  await expect(page).toHaveURL(new RegExp(`rule=${UNKNOWN}`));
  await problems.rulesDialog.getByRole("textbox", { name: "Find a rule" }).fill("ended early");
  await page.keyboard.press("Enter");
  await expect(problems.rule).toContainText("STR-TRUNC");
  await expect(page).toHaveURL(/rule=STR-TRUNC/);
  await loupe.reload();
  await expect(problems.rule).toContainText("Effect on clients");
  const broken = problems.rule.getByRole("figure", { name: "Fails" });
  await problems.rule.getByRole("radio", { name: "0.3", exact: true }).click();
  await expect(broken).toContainText('"working"');
  await problems.rule.getByRole("radio", { name: "1.0", exact: true }).click();
  await expect(broken).toContainText('"TASK_STATE_WORKING"');

  await page.setViewportSize({ width: 390, height: 844 });
  await problems.rulesDialog.getByRole("button", { name: "All rules" }).click();
  await expect(problems.rule).toBeHidden();
  await problems.rulesDialog.getByRole("button", { name: /STR-TRUNC/ }).click();
  await expect(problems.rule.getByRole("heading", { level: 3 })).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });

  await broken.getByRole("button", { name: /^Open as run/ }).click();
  await expect(problems.rulesDialog).toBeHidden();
  await timeline.expectVerdict("Ended while working");
  await problems.tag.click();
  await expect(problems.line("STR-TRUNC")).toHaveCount(1);
  await loupe.chooseContent(
    "clean.jsonl",
    createRecordingLog({ prompt: "be good", events: createTaskEvents(createChunk("Yes")) }),
  );
  await expect(problems.panel).toContainText("No problems");
});
