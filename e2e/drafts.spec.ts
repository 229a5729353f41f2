// Drafts are never lost: after failed sends, in other panes, and with messages in quick succession.
import { fillEditor } from "./panels/composer.ts";
import { expect, test } from "./support/fixtures.ts";
import { RequestGate } from "./support/request-gate.ts";

test("a draft survives a failed send, another pane and another connection", async ({
  loupe,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  const { composer, connect, page } = loupe;
  const sending = await RequestGate.install(page, "**/api/exchanges");
  await loupe.connectTo(agent.url);
  await composer.message.fill("stream, please");
  await composer.attachFiles({
    name: "kept.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("kept"),
  });
  await composer.addData();
  await fillEditor(composer.json("Data 1"), "{ half");
  sending.refuse();
  await composer.send.click();
  await expect(composer.sendFailed).toContainText("Data 1");
  await fillEditor(composer.json("Data 1"), "{}");
  await composer.send.click();
  await expect(composer.sendFailed).toContainText("does not respond");
  sending.open();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("navigation", { name: "Panes" })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await connect.connectTo(agent.url);
  await expect(composer.parts).toHaveText([/kept\.txt/, /Data 1/]);
  await expect(composer.message).toHaveValue("stream, please");
  await composer.send.click();
  await loupe.timeline.expectVerdict("Completed");
});

test("messages written while others are sent all arrive in order, and a failed one is not lost", async ({
  loupe,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  const { composer, page, rail } = loupe;
  const sending = await RequestGate.install(page, "**/api/exchanges");
  await loupe.connectTo(agent.url);
  sending.hold();
  const words = ["stream 1", "stream 2", "stream 3", "stream 4"];
  for (const word of words) {
    await composer.message.fill(word);
    await page.keyboard.press("Control+Enter");
  }
  await expect.poll(() => sending.heldCount).toBeGreaterThan(0);
  sending.open();
  for (const word of words) await expect(rail.exchangeWithText(word)).toBeVisible();
  const tree = rail.panel.getByRole("tree");
  await expect(tree.getByText(/^stream \d$/)).toHaveText(words.toReversed());
  sending.refuse();
  await composer.message.fill("never sent");
  await page.keyboard.press("Control+Enter");
  await expect(composer.sendFailed).toContainText("does not respond");
  await expect(composer.message).toHaveValue("never sent");
});
