// Every operation by hand in one version over one binding; a lost connection, in each version with `npm run test:all`.
// `e2e/agents/operations.test.ts` has every operation of every version and binding without a page.
import { RUNS_ALL } from "../fixtures/run-count.ts";
import type { Loupe } from "./panels/loupe.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { testOperations } from "./support/operation-tests.ts";

testOperations({
  generation: "1.0",
  binding: "JSONRPC",
  get: "GetTask",
  lists: true,
  listsConfigs: true,
});

test.describe("after a lost connection", () => {
  /** An agent whose stream breaks off in the middle of its response. */
  async function cut(loupe: Loupe, address: { url: string; cutAfter(bytes: number): void }) {
    const { composer, timeline } = loupe;
    await loupe.connectAnew(address.url);
    address.cutAfter(4_000);
    await composer.sendMessage("slow");
    await expect(composer.disconnected).toBeVisible();
    // From here on the rows have all that arrived.
    await timeline.expectVerdict("Connection lost");
    return timeline.row("Artifact", "slow");
  }

  test("what was missed is lost here until the task is resubscribed to", async ({
    loupe,
    startAgent,
    doorTo,
  }) => {
    await loupe.open();
    for (const generation of RUNS_ALL ? (["0.2", "0.3", "1.0"] as const) : (["1.0"] as const)) {
      await test.step(`A2A ${generation}`, async () => {
        const { composer, timeline, operations, rail } = loupe;
        const slow = await cut(loupe, await doorTo(await startAgent(generation)));
        const heard = await timeline.readCount(slow);
        await composer.disconnected
          .getByRole("button", { name: "Compare with the stored task" })
          .click();
        await expect(operations.summary).toHaveText(
          /^1 artifact: 1 lost here: [\d,]+ of [\d,]+ characters$/,
        );
        await expect(operations.artifact("slow").locator("mark")).toContainText(`token ${heard} `);
        await operations.compared.getByRole("button", { name: /^after event/ }).click();
        await expect(operations.compared).toBeHidden();
        await expect(loupe.inspector.chunkPosition).toContainText(String(heard));

        await composer.disconnected.getByRole("button", { name: "Resubscribe" }).click();
        await timeline.expectFrames(slow, heard + 3);
        await composer.cancelTask.click();
        await expect(rail.running).toHaveCount(0);
        await loupe.page.keyboard.press("Escape");
        await loupe.page.getByRole("button", { name: /^Compare with the stored task/ }).click();
        await expect(operations.summary).toHaveText(
          /^1 artifact: 1 recovered: [\d,]+ of [\d,]+ characters$/,
        );
        await expect(operations.artifact("slow").locator("mark")).toContainText(`token ${heard} `);
        await operations.closeComparison();
      });
    }
  });

  test("resubscribing without what was missed leaves a gap, exact to the character", async ({
    loupe,
    startAgent,
    doorTo,
  }) => {
    const { composer, timeline, operations, rail } = loupe;
    await loupe.open();
    const door = await doorTo(await startAgent("1.0"), { keepsSnapshot: true });
    const slow = await cut(loupe, door);
    const heard = await timeline.readCount(slow);
    await composer.disconnected.getByRole("button", { name: "Resubscribe" }).click();
    await timeline.expectFrames(slow, heard + 3);
    // A cancel would return the whole task.
    await composer.stopWatching.click();
    await expect(rail.running).toHaveCount(0);
    await loupe.page.keyboard.press("g");
    await expect(operations.summary).toHaveText(/1 lost here: [\d,]+ of [\d,]+ characters/);
    const lost = operations.artifact("slow").locator("mark");
    // The gap, and what was received after it.
    await expect(lost).toHaveCount(2);
    await expect(lost.first()).toHaveText(
      new RegExp(`^lost here: token ${heard} (?:token \\d+ )*$`),
    );
  });
});

test("an inbox without a reachable address is not opened", async ({ loupe, startAgent }) => {
  const { operations } = loupe;
  await loupe.connectTo((await startAgent("1.0")).url);
  await operations.open();
  await operations.choose("Create a push configuration");
  const base = operations.dialog.getByLabel("Loupe URL for remote agents");
  await base.fill("loupe.example");
  await expect(operations.receive).toBeDisabled();
  await base.fill("https://loupe.example:8443/");
  await operations.receive.click();
  await expect(operations.field("Webhook URL")).toHaveValue(
    /^https:\/\/loupe\.example:8443\/inbox\//,
  );
  await loupe.reload();
  await operations.open();
  await operations.choose("Create a push configuration");
  await expect(base).toHaveValue("https://loupe.example:8443/");
});

test("two streams run in parallel, each in its own task", async ({ loupe, startAgent }) => {
  const { composer, timeline, rail } = loupe;
  await loupe.connectTo((await startAgent("1.0")).url);
  await composer.sendMessage("slow");
  await timeline.expectFrames(timeline.row("Artifact", "slow"), 2);
  await composer.message.focus();
  await composer.target.selectOption("new");
  await composer.sendMessage("slow again");
  const both = timeline.row("Artifact", "slow");
  await expect(both).toHaveCount(2);
  await timeline.expectFrames(both.nth(1), 3);
  await expect(rail.running).toHaveCount(2);
  const before = await timeline.readCount(both.nth(0));
  await timeline.expectFrames(both.nth(0), before + 2);
  await composer.stopWatching.click();
  await expect(rail.running).toHaveCount(0);
  await expect(timeline.verdict).toContainText("Stopped watching");
  await expect(timeline.row("Stopped", "stopped watching here")).toHaveCount(2);
  // Stopping is no error: the legend counts it as HTTP.
  const kinds = loupe.page.getByRole("toolbar", { name: "Filter" }).locator("[data-part=kinds]");
  await expect(kinds.getByRole("button", { name: /^Error \d/ })).toHaveCount(0);
});

test("operations and the comparison are accessible", LONG, async ({ loupe, startAgent }) => {
  const { page, composer, timeline, operations } = loupe;
  await loupe.connectTo((await startAgent("1.0")).url);
  await composer.sendMessage("plain");
  await timeline.expectVerdict("Completed");
  await operations.open();
  await operations.callOperation("List tasks");
  await expectAccessible(page, "a list of tasks", "dialog[open]");
  await operations.callOperation("Create a push configuration", {
    "Webhook URL": "http://127.0.0.1:9",
  });
  await operations.receive.click();
  await expect(operations.inboxes).toHaveCount(1);
  await expectAccessible(page, "a push configuration", "dialog[open]");
  await operations.close();
  await page.getByRole("button", { name: "Tasks", exact: true }).focus();
  await page.keyboard.press("g");
  await expect(operations.summary).toHaveText("1 artifact: 1 complete");
  await expectAccessible(page, "the comparison", "dialog[open]");
});
