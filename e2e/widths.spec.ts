// Layout by width: rows adapt to their own width, bars never overflow, labels never touch, and tags
// are complete or reduced to a symbol.
import type { Page } from "@playwright/test";
import {
  createArtifactUpdate,
  createSendMessageParams,
  createTask,
  ReportLog,
  status,
} from "../fixtures/event-builders.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { readFixtureFile } from "./support/logs.ts";

const WIDTHS = [390, 768, 1024, 1280, 1366, 1440, 1920];

/** What is cut off, overflows or touches; all lists are empty if the layout is correct. */
function measure(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const text = ({ textContent }: Element) => textContent.trim();
    const isShown = (element: Element) => element.getBoundingClientRect().width > 0;
    const isCut = (element: HTMLElement) => element.scrollWidth > element.clientWidth + 1;
    const outside = (selector: string) =>
      all(selector).flatMap((box) => {
        const { left, right } = box.getBoundingClientRect();
        return [...box.querySelectorAll(":not(.sr-only, [role=tooltip])")]
          .filter(isShown)
          .filter((inner) => {
            const at = inner.getBoundingClientRect();
            return at.left < left - 0.5 || at.right > right + 0.5;
          })
          .map((inner) => `${inner.className}: ${text(inner)}`);
      });
    const touching = (selector: string) => {
      const boxes = all(selector).flatMap((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { left, right, width, top } = range.getBoundingClientRect();
        return width > 0 ? [{ word: text(element), left, right, top }] : [];
      });
      return boxes.flatMap((one, i) =>
        boxes
          .slice(i + 1)
          .filter((other) => Math.abs(one.top - other.top) < 8)
          .filter((other) => one.left < other.right && other.left < one.right)
          .map((other) => `${one.word} | ${other.word}`),
      );
    };
    /** How much of an element its boxes show; what can be scrolled into view counts as shown. */
    const isControlCut = (control: Element) => {
      const { left, right, width } = control.getBoundingClientRect();
      let [from, to] = [Math.max(left, 0), Math.min(right, innerWidth)];
      for (let box = control.parentElement; box; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (overflowX === "auto" || overflowX === "scroll") return false;
        if (overflowX === "visible") continue;
        const edges = box.getBoundingClientRect();
        [from, to] = [Math.max(from, edges.left), Math.min(to, edges.right)];
      }
      return width > 8 && to - from < width - 2;
    };
    return {
      "half a button": all("button, input, [role=tab]")
        .filter((control) => control.checkVisibility({ visibilityProperty: true }))
        .filter(isControlCut)
        .map((control) => control.ariaLabel ?? text(control)),
      "wider than the window": [
        document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ].filter((overhang) => overhang > 0),
      "runs over the transport": outside("[aria-label=Playback]"),
      "runs over the axis": outside("[data-part=axis]"),
      "runs out of its row": all("[role=row] [data-part=turn]").flatMap((turn) => {
        const { right } = turn.getBoundingClientRect();
        const isOut = (part: Element) => part.getBoundingClientRect().right > right + 0.5;
        return [...turn.children].filter(isOut).map(text);
      }),
      "labels touch": [
        ...touching("[data-part=axis-tick]"),
        ...touching("[data-part=tick], [data-part=playhead] b"),
      ],
      "half the verdict": all("[data-testid=verdict] [role=status] button").filter(isCut).map(text),
      "half the turns": all("[data-testid=verdict] [data-crowds]").filter(isCut).map(text),
      "half a tag": all("[role=row] [data-part=tag]").filter(isCut).map(text),
      "half a label": all("[data-part=tag-label], [data-part=tag-short]")
        .filter((label) => label.clientWidth > 0 && isCut(label))
        .map(text),
      "ends in dots": all("[role=row] [data-part=tag]")
        .map(text)
        .filter((word) => word.includes("…")),
      "half a step": all("[data-part=step-title]").filter(isCut).map(text),
      "half a reason": all("[data-reason] > [data-part=title]").filter(isCut).map(text),
      "half a word": all("[data-part=bar-label], [data-part=lane-label]")
        .filter((label) => label.clientWidth > 0 && isCut(label))
        .map(text),
    };
  });
}

async function isWell(page: Page, what: string): Promise<void> {
  // The page learns of a new width one frame later.
  await expect(async () => {
    for (const [problem, found] of Object.entries(await measure(page))) {
      expect(found, `${what}: ${problem}`).toEqual([]);
    }
  }).toPass();
}

