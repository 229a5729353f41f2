// Every shortcut of the shortcut sheet, and every command by its name in the palette.
import type { Loupe } from "./panels/loupe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import {
  createChunk,
  createRecordingLog,
  createTaskEvents,
  readFixtureFile,
} from "./support/logs.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const NAMES: Readonly<Record<string, string>> = {
  Ctrl: "Control",
  "↵": "Enter",
  "↑": "ArrowUp",
  "↓": "ArrowDown",
  "←": "ArrowLeft",
  "→": "ArrowRight",
  Esc: "Escape",
};

/** `Ctrl K` as printed on the sheet, in Playwright's notation. */
function asPress(printed: string): string {
  const keys = printed.split(" ").map((key) => NAMES[key] ?? key);
  return keys.map((key) => (/^[A-Z]$/.test(key) ? key.toLowerCase() : key)).join("+");
}

type Press = (which?: number) => Promise<void>;
type Check = (loupe: Loupe, press: Press) => Promise<void>;

const opensDialog =
  (name: string): Check =>
  async ({ page }, press) => {
    await press();
    const dialog = page.getByRole("dialog", { name, exact: true });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  };

const showsTab =
  (name: "Rendered" | "Chunks" | "Decoded" | "Wire" | "Problems"): Check =>
  async ({ timeline, inspector }, press) => {
    await timeline.row("Artifact").click();
    await inspector.show(name === "Wire" ? "Chunks" : "Wire");
    await press();
    await expect(inspector.tab(name)).toHaveAttribute("aria-selected", "true");
  };

const selected = ({ timeline }: Loupe) => timeline.list.locator("[role=row][aria-selected=true]");

