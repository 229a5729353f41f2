// A recording of a tap: the calls between agents are a tree, in the rows, on the overview and in the
// summary.
import { writeFile } from "node:fs/promises";
import { HtmlFilePage } from "./panels/html-file-page.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { DIAMOND, FAILED_CHAIN, TWO_USERS } from "./support/hop-logs.ts";

test("calls between agents are a tree that leads to their rows; who failed first and where the time went is said", async ({
  loupe,
}) => {
  const { page, timeline, summary } = loupe;
  await loupe.open();
  await loupe.chooseContent("team.jsonl", FAILED_CHAIN);
  const section = summary.section("Calls between agents");
  const calls = section.getByRole("list", { name: "Calls between agents" }).getByRole("listitem");
  await expect(calls).toHaveText([
    /^Failed: curl → Planner2\.0\d* s · 1\.7\d* s waiting$/,
    /^Completed: Planner → Weather400 ms$/,
    /^Failed: Planner → Hotelsinferred, near-certain1\.30* s$/,
  ]);
  const answers = summary.section("What happened between agents");
  await expect(answers).toContainText(
    "Of 2.00 s, Hotels took 1.30 s, Weather 400 ms, Planner 300 ms",
  );
  const first = answers.getByRole("button").first();
  await expect(first).toContainText("Failed first: Hotels");
  await expectAccessible(page, "calls between agents");
  await first.click();
  await expect(timeline.row("Message", "book a double")).toHaveAttribute("aria-selected", "true");
});

test("the tree is that of the playhead", LONG, async ({ loupe }) => {
  const { page, summary, timeline, transport } = loupe;
  await loupe.open();
  await loupe.chooseContent("team.jsonl", FAILED_CHAIN);
  const calls = summary
    .section("Calls between agents")
    .getByRole("list", { name: "Calls between agents" })
    .getByRole("listitem");
  await expect(calls).toHaveCount(3);
  await expect(timeline.rows.first()).toBeVisible();
  await transport.playhead.focus();
  await page.keyboard.press("Home");
  await expect(calls).toHaveText([/^In progress: curl → Planner$/]);
});

test("rows are inside the call they belong to, and the verdict names the agent at fault", async ({
  loupe,
}) => {
  const { page, timeline, filter } = loupe;
  await loupe.open();
  await loupe.chooseContent("team.jsonl", DIAMOND);
  await filter.noise.click();
  await timeline.expectVerdict("Failed");
  await expect(timeline.reason).toHaveText(
    "Hotels did not answer (503), called by Travel for Planner.",
  );
  const { headers } = timeline;
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(headers).toHaveCount(1);
  await page.getByRole("button", { name: "Expand all turns" }).click();
  const call = (title: string) => headers.filter({ hasText: title });
  await expect(call("Planner → called Travel")).toHaveAttribute("aria-level", "2");
  await expect(call("Planner → called Travel")).toContainText("near-certain, inferred");
  const rooms = call("Travel → called Hotels");
  await expect(rooms.first()).toHaveAttribute("aria-level", "3");
  await expect(rooms.first()).toContainText("book a double");
  await expectAccessible(page, "rows of calls between agents");

  // A row leads to its call, and that to the call around it, which hides both when it is collapsed.
  await timeline.row("Message", "book a double").click();
  for (let level = 3; level > 1; level--) {
    await page.keyboard.press("ArrowLeft");
    await expect(page.locator("[role=row]:focus")).toHaveAttribute("aria-level", String(level));
    await page.keyboard.press("ArrowLeft");
  }
  await page.keyboard.press("ArrowRight");
  await expect(call("Planner → called Weather")).toBeVisible();
  await expect(timeline.row("Message", "book a double")).toHaveCount(0);

  // What leads to the evidence shows it.
  await timeline.reason.click();
  await expect(timeline.row("Error", "No agent here")).toHaveAttribute("aria-selected", "true");
});

test("the map of agents filters the rows", async ({ loupe }) => {
  const { page, timeline, summary } = loupe;
  await loupe.open();
  await loupe.chooseContent("team.jsonl", DIAMOND);
  const map = summary.section("Calls between agents").getByRole("group", { name: "Map of agents" });
  const arrow = map.getByRole("button", {
    name: "Travel calls Hotels: 2 calls, 2.50 s, 1 failed, inferred",
  });
  await arrow.click();
  await expect(arrow).toHaveAttribute("aria-pressed", "true");
  await expect(timeline.row("Message")).toHaveText([/book a double/, /book a single/]);
  await expect(page).toHaveURL(/from=127.0.0.1%3A9004&to=127.0.0.1%3A9003/);
  await page.getByRole("button", { name: "Only calls Travel → Hotels: show all" }).click();
  await expect(arrow).toHaveAttribute("aria-pressed", "false");
  await map.getByRole("button", { name: /^Weather: called 1 time/ }).press("Enter");
  await expect(timeline.row("Message")).toHaveText([/the weather/]);
});