async function isWellAtAllWidths(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 800 ? 844 : 900 });
    if (width < 761) {
      await page.getByRole("navigation", { name: "Panes" }).getByText("Timeline").click();
    }
    await isWell(page, `${what} at ${width}`);
  }
}

test("several turns with the demo agent, at every width", LONG, async ({ loupe, page }) => {
  const { composer, timeline, transport } = loupe;
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await loupe.connectToDemo();
  await composer.sendMessage("plan a trip");
  await timeline.expectVerdict("Completed");
  await composer.sendMessage("fail");
  await timeline.expectVerdict("Failed");
  await composer.sendMessage("ask");
  await timeline.expectVerdict("Input required");
  await timeline.rows.nth(4).click();
  await isWellAtAllWidths(page, "turns");
  await loupe.page.getByRole("button", { name: "Fold facts to one line" }).click();
  await isWellAtAllWidths(page, "facts on one line");
  await transport.scrub(0.1, 0.6);
  await isWellAtAllWidths(page, "scrubbed");
  await page.setViewportSize({ width: 1024, height: 900 });
  await transport.markRange(0.2, 0.6);
  await expect(transport.timeRange).toBeVisible();
  await isWellAtAllWidths(page, "marked");
});

/** How much of the window's height the rows have; what something covers does not count. */
function measureRows(page: Page): Promise<number> {
  return page.getByRole("treegrid", { name: "Timeline" }).evaluate((rows) => {
    let [top, bottom] = [0, innerHeight];
    for (let box: Element | null = rows; box; box = box.parentElement) {
      const isClipped = box === rows || getComputedStyle(box).overflowY !== "visible";
      if (!isClipped) continue;
      const edges = box.getBoundingClientRect();
      [top, bottom] = [Math.max(top, edges.top), Math.min(bottom, edges.bottom)];
    }
    return Math.max(0, bottom - top) / innerHeight;
  });
}

/** Windows of laptops, and the least that rows have in them. The last one is zoomed to 200 %. */
const LAPTOPS = [
  { width: 1024, height: 768, run: 0.6, stopped: 0.55, team: 0.5 },
  { width: 1280, height: 800, run: 0.6, stopped: 0.58, team: 0.5 },
  { width: 1440, height: 900, run: 0.65, stopped: 0.62, team: 0.5 },
  { width: 640, height: 400, run: 0.2, stopped: 0.1, team: 0.1 },
];

async function expectRoomForRows(page: Page, kind: "run" | "stopped" | "team"): Promise<void> {
  for (const { width, height, [kind]: least } of LAPTOPS) {
    await page.setViewportSize({ width, height });
    if (width < 761) {
      await page.getByRole("navigation", { name: "Panes" }).getByText("Timeline").click();
    }
    await expect
      .poll(() => measureRows(page), `rows of a run (${kind}) at ${width}`)
      .toBeGreaterThanOrEqual(least);
  }
}

test("rows get most of the height: of a run that failed or was stopped, and of a team's", async ({
  loupe,
  page,
  faultAgent,
}) => {
  const { composer, timeline } = loupe;
  await page.setViewportSize({ width: 1440, height: 900 });
  await loupe.connectToDemo();
  await composer.sendMessage("fail");
  await timeline.expectVerdict("Failed");
  await loupe.conversation.view("Timeline").click();
  await expect(timeline.reason).toBeVisible();
  await expectRoomForRows(page, "run");
  // With several turns, while the composer is in use.
  for (const { width, height, run } of LAPTOPS.slice(0, 3)) {
    await page.setViewportSize({ width, height });
    await composer.sendMessage("fail");
    await timeline.expectVerdict("Failed");
    await expect(composer.message).toBeFocused();
    await expect(composer.method).toBeVisible();
    expect(await measureRows(page), `rows of several turns at ${width}`).toBeGreaterThanOrEqual(
      run,
    );
    await isWell(page, `composer in use at ${width}`);
  }
  await loupe.connectAnew(faultAgent.url);
  await composer.sendMessage("reset");
  await timeline.expectVerdict("Connection lost");
  // It never ends by itself.
  await composer.sendMessage("stall");
  await composer.stopWatching.first().click();
  await timeline.expectVerdict("Stopped watching");
  await expectRoomForRows(page, "stopped");
  // While a request is edited, too.
  await page.setViewportSize({ width: 1280, height: 800 });
  await timeline.rows.first().click();
  await page.keyboard.press("e");
  await expect(composer.requestEditor).toBeVisible();
  expect(await measureRows(page)).toBeGreaterThanOrEqual(0.6);

  await loupe.open();
  await loupe.connect.demoTeam.click();
  await timeline.expectVerdict("Completed");
  await loupe.conversation.view("Timeline").click();
  await timeline.rows.first().click();
  await expectRoomForRows(page, "team");
});

