// Limits are settings that can be viewed and changed; a row reports a reached limit and leads there.
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";

test("an endless response ends at a limit, which can be raised from its row", async ({
  loupe,
  page,
  ownServer,
  faultAgent,
}) => {
  const { limits, palette, composer, timeline, connect, inspector, rail, library } = loupe;
  await loupe.open(ownServer.url);
  await palette.choose("change limits");
  await expect(limits.field("Idle timeout")).toHaveValue("5 min");
  await limits.set("Response size", "much");
  await expect(limits.problem).toHaveText("It must be a size such as 5 MB or 2 GB.");
  await limits.set("Response size", "5");
  await expect(limits.problem).toHaveText("It must be from 1 KB to 1 TB.");
  await limits.set("Response size", "50 KB");
  await expect(limits.reset("1 GB")).toBeVisible();
  await expectAccessible(page, "limits", "dialog[open]");
  await limits.close();

  await connect.connectTo(faultAgent.url);
  await composer.sendMessage("endless");
  await expect(timeline.verdict).toContainText("by Loupe");
  await expect(timeline.reason).toContainText("larger than 50 KB, Loupe's limit “Response size”");
  const row = timeline.row("Error", "Loupe's limit: response size");
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("larger than 50 KB");
  await timeline.reason.click();
  await expect(inspector.panel).toContainText("LOUPE_MAX_BODY");
  await row.getByRole("button", { name: "Change limit" }).click();
  await expect(limits.field("Response size")).toBeFocused();
  await limits.set("Response size", "200 KB");
  await expect(limits.reset("1 GB")).toBeVisible();
  await limits.close();

  await composer.sendMessage("endless");
  await expect(row.filter({ hasText: "larger than 200 KB" })).toHaveCount(1);
  await expect(rail.tasks).toHaveText([/stopped by Loupe/]);
  await library.open();
  await expect(library.row("endless")).toContainText("Stopped");
  await library.close();

  // The setting is kept for the next visit.
  await loupe.reload();
  await palette.choose("change limits");
  await expect(limits.field("Response size")).toHaveValue("200 KB");
  await limits.reset("1 GB").click();
  await expect(limits.field("Response size")).toHaveValue("1 GB");
});
