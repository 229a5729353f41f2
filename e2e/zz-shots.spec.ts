import { expect, test } from "./support/fixtures.ts";
for (const colorScheme of ["dark", "light"] as const) {
  test.describe(() => {
    test.use({ viewport: { width: 1440, height: 900 }, colorScheme });
    test(`shots ${colorScheme}`, async ({ loupe, startAgent }) => {
      const agent = await startAgent("1.0");
      const { composer, page, timeline, rail } = loupe;
      await loupe.meet(agent.url);
      await composer.say("stream");
      await timeline.endsAs("Completed");
      const shot = (n: string) => page.screenshot({ path: `/tmp/compose-shots/${colorScheme}-${n}.png` });
      await shot("1-idle");
      await composer.message.fill("Plan a trip to Lisbon");
      await composer.attachFiles({ name: "brief.pdf", mimeType: "application/pdf", buffer: Buffer.alloc(48000) }, { name: "map.png", mimeType: "image/png", buffer: Buffer.alloc(1400000) });
      await composer.addData.click();
      await composer.json("Data 1").fill('{\n  "travellers": 2,\n  "budget": \n}');
      await shot("2-pieces");
      await composer.json("Data 1").fill('{ "travellers": 2 }');
      await composer.openOptions();
      await composer.option("Refers to tasks").getByRole("checkbox").check();
      await shot("3-options");
      await composer.editRequest();
      await shot("4-raw");
      await composer.raw.getByRole("button", { name: "Back to the message" }).click();
      await page.getByRole("button", { name: "Copy as", exact: true }).click();
      await shot("5-copy");
      await page.keyboard.press("Escape");
      await rail.exchange("SendStreamingMessage").hover();
      await shot("6-rail");
      await page.setViewportSize({ width: 390, height: 844 });
      await page.waitForTimeout(300);
      await shot("7-narrow");
      await page.keyboard.press("Control+k");
      await page.keyboard.type("edit request");
      await page.keyboard.press("Enter");
      await expect(composer.raw).toBeVisible();
      await shot("8-narrow-raw");
    });
  });
}