test("the overview has a lane for each agent, whose bars lead to their calls", async ({
  loupe,
}) => {
  const { page, timeline, transport, inspector } = loupe;
  await loupe.open();
  await loupe.chooseContent("team.jsonl", DIAMOND);
  await timeline.expectVerdict("Failed");
  const lanes = transport.playhead.getByRole("img", { name: /calls?/ });
  const labels = await lanes.evaluateAll((all) =>
    all.map((lane) => lane.getAttribute("aria-label")),
  );
  expect(labels).toEqual([
    "Planner: 1 call, 1 failed",
    "Weather: 1 call",
    "Travel: 1 call, 1 failed",
    "Hotels: 2 calls, 1 failed",
  ]);
  const travel = transport.playhead.getByTitle("Planner → Travel: Failed, 2.65 s, 2.10 s waiting");
  await expect(travel.locator("[data-part=waiting]")).toHaveCount(1);
  await travel.click({ position: { x: 2, y: 4 } });
  const header = (words: string) => timeline.headers.filter({ hasText: words });
  await expect(header("a way and a room")).toHaveAttribute("aria-selected", "true");

  // The inspector has both sides of the call, and leads to those around it.
  const call = inspector.panel.getByRole("region", { name: "Call between agents" });
  await expect(call).toContainText("python planner.py (process 12), listens on 9001");
  await expect(call).toContainText("take-over: the tap listens in the agent's place");
  await expect(call).toContainText("the request was not changed");
  await expect(call.locator("[data-part=edge]")).toHaveText(
    "Inferred, near-certain (caller-program): The calling program listens on the port of the agent that was being called.",
  );
  await expect(call.getByRole("img", { name: "2.10 s of 2.65 s waiting" })).toBeVisible();
  await expectAccessible(page, "a call between agents");
  await call.getByRole("button", { name: "Travel → Hotels HTTP error · 1.80 s" }).click();
  await expect(header("book a single")).toHaveAttribute("aria-selected", "true");
});

test("users who overlap are turns of their own", LONG, async ({ loupe }) => {
  const { timeline } = loupe;
  await loupe.open();
  await loupe.chooseContent("team.jsonl", TWO_USERS);
  await timeline.expectVerdict("Completed");
  await expect(timeline.verdict).toContainText("3 turns");
  await timeline.headers.first().waitFor();
  const levels = await timeline.headers.evaluateAll((rows) =>
    rows.map((row) => row.getAttribute("aria-level")),
  );
  expect(levels.slice(0, 3)).toEqual(["1", "2", "1"]);
});

test("the list of exchanges names the agent of each call, inside the call it was made for", async ({
  loupe,
}) => {
  const { page, rail } = loupe;
  await loupe.open();
  await loupe.chooseContent("team.jsonl", FAILED_CHAIN);
  const calls = rail.panel.locator("[role=treeitem][data-kind=exchange]");
  const call = (agent: string) =>
    calls.filter({ has: page.getByTitle(new RegExp(`→ ${agent}$`)) }).first();
  await expect(call("Planner")).toHaveAttribute("aria-level", "2");
  await expect(call("Weather")).toHaveAttribute("aria-level", "3");
  await expect(call("Weather")).toContainText("message/stream");
  await call("Hotels").click();
  await expect(call("Hotels")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowLeft");
  await expect(call("Planner")).toBeFocused();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    if (width === 390) await page.getByRole("button", { name: "Exchanges", exact: true }).click();
    await expect(call("Hotels")).toBeVisible();
    await expectAccessible(page, `exchanges of a team at ${width}`);
  }
});

