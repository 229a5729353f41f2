// A run is handed on: all of it or a part, in the words of other tools, from a file or a recording.
import { isForEverybody } from "./support/axe.ts";
import { expect, test } from "./support/fixtures.ts";
import { fixture } from "./support/logs.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  permissions: ["clipboard-read", "clipboard-write"],
});

test("a log from a file leaves in other formats, whole and filtered, and opens again", async ({
  loupe,
  page,
}) => {
  await loupe.open();
  await loupe.choose("tides.jsonl", fixture("recorded/frameworks/adk-js-tools.jsonl"));
  await loupe.timeline.endsAs("Completed");
  const { length: rows } = await loupe.timeline.drawn();

  await loupe.handingOn.open();
  await expect(loupe.handingOn.lost).toHaveText("It holds everything of this part.");
  await expect(loupe.handingOn.start).toContainText('{"r":"loupe","version":1');
  await expect(loupe.handingOn.part("What the filter shows")).toBeDisabled();
  await isForEverybody(page, "handing on", "dialog[open]");
  await loupe.handingOn.as("Event stream");
  await expect(loupe.handingOn.lost).toContainText("Left out: the requests, status lines");
  await expect(loupe.handingOn.start).toContainText("data: {");

  await loupe.handingOn.as("Markdown report");
  await expect(loupe.handingOn.start).toContainText("**✓ completed**");
  await loupe.handingOn.dialog.getByRole("button", { name: "Copy" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("## Tools");

  await loupe.handingOn.as("HTML file");
  const html = await loupe.handingOn.download();
  expect(html.name).toBe("tides.html");
  expect(html.text).toMatch(/^<!doctype html>/);

  await loupe.handingOn.as("HAR");
  const har = await loupe.handingOn.download();
  expect(har.name).toBe("tides.har");
  await loupe.handingOn.close();
  await loupe.choose(har.name, har.text);
  await loupe.timeline.endsAs("Completed");
  await expect(loupe.timeline.rows).toHaveCount(rows);

  await loupe.filter.query.fill("read_tide");
  await loupe.handingOn.open();
  await loupe.handingOn.part("What the filter shows").check();
  await loupe.handingOn.as("Loupe log");
  await expect(loupe.handingOn.start).toContainText("This log was trimmed.");
  const part = await loupe.handingOn.download();
  expect(part.name).toBe("tides (part).jsonl");
  expect(part.text).toContain("read_tide");
  expect(part.text.length).toBeLessThan(har.text.length);

  await loupe.handingOn.close();
  await loupe.transport.mark(0.2, 0.9);
  await loupe.handingOn.open();
  await loupe.handingOn.part("The marked span").check();
  await loupe.handingOn.as("JSON Lines of events");
  const lines = (await loupe.handingOn.download()).text.trim().split("\n");
  const times = lines.map((line) => JSON.parse(line)).filter(({ number }) => number >= 0);
  expect(times.length).toBeGreaterThan(2);
  for (const { ms } of times.slice(1)) expect(ms).toBeGreaterThan(times[0].ms - 1);
});

test("what is recorded leaves as far as it has come", async ({ loupe }) => {
  await loupe.meetDemo();
  await loupe.composer.say("ask me");
  await loupe.timeline.endsAs("Input required");
  await loupe.handingOn.open();
  await loupe.handingOn.as("Perfetto trace");
  const { name, text } = await loupe.handingOn.download();
  expect(name).toMatch(/\.trace\.json$/);
  expect(JSON.parse(text).traceEvents).toContainEqual(
    expect.objectContaining({ ph: "X", name: "input-required" }),
  );
});
