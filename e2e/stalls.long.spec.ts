// Texts that take a browser minutes to lay out: the page truncates them and shows how much it omits,
// stays responsive, and copies the exact bytes.
import type { Page } from "@playwright/test";
import type { InspectorTab } from "./panels/inspector.ts";
import { expect, test } from "./support/fixtures.ts";
import { createChunk, createRecordingLog, createTaskEvents } from "./support/logs.ts";

const TABS: readonly InspectorTab[] = ["Rendered", "Chunks", "Decoded", "Wire", "Problems"];
const MOST_MARKS = 32;
/** Elements of one word must not contain more of it than this. */
const LONGEST_NODE = 110_000;

const MANY = 50_000;
const WORD = "x".repeat(5_000_000);
const PILE = `Z${"\u0301".repeat(MANY)}`;
const STALLS: readonly (readonly [name: string, text: string])[] = [
  ["marks on one letter", PILE],
  ["joiners", `a${"\u200d".repeat(MANY)}b`],
  ["variation selectors", `a${"\ufe0f".repeat(MANY)}b`],
  ["joined emoji", `👩${"\u200d👩".repeat(10_000)}`],
  ["bidi controls", `a${"\u202e\u2066\u200f".repeat(MANY)}b`],
  ["a word without a break", "x".repeat(200_000)],
  ["nested quotes", "> ".repeat(5_000)],
  ["nested lists", Array.from({ length: 300 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n")],
];

const part = (text: string) => ({ kind: "text", text });

/** A run with such a text wherever a message, an artifact, a state or an ID can have one. */
function logOf(text: string): string {
  const ids = { taskId: text, contextId: text };
  const message = { kind: "message", role: "agent", messageId: text, parts: [part(text)] };
  const artifact = {
    artifactId: text,
    name: text,
    parts: [part(text), { kind: "data", data: { [text]: text } }],
  };
  return createRecordingLog({
    prompt: text,
    events: [
      { kind: "task", id: text, contextId: text, status: { state: "working", message } },
      { kind: "artifact-update", ...ids, artifact },
      { kind: "artifact-update", ...ids, append: true, artifact },
      { kind: "status-update", ...ids, status: { state: "failed", message }, final: true },
    ],
  });
}

/** Text nodes and attributes that contain more than the page may lay out at once. */
async function findStalls(page: Page): Promise<string[]> {
  return page.evaluate(
    ([most, longest]) => {
      const piled = new RegExp(
        `[\\p{M}\\p{Cf}\\p{Default_Ignorable_Code_Point}]{${most + 1}}`,
        "u",
      );
      const found: string[] = [];
      const look = (text: string, where: Element | null) => {
        if (piled.test(text) || text.length > longest)
          found.push(where?.outerHTML.slice(0, 90) ?? "");
      };
      look(document.title, null);
      const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const { parentElement } = node;
        if (parentElement?.closest("script, style")) continue;
        look(node.nodeValue ?? "", parentElement);
      }
      for (const element of document.querySelectorAll("[title], [aria-label]"))
        look(
          `${element.getAttribute("title") ?? ""}\n${element.getAttribute("aria-label") ?? ""}`,
          element,
        );
      return [...new Set(found)];
    },
    [MOST_MARKS, LONGEST_NODE] as const,
  );
}

for (const [subject, stalls] of [
  ["characters", STALLS.slice(0, 5)],
  ["lines", STALLS.slice(5)],
] as const) {
  test(`${subject} that stall, everywhere in a run, leave the page responsive`, async ({
    loupe,
    page,
  }) => {
    const { timeline, inspector } = loupe;
    await loupe.open();
    for (const [name, text] of stalls) {
      await test.step(name, async () => {
        await loupe.showStartPage();
        await loupe.chooseContent("stalls.jsonl", logOf(text));
        await timeline.expectVerdict("Failed");
        expect(await findStalls(page)).toEqual([]);
        for (const row of [timeline.row("Artifact").first(), timeline.row("State").last()]) {
          await row.click({ position: { x: 20, y: 12 } });
          for (const tab of TABS) {
            await inspector.show(tab);
            await expect(inspector.tab(tab)).toHaveAttribute("aria-selected", "true");
            expect(await findStalls(page), tab).toEqual([]);
          }
        }
        await page.keyboard.press("?");
        await expect(loupe.palette.sheet).toBeVisible();
        await page.keyboard.press("Escape");
        await expect(loupe.palette.sheet).toBeHidden();
      });
    }
  });
}

test("a word of megabytes in an artifact is readable, also if rendered anyway", async ({
  loupe,
  page,
}) => {
  const { timeline, inspector } = loupe;
  await loupe.open();
  await loupe.chooseContent(
    "word.jsonl",
    createRecordingLog({ prompt: "go", events: createTaskEvents(createChunk(WORD)) }),
  );
  await timeline.expectVerdict("Completed");
  await timeline.row("Artifact").click({ position: { x: 20, y: 12 } });
  await inspector.panel.getByRole("button", { name: "Render anyway" }).click();
  await expect(inspector.rendered).toContainText("more characters");
  expect(await findStalls(page)).toEqual([]);
  await inspector.show("Wire");
  expect(await findStalls(page)).toEqual([]);
});

test("a card with such names is shown, with its marks counted", async ({ loupe, page }) => {
  const skill = { id: PILE, name: PILE, description: PILE, tags: [PILE], examples: [PILE] };
  await loupe.open();
  const card = {
    protocolVersion: "0.3.0",
    name: PILE,
    description: "x".repeat(500_000),
    url: "https://agent.example/",
    version: PILE,
    provider: { organization: PILE, url: "https://agent.example/" },
    capabilities: {},
    defaultInputModes: [PILE],
    defaultOutputModes: [PILE],
    skills: [skill],
  };
  await loupe.card.paste(JSON.stringify(card));
  await expect(loupe.card.page.getByRole("heading", { level: 1 })).toContainText("more marks");
  expect(await findStalls(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(loupe.card.page).toBeHidden();
});

test("marks that are counted in the raw text are copied exactly", async ({ loupe, page }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const { timeline, inspector } = loupe;
  await loupe.open();
  await loupe.chooseContent("stalls.jsonl", logOf(`from ${PILE} to`));
  await timeline.expectVerdict("Failed");
  await timeline
    .row("Artifact")
    .first()
    .click({ position: { x: 20, y: 12 } });
  await inspector.show("Wire");
  await expect(inspector.wire.locator("[data-part=pile]").first()).toHaveAttribute(
    "data-label",
    /^⟨[\d,]+ more marks⟩$/,
  );
  await inspector.wire.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+c");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`from ${PILE} to`);
});