test(
  "no label of the map and no name of a lane covers what is beside it",
  LONG,
  async ({ loupe }) => {
    const { page, summary } = loupe;
    await loupe.open();
    await loupe.chooseContent("team.jsonl", DIAMOND);
    const map = summary
      .section("Calls between agents")
      .getByRole("group", { name: "Map of agents" });
    await expect(map.locator("[data-part=edge]").first()).toBeVisible();
    const boxes = await map.locator("[data-part=edge], [data-part=agent]").evaluateAll((parts) =>
      parts.map((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
    for (const [i, one] of boxes.entries()) {
      for (const other of boxes.slice(i + 1)) {
        const isBeside = one.right <= other.left || other.right <= one.left;
        const isApart = one.bottom <= other.top + 0.5 || other.bottom <= one.top + 0.5;
        expect(isBeside || isApart).toBe(true);
      }
    }
    const lanes = page.locator("[data-part=agent-lane]");
    await expect(lanes.first()).toBeVisible();
    // The names are one column, each at the height of its lane and before every bar.
    const names = page.locator("[data-part=lane-name]");
    await expect(names).toHaveCount(await lanes.count());
    for (const [i, lane] of (await lanes.all()).entries()) {
      const [name, place] = [await names.nth(i).boundingBox(), await lane.boundingBox()];
      if (!name || !place) throw new Error("a lane is not shown");
      expect(Math.abs(name.y - place.y)).toBeLessThan(1);
      expect(name.x + name.width).toBeLessThanOrEqual(place.x);
    }
  },
);

test("the user cuts and makes edges: verdict and tree follow, also after a reload, and it can be undone", async ({
  loupe,
  ownServer,
  browser,
}, info) => {
  const { page, timeline, inspector, library, filter } = loupe;
  // All rows are in view.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await loupe.open(ownServer.url);
  await loupe.chooseContent("team.jsonl", DIAMOND);
  const header = (title: string) => timeline.headers.filter({ hasText: title });
  const menu = page.getByRole("menu", { name: "Call actions" });
  const travel = header("called Travel");
  await expect(page).toHaveURL(/run=/);

  const recorded = "Hotels did not answer (503), called by Travel for Planner.";
  await expect(timeline.reason).toHaveText(recorded);
  await expect(travel).toHaveAttribute("aria-level", "2");
  await travel.focus();
  await page.keyboard.press("Shift+F10");
  await expect(menu.getByRole("menuitem", { name: "As recorded" })).toBeDisabled();
  await expectAccessible(page, "the menu of a call", "[role=menu]");
  await page.keyboard.press("Enter");
  await expect(timeline.reason).toHaveText("Hotels did not answer (503), called by Travel.");
  await expect(travel).toHaveAttribute("aria-level", "1");
  await expect(travel).toContainText("cut by hand");
  const call = inspector.panel.getByRole("region", { name: "Call between agents" });
  await expect(call).toContainText(
    "Cut by hand: A user decided that it was made for no other call.",
  );
  await library.toast("Call cut by hand").getByRole("button", { name: "Undo" }).click();
  await expect(timeline.reason).toHaveText(recorded);
  await expect(travel).toHaveAttribute("aria-level", "2");

  await header("book a single").click();
  await call.getByRole("button", { name: "Made for…" }).click();
  const dialog = page.getByRole("dialog", { name: "Made for…" });
  const calls = dialog.getByRole("list", { name: "Calls that were running" }).getByRole("button");
  await expect(calls).toHaveText([
    /^curl → Planner.*a weekend in Oslo/,
    /^Planner → Weather.*the weather/,
    /^Planner → Travel.*a way and a room/,
    /^Travel → Hotels.*book a double/,
  ]);
  await expect(calls.nth(2)).toHaveAttribute("aria-current", "true");
  await expectAccessible(page, "the calls that a call may have been made for", "dialog[open]");
  await calls.nth(1).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const byPlanner = "Hotels did not answer (503), called by Planner.";
  await expect(timeline.reason).toHaveText(byPlanner);

  await page.reload();
  await expect(timeline.reason).toHaveText(byPlanner);
  await filter.noise.click();
  const single = header("book a single");
  await expect(single).toHaveAttribute("aria-level", "2");
  await expect(single).toContainText("connected by hand");
  await library.open();
  await expect(library.rows.first()).toContainText("Failed");
  await page.keyboard.press("Escape");

  await test.step("an exported HTML file has the same tree", async () => {
    await loupe.exporting.open();
    await loupe.exporting.chooseFormat("HTML file");
    const path = info.outputPath("team.html");
    await writeFile(path, (await loupe.exporting.download()).text);
    await loupe.exporting.close();
    const file = new HtmlFilePage(await browser.newPage());
    await file.openFrom(path);
    await expect(file.timeline.reason).toHaveText(byPlanner);
    await file.page.close();
  });

  await test.step("a recording of a time range has the same tree", async () => {
    await loupe.transport.markRange(0.01, 0.99);
    await page.getByRole("button", { name: "Save as recording" }).click();
    await library.toast("Saved").getByRole("button", { name: "Open" }).click();
    // Without the look-ups, the names of the agents are unknown.
    await expect(timeline.reason).toHaveText(
      "127.0.0.1:9003 did not answer (503), called by 127.0.0.1:9001.",
    );
    await expect(single).toContainText("connected by hand");
    await page.goBack();
    await expect(timeline.reason).toHaveText(byPlanner);
  });

  await single.click();
  await call.getByRole("button", { name: "As recorded" }).click();
  await expect(timeline.reason).toHaveText(recorded);
  await expect(single).toHaveAttribute("aria-level", "3");
});
