// Two runs side by side: from files, from the library, and from a run that is sent again.
import { lookAway, lookBack } from "./support/attention.ts";
import { isForEverybody } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { fixture } from "./support/logs.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("two logs lie side by side, and keys lead from one difference to the next", async ({
  loupe,
  page,
}) => {
  const { diff } = loupe;
  await loupe.open();
  await loupe.choose("tools.jsonl", fixture("recorded/frameworks/adk-js-tools.jsonl"));
  await loupe.timeline.endsAs("Completed");
  await page.keyboard.press("c");
  await diff.withFile("failed.jsonl", fixture("recorded/frameworks/adk-js-failed.jsonl"));
  await expect(diff.headline).toHaveText(/^2 rows differ \(.*\), 5 only on the left, 1 only on/);
  await diff.says("Outcome", "completed", "failed");
  await diff.says("Tools of one side", "read_tide ×2", "nothing");
  await diff.says("First token", /ms$/, "not known");
  await isForEverybody(page, "comparison", "dialog[open]");

  await diff.rows.filter({ hasText: "answered 200" }).click();
  await page.keyboard.press("n");
  await expect(diff.current).toContainText("Looking at the tides");
  await page.keyboard.press("p");
  await expect(diff.current).toContainText("When is high water");
  await page.keyboard.press("Enter");
  const left = diff.current.getByRole("group", { name: "Left text" });
  await expect(left.locator("del").first()).toHaveText("When is high water in Bergen");
  await expect(diff.current).toContainText("text: 45 characters → 21 characters");
  await isForEverybody(page, "comparison with a row opened", "dialog[open]");

  await diff.toggleDifferencesOnly();
  await expect(diff.rows.filter({ hasText: "answered 200" })).toHaveCount(0);
  await diff.dialog.getByRole("button", { name: "Swap the sides" }).click();
  await diff.says("Outcome", "failed", "completed");

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(diff.headline).toContainText("1 only on the left, 5 only on the right");
  await isForEverybody(page, "narrow comparison", "dialog[open]");
  await diff.close();
});

test("a recording is compared with another one of the library, and leads back to its row", async ({
  loupe,
}) => {
  const { diff, timeline } = loupe;
  await loupe.meetDemo();
  await loupe.composer.say("plan a trip to Trondheim");
  await timeline.endsAs("Completed");
  await loupe.palette.choose("start page");
  await loupe.connect.demo.click();
  await loupe.composer.say("fail at Narvik");
  await timeline.endsAs("Failed");
  await loupe.palette.choose("compare with another recording");
  await diff.withRecording("trondheim");
  await expect(diff.headline).toContainText("differ");
  await diff.says("Outcome", "failed", "completed");
  await diff.rows.filter({ hasText: "fail at Narvik" }).click();
  await diff.dialog.getByRole("button", { name: "Show in the timeline" }).click();
  await expect(diff.dialog).toBeHidden();
  await expect(timeline.row("Message", "fail at Narvik")).toHaveAttribute("aria-selected", "true");
});

test("a log of 0.3 is sent again to an agent of 1.0, question and answer, and compared", async ({
  loupe,
  page,
  startAgent,
}) => {
  const { diff } = loupe;
  const agent = await startAgent("1.0");
  await loupe.open();
  await loupe.choose("colours.jsonl", fixture("recorded/0.3/input-required.jsonl"));
  await loupe.timeline.endsAs("Completed");
  await diff.openAgain();
  await expect(diff.requests).toHaveCount(2);
  await isForEverybody(page, "sending again", "dialog[open]");
  await diff.sendAgainTo("http://127.0.0.1:9");
  await expect(diff.again.getByRole("alert")).toBeVisible();
  // To look elsewhere meanwhile stops nothing.
  await lookAway(page);
  await diff.sendAgainTo(agent.url);
  await expect(diff.headline).toHaveText(/^1 row differs \(pieces 1\); 13 the same\.$/);
  await lookBack(page);
  await diff.says("Protocol", "A2A 0.3 over JSON-RPC", "A2A 1.0 over JSON-RPC");
  await diff.close();
  // The new run is a recording of its own, and its agent can be talked to.
  expect(loupe.recording).not.toBe("");
  await expect(loupe.rail.exchange("SendStreamingMessage")).toHaveCount(2);
  await expect(loupe.composer.message).toBeVisible();
});

test("what is sent again to the connected agent can be stopped", async ({ loupe, startAgent }) => {
  const { diff } = loupe;
  const agent = await startAgent("1.0");
  await loupe.meet(agent.url);
  await loupe.composer.say("slow");
  await expect(loupe.timeline.row("Artifact")).toContainText("token 3");
  await loupe.palette.choose("cancel task");
  await loupe.timeline.endsAs("Canceled");
  const before = loupe.recording;
  await diff.openAgain();
  await expect(diff.again).toContainText("Scripted 1.0");
  await diff.again.getByRole("button", { name: "Send 2 requests" }).click();
  await expect(diff.requests.first()).toContainText("is being answered");
  await diff.again.getByRole("button", { name: "Stop" }).click();
  await expect(diff.requests.first()).toContainText("stopped");
  await diff.again.getByRole("button", { name: "Compare the two runs" }).click();
  await diff.says("Outcome", "canceled", /cut|ended-while-working|working|canceled/);
  await diff.close();
  expect(loupe.recording).not.toBe(before);
});
