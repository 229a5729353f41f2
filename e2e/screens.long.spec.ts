// Screenshots of every state in both themes and sizes, saved with the test results. The test asserts
// only that nothing is wider than the window and no error is logged.
import type { APIRequestContext, Page } from "@playwright/test";
import { createMessageParams } from "./agents/raw-client.ts";
import { expect, test } from "./support/fixtures.ts";
import { createChunk, createTaskEvents, formatJsonLines } from "./support/logs.ts";
import { recordPageErrors } from "./support/page-errors.ts";

const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const HUGE_ROWS = 20_000;

const hugeLog = formatJsonLines(
  createTaskEvents(
    ...Array.from({ length: HUGE_ROWS }, (_, i) => ({
      ...createChunk(`Text of artifact ${i}`),
      artifact: { artifactId: `a-${i}`, name: `part_${i}`, parts: [{ text: `Text ${i}. ` }] },
    })),
  ),
);

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overhang, `${name} is wider than the window`).toBeLessThanOrEqual(0);
}

/** Runs a scene of the demo agent, and returns its recording. */
async function recordDemo(request: APIRequestContext, home: string, scene: string) {
  const rpc = { jsonrpc: "2.0", id: 1, method: "SendStreamingMessage" };
  const body = JSON.stringify({ ...rpc, params: createMessageParams("1.0", scene) });
  const headers = [
    ["content-type", "application/json"],
    ["a2a-version", "1.0"],
  ];
  const data = { method: "POST", url: `${home}/demo`, headers, body, name: `demo: ${scene}` };
  const started = await request.post("/api/exchanges", { data });
  return (await started.json()).recording;
}

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ["dark", "light"] as const) {
    test.describe(() => {
      test.use({ viewport, colorScheme });

      test(`${size} and ${colorScheme}`, async ({ loupe, home, request, startAgent }) => {
        const { page, composer, timeline, connect, inspector, transport, palette } = loupe;
        test.slow();
        const { errors } = recordPageErrors(page);
        const plan = await recordDemo(request, home, "plan");
        const cut = await recordDemo(request, home, "cut");
        const agent = await startAgent("1.0");

        await loupe.open();
        await expect(connect.address).toBeFocused();
        await picture(page, "1-first-visit");
        await connect.connectTo("http://127.0.0.1:9");
        await expect(connect.problem).toBeVisible();
        await picture(page, "2-not-reached");
        await connect.connectTo(agent.url);
        await expect(composer.message).toBeFocused();
        await picture(page, "3-connected");
        await composer.sendMessage("slow");
        await timeline.expectFrames(timeline.row("Artifact", "slow"), 5);
        await picture(page, "4-live");

        await loupe.open(`/?run=${plan}`);
        await timeline.expectVerdict("Completed");
        await picture(page, "5-done");
        await timeline.row("Result", "streaming_result").click();
        await expect(inspector.rendered).toContainText("Weather for your trip");
        await picture(page, "6-rendered");
        for (const tab of ["Chunks", "Decoded", "Wire", "Problems"] as const) {
          await inspector.show(tab);
          await picture(page, `6-${tab.toLowerCase()}`);
        }
        await inspector.show("Rendered");
        if (size === "wide") {
          await transport.markRange(0.3, 0.6);
          await transport.point(0.8);
          await transport.markRange(0.3, 0.6);
          await picture(page, "7-scrubbed");
          await transport.divider.click();
          await palette.open();
          await expect(palette.results.first()).toBeVisible();
          await picture(page, "8-palette");
          await page.keyboard.press("Escape");
        }
        await loupe.open(`/?run=${cut}`);
        await timeline.expectVerdict("Connection lost");
        await picture(page, "9-cut");
        await loupe.drop("huge.jsonl", hugeLog);
        await timeline.expectVerdict("Completed");
        await expect(timeline.list).toHaveAttribute("aria-rowcount", String(HUGE_ROWS + 2));
        await picture(page, "10-huge-log");
        expect(errors).toEqual([]);
      });
    });
  }
}
