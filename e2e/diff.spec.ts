// Comparisons of two runs: from files, from the library, and after resending a run.

import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { readFixtureFile } from "./support/logs.ts";
import { hidePage, showPage } from "./support/page-visibility.ts";

test("two logs are shown side by side, and shortcuts lead from difference to difference", async ({
  loupe,
  page,
}) => {
  const { diff } = loupe;
  await loupe.open();
  await loupe.chooseContent(
    "tools.jsonl",
    readFixtureFile("recorded/frameworks/adk-js-tools.jsonl"),
  );
  await loupe.timeline.expectVerdict("Completed, with a failed tool and 2 lost appends");
  await page.keyboard.press("c");
  await diff.compareWithFile(
    "failed.jsonl",
    readFixtureFile("recorded/frameworks/adk-js-failed.jsonl"),
  );
  await expect(diff.headline).toHaveText(/^2 rows differ \(.*\), 5 only on the left, 1 only on/);
  await diff.expectRow("Outcome", "completed, with a failed tool and 2 lost appends", "failed");
  await diff.expectRow("Tools on one side", "read_tide ×2", "none");
  await diff.expectRow("First token", /ms$/, "unknown");
  await expectAccessible(page, "comparison", "dialog[open]");

  await diff.rows.filter({ hasText: "response 200" }).click();
  await page.keyboard.press("n");
  await expect(diff.current).toContainText("Looking at the tides");
  await page.keyboard.press("p");
  await expect(diff.current).toContainText("When is high water");
  await page.keyboard.press("Enter");
  const left = diff.current.getByRole("group", { name: "Left text" });
  await expect(left.locator("del").first()).toHaveText("When is high water in Bergen");
  await expect(diff.current).toContainText("text: 45 characters → 21 characters");
  await expectAccessible(page, "comparison with a row opened", "dialog[open]");

  await diff.toggleDifferencesOnly();
  await expect(diff.rows.filter({ hasText: "response 200" })).toHaveCount(0);
  await diff.dialog.getByRole("button", { name: "Swap sides" }).click();
  await diff.expectRow("Outcome", "failed", "completed, with a failed tool and 2 lost appends");

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(diff.headline).toContainText("1 only on the left, 5 only on the right");
  await expectAccessible(page, "narrow comparison", "dialog[open]");
  await diff.close();
});

test("a recording is compared with another one of the library, and leads back to its row", async ({
  loupe,
}) => {
  const { diff, timeline } = loupe;
  await loupe.connectToDemo();
  await loupe.composer.sendMessage("plan a trip to Trondheim");
  await timeline.expectVerdict("Completed");
  await loupe.palette.choose("start page");
  await loupe.connect.demo.click();
  await loupe.composer.sendMessage("fail at Narvik");
  await timeline.expectVerdict("Failed");
  await loupe.palette.choose("compare with another recording");
  await expect(diff.dialog.getByText("fail at Narvik", { exact: true })).toBeVisible();
  await diff.compareWithRecording("trondheim");
  await expect(diff.headline).toContainText("differ");
  await diff.expectRow("Outcome", "failed", "completed");
  await diff.rows.filter({ hasText: "fail at Narvik" }).click();
  await diff.dialog.getByRole("button", { name: "Show in timeline" }).click();
  await expect(diff.dialog).toBeHidden();
  await expect(timeline.row("Message", "fail at Narvik")).toHaveAttribute("aria-selected", "true");
});

test("a log of 0.3 is resent to an agent of 1.0, with both turns, and compared", async ({
  loupe,
  page,
  startAgent,
}) => {
  const { diff } = loupe;
  const agent = await startAgent("1.0");
  await loupe.open();
  await loupe.chooseContent("colours.jsonl", readFixtureFile("recorded/0.3/input-required.jsonl"));
  await loupe.timeline.expectVerdict("Completed");
  await diff.openResend();
  await expect(diff.requests).toHaveCount(2);
  await expectAccessible(page, "sending again", "dialog[open]");
  await diff.resendTo("http://127.0.0.1:9");
  await expect(diff.resendDialog.getByRole("alert")).toBeVisible();
  // Switching to another view does not stop it.
  await hidePage(page);
  await diff.resendTo(agent.url);
  await expect(diff.headline).toHaveText(/^1 row differs \(event count 1\); 13 the same\.$/);
  await showPage(page);
  await diff.expectRow("Protocol", "A2A 0.3 over JSON-RPC", "A2A 1.0 over JSON-RPC");
  await diff.close();
  // The new run is a separate recording, and its agent can be messaged.
  expect(loupe.recording).not.toBe("");
  await expect(loupe.rail.exchange("SendStreamingMessage")).toHaveCount(2);
  await expect(loupe.composer.message).toBeVisible();
});

test("resending to the connected agent can be stopped", LONG, async ({ loupe, startAgent }) => {
  const { diff } = loupe;
  const agent = await startAgent("1.0");
  await loupe.connectTo(agent.url);
  await loupe.composer.sendMessage("slow");
  await expect(loupe.timeline.row("Artifact")).toContainText("token 3");
  await loupe.palette.choose("cancel task");
  await loupe.timeline.expectVerdict("Canceled");
  const before = loupe.recording;
  await diff.openResend();
  await expect(diff.resendDialog).toContainText("Scripted 1.0");
  await diff.resendDialog.getByRole("button", { name: "Resend 2 requests" }).click();
  await expect(diff.requests.first()).toContainText("in progress");
  await diff.resendDialog.getByRole("button", { name: "Stop" }).click();
  await expect(diff.requests.first()).toContainText("stopped");
  await diff.resendDialog.getByRole("button", { name: "Compare runs" }).click();
  await diff.expectRow(
    "Outcome",
    "canceled",
    /stopped watching|connection lost|ended while working|working|canceled/,
  );
  await diff.close();
  expect(loupe.recording).not.toBe(before);
});
