// Saved logs of any format, intact, broken or hostile, open the same way as a live run.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { InspectorTab } from "./panels/inspector.ts";
import type { Loupe } from "./panels/loupe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import {
  COMPLETED_STATUS,
  createAttackEvents,
  createChunk,
  createLongLog,
  createTaskEvents,
  formatJsonLines,
  formatSseLog,
  readFixtureFile,
} from "./support/logs.ts";
import { recordPageErrors } from "./support/page-errors.ts";

const TABS: readonly InspectorTab[] = ["Rendered", "Chunks", "Decoded", "Wire", "Problems"];

test.beforeEach(({ loupe }) => loupe.open());

async function answerIs(loupe: Loupe, text: string): Promise<void> {
  await loupe.timeline.row("Artifact").click();
  await expect(loupe.inspector.rendered).toHaveText(text);
}

test("a log is recognized by its content", async ({ loupe }) => {
  const events = createTaskEvents(createChunk("Hello, "), createChunk("wörld 🌍", true));
  const logs = {
    "answer.sse": formatSseLog(events),
    "answer.jsonl": formatJsonLines(events),
    "array.json": JSON.stringify(events, null, 2),
    "named-wrongly.txt": formatSseLog(events),
    "with-crlf.sse": `\uFEFF${formatSseLog(events).replaceAll("\n", "\r\n")}`,
  };
  await test.step("bare events in any wrapping, dropped on the window", async () => {
    for (const [name, content] of Object.entries(logs)) {
      await loupe.drop(name, content);
      await loupe.expectOpen(name);
      await loupe.timeline.expectVerdict("Completed");
      await expect(loupe.timeline.row("Artifact")).toContainText("2 frames merged");
      await answerIs(loupe, "Hello, wörld 🌍");
    }
  });

  await test.step("a Loupe log, chosen with the button", async () => {
    await loupe.showStartPage();
    await loupe.chooseContent("stream.jsonl", readFixtureFile("recorded/1.0/stream.jsonl"));
    await loupe.timeline.expectVerdict("Completed");
    await answerIs(loupe, "Grüße, Welt 🌍 – 日本 👩‍👩‍👧!");
    await expect(loupe.rail.exchange("SendStreamingMessage")).toHaveCount(1);
  });

  await test.step("a pretty-printed array of many events", async () => {
    await loupe.showStartPage();
    await loupe.chooseContent("array.json", readFixtureFile("shapes/array.json"));
    await expect(loupe.timeline.verdict).toBeVisible();
    await expect(loupe.timeline.row("Artifact").first()).toBeVisible();
  });
});

test("a second log replaces the first", LONG, async ({ loupe }) => {
  await loupe.drop("first.sse", formatSseLog(createTaskEvents(createChunk("the first"))));
  await answerIs(loupe, "the first");
  await loupe.drop("second.sse", formatSseLog(createTaskEvents(createChunk("the second"))));
  await expect(loupe.summary.title).toHaveText("Run summary");
  await answerIs(loupe, "the second");
});

test("a damaged log shows everything it contains", async ({ loupe }) => {
  await test.step("truncated in its last record", async () => {
    await loupe.drop("torn.jsonl", readFixtureFile("shapes/torn.jsonl"));
    await expect(loupe.timeline.panel).toContainText("Couldn't read 1 part of this log");
    await loupe.timeline.panel.getByRole("button", { name: "Skipped parts" }).click();
    await expect(loupe.timeline.panel).toContainText("incomplete last record");
    await expect(loupe.timeline.row("Artifact")).toHaveCount(1);
  });

  await test.step("written by a newer version of Loupe", async () => {
    await loupe.showStartPage();
    await loupe.drop("future.jsonl", readFixtureFile("shapes/future.jsonl"));
    await loupe.timeline.expectVerdict("Completed, with an open stream");
    await loupe.timeline.panel.getByRole("button", { name: "Skipped parts" }).click();
    await expect(loupe.timeline.panel).toContainText(/newer/i);
    await expect(loupe.timeline.panel).toContainText('unknown kind "quic"');
  });

  await test.step("of a stream that was cut off inside an event", async () => {
    await loupe.showStartPage();
    await loupe.drop("cut.sse", readFixtureFile("shapes/cut-inside-event.sse"));
    await loupe.timeline.expectVerdict("Connection lost");
    await answerIs(loupe, "Grüße aus");
  });

  await test.step("of a connection that was reset", async () => {
    await loupe.showStartPage();
    await loupe.drop("reset.jsonl", readFixtureFile("recorded/faults/reset.jsonl"));
    await loupe.timeline.expectVerdict("Connection lost");
    await expect(loupe.timeline.verdict).toContainText("working");
    await answerIs(loupe, "Grüße, 日本 🌍");
  });

  await test.step("of a proxy that responded with a page", async () => {
    await loupe.showStartPage();
    await loupe.drop("html-502.jsonl", readFixtureFile("shapes/html-502.jsonl"));
    await loupe.timeline.expectVerdict("HTTP error");
  });
});

