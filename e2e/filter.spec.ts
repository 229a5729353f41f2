// Filters for rows, and the matches in them.
import { expect, LONG, test } from "./support/fixtures.ts";
import {
  createChunk,
  createRecordingLog,
  createTaskEvents,
  readFixtureFile,
} from "./support/logs.ts";

const second = { taskId: "task-2", contextId: "context-1" };
const LOG = createRecordingLog(
  {
    prompt: "first",
    events: createTaskEvents(createChunk("Hello, "), createChunk("wörld (42)", true)),
  },
  {
    prompt: "second",
    events: [
      { kind: "task", id: "task-2", contextId: "context-1", status: { state: "working" } },
      {
        kind: "artifact-update",
        ...second,
        artifact: {
          artifactId: "report",
          name: "report",
          parts: [{ kind: "text", text: "Hello again" }],
        },
      },
      { kind: "status-update", ...second, status: { state: "failed" }, final: true },
    ],
  },
);

test.describe("with two tasks", () => {
  test.beforeEach(async ({ loupe }) => {
    await loupe.open();
    await loupe.chooseContent("two.jsonl", LOG);
    await loupe.timeline.list.waitFor();
  });

  test("only some kinds are shown", LONG, async ({ loupe }) => {
    const { filter, timeline } = loupe;
    const all = await timeline.readTitles();
    await expect(filter.kind("Artifact")).toHaveText(/2$/);
    await filter.kind("State").click();
    await expect(filter.kind("State")).toHaveAttribute("aria-pressed", "false");
    await expect(timeline.row("State")).toHaveCount(0);
    await expect(timeline.row("Artifact")).toHaveCount(2);
    await filter.only("Artifact");
    await expect(timeline.rows).toHaveCount(2);
    await filter.only("Artifact");
    await expect(timeline.rows).toHaveCount(all.length);
    for (const kind of ["Message", "State", "Artifact", "HTTP"] as const) {
      await filter.kind(kind).click();
    }
    await expect(filter.noMatches).toBeVisible();
    await filter.clear.click();
    await expect.poll(() => timeline.readTitles()).toEqual(all);
  });

  test("only one task is shown", async ({ loupe }) => {
    const { filter, timeline, transport, rail } = loupe;
    await expect(transport.lanes).toHaveCount(2);
    await filter.task.selectOption({ label: "task task-2 · failed" });
    await expect(timeline.row("State")).toHaveText([/working/, /failed/]);
    await expect(timeline.row("Artifact")).toHaveText([/Hello again/]);
    await filter.task.selectOption("All tasks");
    await expect(timeline.row("State")).toHaveCount(4);
    await rail.task("task-1").click();
    await expect(timeline.row("State")).toHaveText([/working/, /completed/]);
    await expect(filter.task.locator("option:checked")).toHaveText(/task-1/);
    await rail.everything.click();
    await expect(timeline.row("State")).toHaveCount(4);
  });

  test("text is found however it was streamed", async ({ loupe, page }) => {
    const { filter, timeline } = loupe;
    await timeline.rows.first().click();
    await page.keyboard.press("/");
    await expect(filter.query).toBeFocused();
    await page.keyboard.type("HELLO");
    await expect(timeline.rows).toHaveCount(2);
    await expect(filter.highlights).toHaveText(["Hello", "Hello"]);
    await filter.query.fill("(42)");
    await expect(timeline.rows).toHaveCount(1);
    await expect(filter.highlights).toHaveText(["(42)"]);
    await filter.query.fill("failed");
    await expect(timeline.row("State", "failed")).toHaveCount(1);
    await filter.query.fill("no such words");
    await expect(filter.noMatches).toBeVisible();
    await filter.query.press("Escape");
    await expect(filter.query).toHaveValue("");
    await expect(timeline.rows).not.toHaveCount(1);
    await filter.query.press("Escape");
    await expect(filter.query).not.toBeFocused();
  });

  test(
    "a regular expression finds more than text, and an invalid one is reported",
    LONG,
    async ({ loupe }) => {
      const { filter, timeline } = loupe;
      await filter.query.fill("h.llo (again|nobody)");
      await expect(filter.noMatches).toBeVisible();
      await filter.regex.click();
      await expect(timeline.rows).toHaveCount(1);
      await expect(filter.highlights).toHaveText(["Hello again"]);
      await filter.query.fill("hello (");
      await expect(filter.query).toHaveAttribute("aria-invalid", "true");
      await expect(filter.noMatches).toBeVisible();
      await filter.query.fill("hello");
      await expect(filter.query).not.toHaveAttribute("aria-invalid", "true");
      await expect(timeline.rows).toHaveCount(2);
    },
  );
});

test("only rows with problems are shown, each with the reason", async ({ loupe, page }) => {
  const { filter, problems, timeline, inspector } = loupe;
  await loupe.open();
  await loupe.chooseContent("irregular.sse", readFixtureFile("shapes/irregular.sse"));
  await loupe.expectOpen("irregular.sse");
  await timeline.list.waitFor();
  const all = Number(await timeline.list.getAttribute("aria-rowcount"));
  await problems.tag.click();
  await problems.onlyRows.click();
  await expect(filter.problems).toBeVisible();
  const wrong = Number(await timeline.list.getAttribute("aria-rowcount"));
  expect(wrong).toBeGreaterThan(0);
  expect(wrong).toBeLessThan(all);
  await filter.problems.click();
  await expect(filter.problems).toBeHidden();
  await page.keyboard.press("p");
  await inspector.show("Problems");
  await expect(inspector.problems.first()).toBeVisible();
  await inspector.problems
    .first()
    .getByRole("button", { name: /first at frame/ })
    .click();
  await expect(inspector.tab("Decoded")).toHaveAttribute("aria-selected", "true");
  await expect(inspector.decoded).toBeVisible();
});