test("with many turns, the verdict and the kinds of rows are whole on a laptop", async ({
  loupe,
  page,
  faultAgent,
}) => {
  const { composer, timeline } = loupe;
  await page.setViewportSize({ width: 1280, height: 800 });
  await loupe.connectTo(faultAgent.url);
  for (const [fault, verdict] of [
    ["reset", "Connection lost"],
    ["rpc-error", "RPC error"],
    ["http-500", "HTTP error"],
  ] as const) {
    await composer.sendMessage(fault);
    await timeline.expectVerdict(verdict);
  }
  await loupe.conversation.view("Timeline").click();
  await expect(timeline.verdict).toContainText("3 turns: 3 failures");
  await isWell(page, "many turns");
  const kinds = page.getByRole("toolbar", { name: "Filter" }).locator("[data-part=kinds]");
  await expect(kinds.getByRole("button", { name: /^Error \d+$/ })).toBeVisible();
  const hidden = await kinds.evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(hidden).toBeLessThanOrEqual(0);
});

test("beside the longest verdict, nothing touches", async ({ loupe, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await loupe.open();
  await loupe.chooseContent(
    "tools.jsonl",
    readFixtureFile("recorded/frameworks/adk-js-tools.jsonl"),
  );
  const { verdict } = loupe.timeline;
  await loupe.timeline.expectVerdict("Completed, with a failed tool and 2 lost appends");
  const problems = verdict.getByRole("button", { name: "1 problem" });
  const timing = verdict.getByRole("button", { name: "Verdict and timing" });
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    // At 1024 pixels, even the state gives way; its title has it.
    if (width > 1024) await isWell(page, `longest verdict at ${width}`);
    await expect(
      verdict.getByTitle(/^Completed, with a failed tool and 2 lost appends\nShow summary$/),
    ).toBeVisible();
    const [tag, button] = [await problems.boundingBox(), await timing.boundingBox()];
    expect((tag?.x ?? 0) + (tag?.width ?? 0), `at ${width}`).toBeLessThanOrEqual(button?.x ?? 0);
  }
  // On a phone, they stand in the line of the state.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("navigation", { name: "Panes" }).getByText("Timeline").click();
  const [state, button] = [
    await verdict.getByRole("status").boundingBox(),
    await timing.boundingBox(),
  ];
  expect(Math.abs((state?.y ?? 0) - (button?.y ?? 0))).toBeLessThan(8);
});

test("beside a long verdict, its buttons are whole, and what has no room is not there", async ({
  loupe,
  page,
}) => {
  const log = new ReportLog();
  for (const x of ["x1", "x2"]) {
    log
      .addRequest("message/stream", createSendMessageParams("go", x), x)
      .addHead(200, "text/event-stream", x)
      .addEventsTo(x, createTask("working", { id: x }))
      .addEventsTo(x, { ...createArtifactUpdate("a", "Late.", { append: true }), taskId: x })
      .addEventsTo(x, { ...status("completed"), taskId: x })
      .addEnd("complete", x)
      .wait(60_000);
  }
  const text = log.records.map((record) => JSON.stringify(record)).join("\n");
  await page.setViewportSize({ width: 1280, height: 800 });
  await loupe.open();
  await loupe.chooseContent("late.jsonl", `{"r":"loupe","version":1}\n${text}\n`);
  await loupe.timeline.expectVerdict("Completed, with 2 lost appends");
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await isWell(page, `long verdict at ${width}`);
    const line = loupe.timeline.verdict.locator("[data-part=line]");
    const overhang = await line.evaluate((box) => box.scrollWidth - box.clientWidth);
    expect(overhang, `long verdict at ${width}`).toBeLessThanOrEqual(0);
    const half = await line.locator("> span > span").evaluateAll((facts) =>
      facts.flatMap((fact) =>
        [...fact.children].filter((part) => {
          const [box, own] = [fact.getBoundingClientRect(), part.getBoundingClientRect()];
          const isHidden = own.top >= box.bottom - 1;
          return box.width > 0 && !isHidden && own.right > box.right + 1;
        }),
      ),
    );
    expect(half, `long verdict at ${width}`).toHaveLength(0);
  }
});

const DIALOG_KEYS = ["l", "s", "o", "g", "c", "?", "ControlOrMeta+s", "ControlOrMeta+k"];
const NAMED_DIALOGS = ["Settings", "Credentials", "Serve as an agent", "Tap", "Limits"];