test("a file that is not a log is refused, and Loupe keeps working", async ({ loupe, page }) => {
  const rubbish = {
    "picture.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255]),
    "noise.bin": Buffer.from(Array.from({ length: 1 << 20 }, (_, i) => (i * i * 31) & 255)),
    "empty.jsonl": Buffer.alloc(0),
    "letter.txt": Buffer.from("Dear Sir or Madam,\n\nplease find enclosed"),
  };
  const good = formatSseLog(createTaskEvents(createChunk("still here")));
  for (const [name, content] of Object.entries(rubbish)) {
    // If nothing is open, the error takes the place of the rows.
    await loupe.open();
    await loupe.drop(name, content);
    await loupe.expectOpen(name);
    await expect(loupe.timeline.problem).toContainText("Couldn't read this log");
    await loupe.drop("good.sse", good);
    await loupe.timeline.expectVerdict("Completed");
    // What is open stays open.
    await loupe.drop(name, content);
    const refused = page.getByRole("alert").filter({ hasText: `Couldn't open “${name}”` });
    await expect(refused).toBeVisible();
    await loupe.timeline.expectVerdict("Completed");
    await answerIs(loupe, "still here");
  }
});

test.describe("text from an agent stays text", () => {
  test("markup in every field runs nothing and loads nothing", async ({ loupe }) => {
    const { page, timeline, inspector } = loupe;
    const { errors, foreignRequests } = recordPageErrors(page);
    await loupe.drop("hostile.sse", formatSseLog(createAttackEvents()));
    await expect(timeline.verdict).toBeVisible();
    for (const row of await timeline.getDrawnRows()) {
      await row.click();
      for (const tab of TABS) {
        await inspector.show(tab);
        await expect(inspector.tab(tab)).toHaveAttribute("aria-selected", "true");
      }
    }
    await timeline.row("Artifact").click();
    await inspector.show("Rendered");
    await expect(inspector.panel).toContainText("<script>window.__pwned=1</script>");
    await expect(
      page.locator("a[href^='javascript'], a[href^='data'], a[href^='blob']"),
    ).toHaveCount(0);
    await expect(page.locator("iframe, base, img")).toHaveCount(0);
    for (const link of await page.locator("a[href^='http']").all()) {
      await expect(link).toHaveAttribute("rel", /noopener/);
    }
    expect(await page.evaluate(() => "__pwned" in window)).toBe(false);
    expect(foreignRequests).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("right-to-left, combining and astral characters are exact", LONG, async ({ loupe }) => {
    const text = "שלום עולם 123 — مرحبا — e\u0301 👩🏽‍🚀 \u{1F1E9}\u{1F1EA} 𝔘𝔫𝔦 \u200Fend";
    const pieces = [...text];
    await loupe.drop(
      "scripts.sse",
      formatSseLog(createTaskEvents(...pieces.map((piece, i) => createChunk(piece, i > 0)))),
    );
    await loupe.timeline.row("Artifact").click();
    await expect.poll(() => loupe.inspector.rendered.textContent()).toBe(text);
    await expect(loupe.inspector.fact("Frames")).toHaveText(String(pieces.length));
  });

  test(
    "five megabytes in one chunk are shown, and the page stays responsive",
    LONG,
    async ({ loupe }) => {
      const { timeline, inspector } = loupe;
      const line = "All work and no play makes the agent a dull one. ";
      const text = `${line.repeat(Math.ceil(5e6 / line.length))}The end.`;
      await loupe.chooseContent("big.sse", formatSseLog(createTaskEvents(createChunk(text))));
      await timeline.expectVerdict("Completed");
      await timeline.row("Artifact").click();
      await expect(inspector.fact("Text")).toContainText(text.length.toLocaleString("en"));
      await expect(inspector.rendered).toContainText("All work and no play");
      await inspector.rendered.press("End");
      await expect(inspector.rendered).toContainText("The end.");
      for (const tab of TABS) {
        await inspector.show(tab);
        if (tab === "Wire") await expect(inspector.wire).toContainText("artifact-update");
      }
    },
  );
});

for (const [name, write] of [
  ["answer.sse", formatSseLog],
  ["answer.jsonl", formatJsonLines],
] as const) {
  const details = name === "answer.sse" ? {} : LONG;
  test(`${name} is too large to parse, and is shown as sent`, details, async ({ loupe, page }) => {
    const { timeline, inspector } = loupe;
    const words = Array.from({ length: 30_000 }, (_, i) => `Wort ${i}, grüß Gott. `);
    const events = createTaskEvents(...words.map((word, i) => createChunk(word, i > 0)));
    await loupe.chooseContent(name, write(events));
    await timeline.expectVerdict("Completed");
    const reads = await page.evaluateHandle(() => {
      const cuts: number[] = [];
      const { slice } = Blob.prototype;
      Blob.prototype.slice = function cut(...range) {
        cuts.push(range[0] ?? 0);
        return slice.apply(this, range);
      };
      return cuts;
    });
    await timeline.row("Artifact").click();
    await expect(inspector.fact("Text")).toContainText(words.join("").length.toLocaleString("en"));
    await inspector.rendered.press("Home");
    await inspector.clickOn("Wort 7,");
    await inspector.show("Wire");
    await expect(inspector.wireHit.first()).toContainText("Wort 7, grüß Gott.");
    await expect(inspector.wire).toContainText("Wort 8, grüß Gott.");
    await inspector.show("Decoded");
    await expect(inspector.decoded).toContainText("Wort 7, grüß Gott.");
    expect(await reads.jsonValue()).toContain(0);
  });
}

test("opening a log disconnects from the agent", LONG, async ({ loupe, startAgent }) => {
  const { connect, composer, timeline } = loupe;
  const log = formatSseLog(createTaskEvents(createChunk("a log")));
  await connect.connectTo("no address");
  await expect(connect.problem).toBeVisible();
  await loupe.chooseContent("log.sse", log);
  await timeline.expectVerdict("Completed");
  await expect(connect.problem).toBeHidden();

  const agent = await startAgent("1.0");
  await connect.connectTo(agent.url);
  await composer.message.waitFor();
  await loupe.chooseContent("log.sse", log);
  await timeline.expectVerdict("Completed");
  await expect(composer.message).toBeHidden();
  await expect(connect.address).toHaveValue("");
});

test("a run and its saved log have the same rows", async ({ loupe, startAgent }) => {
  const agent = await startAgent("0.3");
  await loupe.connectTo(agent.url);
  await loupe.composer.sendMessage("two");
  await loupe.timeline.waitForStreamEnd();
  const live = await loupe.timeline.readCells();
  expect(live.length).toBeGreaterThan(5);
  const data = process.env.LOUPE_E2E_DATA ?? "";
  const saved = await readFile(join(data, "recordings", `${loupe.recording}.jsonl`));
  await loupe.open();
  await loupe.chooseContent("saved.jsonl", saved);
  await loupe.expectOpen("saved.jsonl");
  await loupe.timeline.expectVerdict("Completed");
  expect(await loupe.timeline.readCells()).toEqual(live);
});

test("all rows in view are drawn, and few others", async ({ loupe }) => {
  const { timeline } = loupe;
  const states = ["submitted", "working"];
  const said = Array.from({ length: 60 }, (_, i) => ({
    ...COMPLETED_STATUS,
    final: false,
    status: { state: states[i % 2] },
  }));
  await loupe.chooseContent("many.jsonl", formatJsonLines(createTaskEvents(...said)));
  await timeline.expectVerdict("Completed");
  const { length: drawn } = await timeline.getDrawnRows();
  expect(drawn).toBeGreaterThan(15);
  expect(drawn).toBeLessThan(said.length);
  const inView = await timeline.list.evaluate((list) => {
    const { top, bottom } = list.getBoundingClientRect();
    const rows = [...list.querySelectorAll("[role=row]")].map((row) => row.getBoundingClientRect());
    return {
      above: Math.min(...rows.map((row) => row.top)) - top,
      below: bottom - Math.max(...rows.map((row) => row.bottom)),
    };
  });
  expect(inView.above).toBeLessThanOrEqual(0);
  expect(inView.below).toBeLessThanOrEqual(1);
});

test("there is no verdict while a log is being read", LONG, async ({ loupe, page }) => {
  const { timeline } = loupe;
  await loupe.open();
  const kinds = await page.evaluateHandle(() => {
    const seen: (string | undefined)[] = [];
    new MutationObserver(() => {
      const { kind } = document.querySelector<HTMLElement>("[data-testid=verdict]")?.dataset ?? {};
      if (kind !== seen.at(-1)) seen.push(kind);
    }).observe(document, { childList: true, subtree: true, attributes: true });
    return seen;
  });
  await loupe.chooseContent("long.jsonl", createLongLog(60_000));
  await timeline.expectVerdict("Completed");
  expect(await kinds.jsonValue()).toEqual(["reading", "completed"]);
});
