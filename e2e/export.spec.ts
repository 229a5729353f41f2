// Exports a run: all of it or a part, in other formats, from a file or a recording.
import { expectAccessible } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { readFixtureFile } from "./support/logs.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("a log from a file is exported in other formats, whole and filtered, and opens again", async ({
  loupe,
  page,
}) => {
  await loupe.open();
  await loupe.chooseContent(
    "tides.jsonl",
    readFixtureFile("recorded/frameworks/adk-js-tools.jsonl"),
  );
  await loupe.timeline.expectVerdict("Completed, with a failed tool and 2 lost appends");
  const { length: rows } = await loupe.timeline.getDrawnRows();

  await loupe.exporting.open();
  await expect(loupe.exporting.missingFeatures).toHaveText("Lossless for this selection.");
  await expect(loupe.exporting.start).toContainText('{"r":"loupe","version":1');
  await expect(loupe.exporting.range("Filtered rows")).toBeDisabled();
  await expectAccessible(page, "handing on", "dialog[open]");
  await loupe.exporting.chooseFormat("Event stream");
  await expect(loupe.exporting.missingFeatures).toContainText(
    "Not included: requests, status lines",
  );
  await expect(loupe.exporting.start).toContainText("data: {");

  await loupe.exporting.chooseFormat("Markdown report");
  await expect(loupe.exporting.start).toContainText(
    "**! completed, with a failed tool and 2 lost appends**",
  );
  await loupe.exporting.dialog.getByRole("button", { name: "Copy" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("## Tools");

  await loupe.exporting.chooseFormat("HTML file");
  const html = await loupe.exporting.download();
  expect(html.name).toBe("tides.html");
  expect(html.text).toMatch(/^<!doctype html>/);

  await loupe.exporting.chooseFormat("HAR");
  const har = await loupe.exporting.download();
  expect(har.name).toBe("tides.har");
  await loupe.exporting.close();
  await loupe.chooseContent(har.name, har.text);
  await loupe.expectOpen(har.name);
  await loupe.timeline.expectVerdict("Completed, with a failed tool and 2 lost appends");
  await expect(loupe.timeline.rows).toHaveCount(rows);

  await loupe.filter.query.fill("read_tide");
  await loupe.exporting.open();
  await loupe.exporting.range("Filtered rows").check();
  await loupe.exporting.chooseFormat("Loupe log");
  await expect(loupe.exporting.start).toContainText("This log was trimmed.");
  const part = await loupe.exporting.download();
  expect(part.name).toBe("tides (part).jsonl");
  expect(part.text).toContain("read_tide");
  expect(part.text.length).toBeLessThan(har.text.length);

  await loupe.exporting.close();
  await loupe.transport.markRange(0.2, 0.9);
  await loupe.exporting.open();
  await loupe.exporting.range("Selected time range").check();
  await loupe.exporting.chooseFormat("JSON Lines of events");
  const lines = (await loupe.exporting.download()).text.trim().split("\n");
  const times = lines.map((line) => JSON.parse(line)).filter(({ number }) => number >= 0);
  expect(times.length).toBeGreaterThan(2);
  for (const { ms } of times.slice(1)) expect(ms).toBeGreaterThan(times[0].ms - 1);
});

test("a running recording is exported as far as it was received", async ({ loupe }) => {
  await loupe.connectToDemo();
  await loupe.composer.sendMessage("ask me");
  await loupe.timeline.expectVerdict("Input required");
  await loupe.exporting.open();
  await loupe.exporting.chooseFormat("Perfetto trace");
  const { name, text } = await loupe.exporting.download();
  expect(name).toMatch(/\.trace\.json$/);
  expect(JSON.parse(text).traceEvents).toContainEqual(
    expect.objectContaining({ ph: "X", name: "input-required" }),
  );
});