/** The effect of each shortcut on a log of one task with eight events. */
const OF_A_LOG: Readonly<Record<string, Check>> = {
  "Focus address": async ({ connect }, press) => {
    await press();
    await expect(connect.address).toBeFocused();
  },
  "Compare with another recording": async ({ diff }, press) => {
    await press();
    await expect(diff.dialog).toBeVisible();
    await diff.close();
  },
  "Open a log": async ({ page }, press) => {
    const choosing = page.waitForEvent("filechooser");
    await press();
    await (await choosing).setFiles([]);
  },
  "Open library": opensDialog("Library"),
  "Saved requests": opensDialog("Saved requests"),
  "Next note": async ({ library }, press) => {
    await press();
    await expect(library.toast("This run has no notes")).toBeVisible();
  },
  "Add note to event": async ({ library, timeline }, press) => {
    await timeline.row("Artifact").click();
    await press();
    await expect(library.note).toBeFocused();
    await library.note.press("Escape");
  },
  "Leave row": async (loupe, press) => {
    await loupe.timeline.row("Artifact").click();
    await expect(selected(loupe)).toHaveCount(1);
    await press();
    await expect(selected(loupe)).toHaveCount(0);
    await expect(loupe.summary.panel).toBeVisible();
  },
  "Next row": async (loupe, press) => {
    await loupe.timeline.rows.first().click();
    for (const which of [0, 1]) await press(which);
    await expect(selected(loupe)).toHaveAttribute("aria-rowindex", "3");
  },
  "Previous row": async (loupe, press) => {
    await loupe.timeline.rows.nth(2).click();
    for (const which of [0, 1]) await press(which);
    await expect(selected(loupe)).toHaveAttribute("aria-rowindex", "1");
  },
  "Collapse row": async ({ timeline }, press) => {
    await timeline.row("Artifact").click();
    await expect(timeline.row("Artifact")).toHaveAttribute("aria-expanded", "true");
    await press();
    await expect(timeline.row("Artifact")).toHaveAttribute("aria-expanded", "false");
  },
  "Expand row": async ({ timeline }, press) => {
    await timeline.row("Artifact").click();
    await press();
    await expect(timeline.row("Artifact")).toHaveAttribute("aria-expanded", "true");
  },
  "Hide or show protocol noise": async ({ filter }, press) => {
    await press();
    await expect(filter.noise).toHaveAttribute("aria-pressed", "false");
    await press();
    await expect(filter.noise).toHaveAttribute("aria-pressed", "true");
  },
  "Maximize or restore inspector": async ({ page, timeline }, press) => {
    const restore = page.getByRole("button", { name: "Restore inspector" });
    await timeline.row("Artifact").click();
    await press();
    await expect(restore).toBeVisible();
    await press();
    await expect(restore).toBeHidden();
  },
  "Switch between timeline and conversation": async ({ conversation }, press) => {
    await press();
    await expect(conversation.panel).toBeVisible();
    await expect(conversation.panel.getByRole("list", { name: "Turns" })).toBeFocused();
    await press();
    await expect(conversation.panel).toBeHidden();
  },
  "Show timeline and conversation side by side": async (
    { conversation, page, timeline },
    press,
  ) => {
    const before = page.viewportSize();
    await page.setViewportSize({ width: 1600, height: 900 });
    await press();
    await expect(conversation.panel).toBeVisible();
    await expect(timeline.rows.first()).toBeVisible();
    await conversation.view("Timeline").click();
    await expect(conversation.panel).toBeHidden();
    if (before) await page.setViewportSize(before);
  },
  "Collapse all turns": ({ timeline }, press) => press().then(() => timeline.waitForStreamEnd()),
  "Expand all turns": ({ timeline }, press) => press().then(() => timeline.waitForStreamEnd()),
  "Toggle plain A2A": async ({ dialects }, press) => {
    await press();
    await expect(dialects.toggle).toHaveText("Plain A2A");
    await press();
    await expect(dialects.toggle).toHaveText("Dialects");
  },
  "Previous event": async ({ transport }, press) => {
    await press();
    await transport.expectEvent(7);
  },
  "Next event": async ({ transport }, press) => {
    await transport.toStart.click();
    await press();
    await transport.expectEvent(2);
  },
  "Previous state change": async ({ transport }, press) => {
    await press();
    await transport.expectEvent(1);
  },
  "Next state change": async ({ transport }, press) => {
    await transport.toStart.click();
    await press();
    await transport.expectEvent(8);
  },
  "Play or pause": async ({ transport, timeline }, press) => {
    await transport.setSpeed("0.5×");
    await timeline.rows.first().click();
    await press();
    await expect(transport.pause).toBeVisible();
    await press();
    await expect(transport.play).toBeVisible();
  },
  "Jump to start": async ({ transport, page }, press) => {
    await page.locator("body").click({ position: { x: 1, y: 1 } });
    await press();
    await transport.expectEvent(1);
  },
  "Jump to end and follow": async ({ transport, page }, press) => {
    await transport.toStart.click();
    await page.locator("body").click({ position: { x: 1, y: 1 } });
    await press();
    await transport.expectEnd();
  },
  "Filter rows": async ({ filter }, press) => {
    await press();
    await expect(filter.query).toBeFocused();
  },
  "Zoom to range": async ({ transport }, press) => {
    await transport.markRange(0.2, 0.6);
    await press();
    await expect(transport.showAll).toBeVisible();
  },
  "Reset zoom": async ({ transport }, press) => {
    await expect(transport.showAll).toBeVisible();
    await press();
    await expect(transport.showAll).toBeHidden();
  },
  "Toggle problems": async ({ problems }, press) => {
    await press();
    await expect(problems.panel).toBeVisible();
    await press();
    await expect(problems.panel).toBeHidden();
  },
  "Show rendered": showsTab("Rendered"),
  "Show chunks": showsTab("Chunks"),
  "Show decoded": showsTab("Decoded"),
  "Show wire": showsTab("Wire"),
  "Show problems": showsTab("Problems"),
  "Command palette": async ({ palette, page }, press) => {
    await press();
    await expect(palette.dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(palette.dialog).toBeHidden();
  },
  "Toggle exchanges": async ({ rail }, press) => {
    await press();
    await expect(rail.panel).toBeHidden();
    await press();
    await expect(rail.panel).toBeVisible();
  },
  "Toggle inspector": async ({ inspector }, press) => {
    await press();
    await expect(inspector.panel).toBeHidden();
    await press();
    await expect(inspector.panel).toBeVisible();
  },
  "Switch theme": async ({ page }, press) => {
    const theme = () => page.locator("html").getAttribute("data-theme");
    const before = await theme();
    await press();
    await expect.poll(theme).not.toBe(before);
  },
  Settings: opensDialog("Settings"),
  "Keyboard shortcuts": opensDialog("Keyboard shortcuts"),
  "On the overview or transport: step one event": async ({ transport }, press) => {
    for (const place of [transport.playhead, transport.play]) {
      await transport.toEnd.click();
      await place.focus();
      await press(0);
      await transport.expectEvent(7);
      await press(1);
      await transport.expectEnd();
    }
  },
  "On the overview: select a time range": async ({ transport }, press) => {
    await transport.playhead.focus();
    await press();
    await expect(transport.timeRange).toBeVisible();
    await expect(transport.rangeEnd).toBeFocused();
  },
  "On a time range edge: move it": async ({ transport }, press) => {
    const before = await transport.rangeEnd.getAttribute("aria-valuetext");
    await transport.rangeEnd.focus();
    await press(0);
    await expect(transport.rangeEnd).not.toHaveAttribute("aria-valuetext", before ?? "");
    await press(1);
    await expect(transport.rangeEnd).toHaveAttribute("aria-valuetext", before ?? "");
  },
  "On a row: its menu": async ({ timeline, page }, press) => {
    await timeline.row("Artifact").click();
    await press();
    const menu = page.getByRole("menu", { name: "Row actions" });
    await expect(menu.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(timeline.row("Artifact")).toBeFocused();
  },
  "In the filter: clear, then leave": async ({ filter }, press) => {
    await filter.query.fill("five");
    await press();
    await expect(filter.query).toHaveValue("");
    await press();
    await expect(filter.query).not.toBeFocused();
  },
};

/** `hold.spec.ts` presses these. */
const WHILE_HELD = ["Continue what is held", "Step to the next event"];

/** Commands that need an agent, or a problem. */
const ELSEWHERE: Readonly<Record<string, Check>> = {
  Send: async ({ composer, timeline }, press) => {
    await composer.message.fill("slow");
    await press();
    await timeline.expectFrames(timeline.row("Artifact", "slow"), 2);
  },
  "Cancel task": async ({ timeline }, press) => {
    await press();
    await timeline.expectVerdict("Canceled");
  },
  "Write a message": async ({ composer, timeline }, press) => {
    await timeline.rows.first().click();
    await press();
    await expect(composer.message).toBeFocused();
    await expect(composer.message).toHaveValue("");
  },
  "Operations on tasks": async ({ operations, page }, press) => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await press();
    await expect(operations.dialog).toBeVisible();
    await operations.close();
  },
  "Compare with the stored task": async ({ operations, page }, press) => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await press();
    await expect(operations.summary).toHaveText(/^1 artifact/);
    await page.keyboard.press("Escape");
    await expect(operations.compared).toBeHidden();
  },
  "Export this run": async ({ exporting }, press) => {
    await press();
    await expect(exporting.dialog).toBeVisible();
    await exporting.close();
  },
  "Edit and resend": async ({ composer, timeline }, press) => {
    await timeline.rows.first().click();
    await press();
    await expect(composer.requestField("Request body")).toContainText("slow");
    await composer.requestEditor.getByRole("button", { name: "Back to message" }).click();
  },
  "In an empty message box: earlier messages": async ({ composer }, press) => {
    await composer.message.focus();
    await press();
    await expect(composer.message).toHaveValue("slow");
    await composer.message.fill("");
  },
  "On a saved log: rename it": async ({ rail, library, page }, press) => {
    await rail.openLog.focus();
    await press();
    await expect(library.dialog.getByRole("textbox", { name: /^Name of/ })).toBeFocused();
    await page.keyboard.press("Escape");
    await library.close();
  },
  "On a saved log: delete it": async ({ rail, page }, press) => {
    // Other status messages may appear at the same time.
    const log = rail.openLog.filter({ hasText: "slow" });
    await log.focus();
    await press();
    await expect(page.getByText("Deleted slow")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(log).toBeVisible();
  },
  "Next problem": async (loupe, press) => {
    await loupe.chooseContent("irregular.sse", readFixtureFile("shapes/irregular.sse"));
    // The dialog opens before its events are loaded.
    await expect(loupe.composer.message).toBeHidden();
    await expect(loupe.problems.tag).toBeVisible();
    await press();
    await expect(selected(loupe)).toHaveCount(1);
  },
  "Previous problem": async (loupe, press) => {
    const before = await selected(loupe).getAttribute("aria-rowindex");
    await press();
    await expect(selected(loupe)).toHaveCount(1);
    await expect(selected(loupe)).not.toHaveAttribute("aria-rowindex", before ?? "");
  },
};

async function linesOfSheet({ page, palette }: Loupe): Promise<Map<string, string>> {
  await page.keyboard.press("?");
  await expect(palette.sheet).toBeVisible();
  const lines = await palette.sheetLines();
  await page.keyboard.press("Escape");
  await expect(palette.sheet).toBeHidden();
  return lines;
}

async function holds(loupe: Loupe, lines: Map<string, string>, title: string, check: Check) {
  await test.step(title, async () => {
    const printed = lines.get(title)?.split(" or ") ?? [];
    expect(printed, `the sheet has ${title}`).not.toHaveLength(0);
    await check(loupe, async (which = 0) => {
      await loupe.page.keyboard.press(asPress(printed[which] ?? ""));
    });
  });
}

async function openLog(loupe: Loupe): Promise<void> {
  const words = ["One ", "two ", "three ", "four ", "five ", "six"];
  const events = createTaskEvents(...words.map((word, index) => createChunk(word, index > 0)));
  await loupe.chooseContent("count.jsonl", createRecordingLog({ prompt: "count", events }));
  await loupe.timeline.expectVerdict("Completed");
  await expect(loupe.page).toHaveURL(/run=/);
}

test("every shortcut for a log works as the sheet says", async ({ loupe }) => {
  test.slow();
  const { page, transport } = loupe;
  await loupe.open();
  await openLog(loupe);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const lines = await linesOfSheet(loupe);
  expect([...lines.keys()].sort()).toEqual(
    [...Object.keys(OF_A_LOG), ...Object.keys(ELSEWHERE), ...WHILE_HELD].sort(),
  );
  for (const [title, check] of Object.entries(OF_A_LOG)) {
    await transport.toEnd.click();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await holds(loupe, lines, title, check);
  }
});

test(
  "the shortcuts for a conversation work as the sheet says",
  LONG,
  async ({ loupe, startAgent }) => {
    const agent = await startAgent("1.0");
    await loupe.connectTo(agent.url);
    await loupe.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const lines = await linesOfSheet(loupe);
    for (const [title, check] of Object.entries(ELSEWHERE)) {
      await holds(loupe, lines, title, check);
    }
  },
);

test("a key pressed right after a dialog closes works, if nothing had the focus before", async ({
  loupe,
}) => {
  const { page, palette } = loupe;
  await loupe.connectToDemo();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await palette.open();
  // Until the next frame the closed box keeps the focus.
  const pressedIn = await page.evaluate(() => {
    document.querySelector("dialog")?.close();
    const target = document.activeElement;
    target?.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
    return target?.tagName;
  });
  expect(pressedIn).toBe("INPUT");
  await expect(palette.sheet).toBeVisible();
});

test("typed text stays text, and no shortcut works behind a dialog", async ({
  loupe,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  const { page, composer, palette, rail } = loupe;
  await page.emulateMedia({ colorScheme: "dark" });
  await loupe.connectTo(agent.url);
  await page.keyboard.type("be it? [1] / zip");
  await expect(composer.message).toHaveValue("be it? [1] / zip");
  await expect(palette.sheet).toBeHidden();
  await expect(rail.panel).toBeVisible();
  await palette.open();
  await page.keyboard.type("zzzz no such thing");
  await expect(palette.dialog).toContainText("No matches");
  await page.keyboard.press("Escape");
  await expect(palette.dialog).toBeHidden();
  await expect(composer.message).toBeFocused();
  await palette.choose("light theme");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await composer.message.fill("");
  await composer.sendMessage("stream");
  await loupe.timeline.expectVerdict("Completed");
  await palette.choose("hide state rows");
  await expect(loupe.timeline.row("State")).toHaveCount(0);
  await palette.choose("show state rows");
  await expect(loupe.timeline.row("State")).toHaveCount(3);
  await palette.choose("agent card");
  await expect(loupe.inspector.panel).toContainText("Scripted 1.0");
  await palette.choose("start page");
  await expect(page).toHaveURL("/");
});