test("dialogs and the card, at every width", LONG, async ({ loupe, page }) => {
  const { composer, timeline, palette } = loupe;
  test.slow();
  await page.setViewportSize({ width: 1440, height: 900 });
  await loupe.connectToDemo();
  await composer.sendMessage("fail");
  await timeline.expectVerdict("Failed");
  const isWellInside = async (what: string) => {
    for (const width of [390, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      await isWell(page, `${what} at ${width}`);
    }
    await page.keyboard.press("Escape");
  };
  await timeline.rows.nth(2).click();
  for (const key of DIALOG_KEYS) {
    await page.keyboard.press(key);
    await expect(page.getByRole("dialog")).toBeVisible();
    await isWellInside(key);
  }
  for (const name of NAMED_DIALOGS) {
    await palette.choose(name);
    await expect(page.getByRole("dialog")).toBeVisible();
    await isWellInside(name);
  }
  await page.getByRole("button", { name: "Card", exact: true }).click();
  await isWellInside("card");
});

test("steps, tags and reasons are complete with both panes beside the rows", async ({
  loupe,
  page,
}) => {
  const { composer, timeline } = loupe;
  await page.setViewportSize({ width: 1024, height: 900 });
  await loupe.connectToDemo();
  await composer.sendMessage("plan a trip");
  await timeline.expectVerdict("Completed");
  await composer.sendMessage("fail");
  await expect(timeline.row("Message", "did not answer (503)")).toBeVisible();
  const plan = timeline.row("Plan");
  for (const width of [1024, 1280, 1366]) {
    await test.step(`at ${width}`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await expect(plan.getByRole("listitem").first()).toContainText("Understand the question");
      await expect(plan.locator("[data-tag=note]")).toHaveText(/of \d+ done/);
      // With little room a tag is short, not cut.
      const label = width < 1280 ? /^\d\/\d$/ : /^\d of \d done$/;
      await expect(plan.getByText(label)).toBeVisible();
      await expect(timeline.row("Tool").getByText("completed", { exact: true })).toBeVisible();
      await isWell(page, "both panes");
      // The text uses the space of the waterfall.
      await expect(plan.locator("[data-part=bar-cell]")).toBeHidden();
    });
  }
});

test(
  "the numbers disappear first, then the waterfall, then the names of kinds",
  LONG,
  async ({ loupe, page }) => {
    const { timeline, transport } = loupe;
    await page.setViewportSize({ width: 1900, height: 900 });
    await loupe.open();
    await loupe.chooseContent(
      "tools.jsonl",
      readFixtureFile("recorded/frameworks/gemini-cli-tools.jsonl"),
    );
    await timeline.expectVerdict("Input required");
    const row = timeline.row("Tool").first();
    const parts = {
      bar: row.locator("[data-part=bar-cell]"),
      bytes: row.locator("[data-part=bytes]"),
      kind: row.locator("[data-part=kind] > span"),
    };
    const kindWidth = async () => (await parts.kind.boundingBox())?.width ?? 0;
    await expect(parts.bar).toBeVisible();
    const border = page.getByRole("separator", { name: "Resize inspector" });
    const rail = page.getByRole("separator", { name: "Resize exchanges" });
    await rail.press("End");
    await border.press("End");
    const shown: string[] = [];
    for (const width of [1900, 1600, 1500, 1440, 1366, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await isWell(page, `wide inspector at ${width}`);
      const now = [
        (await parts.bar.isVisible()) && "bar",
        (await parts.bytes.isVisible()) && "bytes",
        (await kindWidth()) > 20 && "kind",
      ];
      shown.push(now.filter(Boolean).join(" "));
    }
    const order = ["bar bytes kind", "bar kind", "kind", ""];
    const steps = shown.map((one) => order.indexOf(one));
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    expect(steps.every((step) => step >= 0)).toBe(true);
    expect(steps.at(-1)).toBe(3);
    await transport.markRange(0.1, 0.5);
    await isWell(page, "the narrowest rows, with a span marked");
  },
);

test("a run of milliseconds, with labels close together", LONG, async ({ loupe, page }) => {
  const { timeline } = loupe;
  await page.setViewportSize({ width: 1440, height: 900 });
  await loupe.open();
  await loupe.chooseContent(
    "approval.jsonl",
    readFixtureFile("recorded/frameworks/adk-js-approval.jsonl"),
  );
  await timeline.expectVerdict("Completed, with 2 lost appends");
  await timeline.rows.nth(2).click();
  await isWellAtAllWidths(page, "milliseconds");
});
