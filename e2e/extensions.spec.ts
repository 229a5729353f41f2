// An agent that streams its message as patches to clients that request the extension.
import {
  AUDIT_URI,
  STREAMED_WORDS,
  STREAMING_URI,
  type StreamingVersion,
} from "./agents/streaming-agent.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

const SPEECHES: readonly StreamingVersion[] = ["0.3", "1.0"];
const HEADER = { "0.3": "x-a2a-extensions", "1.0": "a2a-extensions" };
const ALL = STREAMED_WORDS.join("");

for (const speech of SPEECHES) {
  const details = speech === "1.0" ? {} : LONG;
  test.describe(`an agent of A2A ${speech} that streams its message as patches`, details, () => {
    test("is requested to, echoes it, and its message grows in one row", async ({
      loupe,
      startStreamingAgent,
    }) => {
      const agent = await startStreamingAgent(speech);
      const { composer, timeline, inspector, transport } = loupe;
      await loupe.connectTo(agent.url);
      await composer.sendMessage("when can we sail?");
      const draft = timeline.row("Message", "High");
      await expect(timeline.row("State", "working")).toHaveCount(1);
      for (const [index, word] of STREAMED_WORDS.entries()) {
        agent.resume();
        await expect(draft).toContainText(word.trim());
        await expect(timeline.frameCell(draft)).toHaveText(String(index + 1));
      }
      agent.resume();
      await timeline.expectVerdict("Completed");
      await expect(timeline.row("Message")).toHaveCount(2);
      await expect(timeline.frameCell(draft)).toHaveText(String(STREAMED_WORDS.length + 1));
      expect(agent.calls.map((headers) => headers[HEADER[speech]])).toEqual([STREAMING_URI]);

      await draft.click();
      await expect(inspector.rendered).toHaveText(ALL);
      await inspector.show("Decoded");
      const added = inspector.panel.getByRole("list", { name: "Added by this frame" });
      await expect(added).toContainText("completed");
      await inspector.panel.getByRole("button", { name: "Previous frame" }).click();
      await expect(added).toContainText(`text${JSON.stringify(STREAMED_WORDS.at(-1))} in part 0`);
      await inspector.show("Rendered");
      await transport.toStart.click();
      for (let step = 0; step < 4; step++) await transport.stepForward.click();
      await expect(draft).toContainText(STREAMED_WORDS.slice(0, 2).join(""));
      await expect(draft).not.toContainText("04:12");
      await transport.toEnd.click();
      await expect(draft).toContainText(ALL);

      await timeline.row("HTTP", "stream opened").click();
      await expect(inspector.panel).toContainText(`Extension activated${STREAMING_URI}`);
    });

    test(
      "shows the same rows if it is not requested",
      LONG,
      async ({ loupe, startStreamingAgent }) => {
        const agent = await startStreamingAgent(speech);
        const { composer, timeline, inspector } = loupe;
        await loupe.connectTo(agent.url);
        await composer.openOptions();
        await composer.extensions.click();
        await expect(composer.extension(STREAMING_URI)).toHaveAttribute("aria-checked", "true");
        await expect(composer.extension(AUDIT_URI)).toHaveAttribute("aria-checked", "false");
        await composer.extension(STREAMING_URI).click();
        await composer.extension(AUDIT_URI).click();
        await loupe.page.keyboard.press("Escape");
        await composer.showRequest();
        await expect(composer.preview).toContainText(`${AUDIT_URI}`);
        await expect(composer.preview).not.toContainText(STREAMING_URI);
        await composer.sendMessage("when can we sail?");
        agent.resume();
        await timeline.expectVerdict("Completed");
        expect(agent.calls.map((headers) => headers[HEADER[speech]])).toEqual([AUDIT_URI]);
        await expect(timeline.row("Message")).toHaveCount(2);
        await expect(timeline.row("Message", ALL)).toHaveCount(1);
        await expect(timeline.row("State")).toHaveText([/submitted/, /working/, /completed/]);
        await timeline.row("HTTP", "stream opened").click();
        await expect(inspector.panel).toContainText(`Extension not echoed${AUDIT_URI}`);
      },
    );
  });
}
