// An agent that streams its message as patches to who asks for that extension.
import { AUDIT, type Speech, STREAMING, WORDS } from "./agents/streaming.ts";
import { expect, test } from "./support/fixtures.ts";

const SPEECHES: readonly Speech[] = ["0.3", "1.0"];
const HEADER = { "0.3": "x-a2a-extensions", "1.0": "a2a-extensions" };
const ALL = WORDS.join("");

for (const speech of SPEECHES) {
  test.describe(`an agent of A2A ${speech} that streams its message as patches`, () => {
    test("is asked to, echoes it, and its message grows in one row", async ({
      loupe,
      startStreamingAgent,
    }) => {
      const agent = await startStreamingAgent(speech);
      const { composer, timeline, inspector, transport } = loupe;
      await loupe.meet(agent.url);
      await composer.say("when can we sail?");
      const draft = timeline.row("Message", "High");
      await expect(timeline.row("State", "working")).toHaveCount(1);
      for (const [index, word] of WORDS.entries()) {
        agent.goOn();
        await expect(draft).toContainText(word.trim());
        await expect(timeline.framesOf(draft)).toHaveText(String(index + 1));
      }
      agent.goOn();
      await timeline.endsAs("Completed");
      await expect(timeline.row("Message")).toHaveCount(2);
      await expect(timeline.framesOf(draft)).toHaveText(String(WORDS.length + 1));
      expect(agent.calls.map((headers) => headers[HEADER[speech]])).toEqual([STREAMING]);

      await draft.click();
      await expect(inspector.rendered).toHaveText(ALL);
      await inspector.show("Decoded");
      const added = inspector.panel.getByRole("list", { name: "What this frame adds" });
      await expect(added).toContainText("completed");
      await inspector.panel.getByRole("button", { name: "Previous frame" }).click();
      await expect(added).toContainText(`text${JSON.stringify(WORDS.at(-1))} in part 0`);
      await inspector.show("Rendered");
      await transport.toStart.click();
      for (let step = 0; step < 4; step++) await transport.stepOn.click();
      await expect(draft).toContainText(WORDS.slice(0, 2).join(""));
      await expect(draft).not.toContainText("04:12");
      await transport.toEnd.click();
      await expect(draft).toContainText(ALL);

      await timeline.row("HTTP", "stream opened").click();
      await expect(inspector.panel).toContainText(`Extension activated${STREAMING}`);
    });

    test("says the same in the same rows when it is not", async ({
      loupe,
      startStreamingAgent,
    }) => {
      const agent = await startStreamingAgent(speech);
      const { composer, timeline, inspector } = loupe;
      await loupe.meet(agent.url);
      await composer.openOptions();
      await composer.extensions.click();
      await expect(composer.extension(STREAMING)).toHaveAttribute("aria-checked", "true");
      await expect(composer.extension(AUDIT)).toHaveAttribute("aria-checked", "false");
      await composer.extension(STREAMING).click();
      await composer.extension(AUDIT).click();
      await loupe.page.keyboard.press("Escape");
      await composer.request.click();
      await expect(composer.preview).toContainText(`${AUDIT}`);
      await expect(composer.preview).not.toContainText(STREAMING);
      await composer.say("when can we sail?");
      agent.goOn();
      await timeline.endsAs("Completed");
      expect(agent.calls.map((headers) => headers[HEADER[speech]])).toEqual([AUDIT]);
      await expect(timeline.row("Message")).toHaveCount(2);
      await expect(timeline.row("Message", ALL)).toHaveCount(1);
      await expect(timeline.row("State")).toHaveText([/submitted/, /working/, /completed/]);
      await timeline.row("HTTP", "stream opened").click();
      await expect(inspector.panel).toContainText(`Extension not echoed${AUDIT}`);
    });
  });
}
