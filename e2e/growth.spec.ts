// What the page does for one more word of a streamed answer does not depend on how long the answer is.
import type { Page } from "@playwright/test";
import { type GrowingAgent, startGrowingAgent } from "./agents/growing-agent.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import {
  countUpdates,
  measureUpdates,
  type PageCounts,
  readPageCounts,
  subtractCounts,
  type UpdateCounts,
} from "./support/update-counts.ts";

/** No two are the same: the agent would repeat itself, which is a problem of its own. */
const createPart = (number: number) => `The **forecast** for coast ${number}: wind from the west.

| Day | Wind |
|---|---|
| ${number}. | *four* to five |

`;
const WORDS = ["High", "water", "is", "at", "four", "in", "the", "morning", "of", "Friday"];

/** With how many components each view is drawn anew; every row of the timeline is. */
const VIEWS = [
  ["Conversation", 80],
  ["Timeline", 130],
] as const;

for (const [view, components] of VIEWS) {
  const title = `a word costs the same after 2,000 and 40,000 characters: ${view}`;
  // The conversation opens by default.
  test(title, view === "Conversation" ? {} : LONG, async ({ loupe, page }) => {
    const agent = await startGrowingAgent();
    try {
      await countUpdates(page);
      await loupe.open("/", { isNewcomer: true });
      await loupe.connect.connectTo(agent.url);
      await loupe.composer.sendMessage("when can we sail?");
      await waitForEvents(page, 1);
      await loupe.conversation.view(view).click();
      const sender = new Sender(page, agent);
      await sender.growTo(2_000);
      const short = await measureUpdates(page, () => sender.sendWords());
      expectFew(short, sender, components);
      await sender.growTo(40_000);
      const long = await measureUpdates(page, () => sender.sendWords());
      expectFew(long, sender, components);
      // Some blocks more or less are in view.
      expect(long.characters).toBeLessThan(short.characters * 1.5 + 2_000);
    } finally {
      await agent.close();
    }
  });
}

/**
 * A word is one render with one layout, or two if what counts it comes later. What the usual word costs
 * counts for what a clock may change in the middle of some: it ticks, and marks of the time axis come and
 * go, more of them while the run is short.
 */
function expectFew(counts: UpdateCounts, sender: Sender, components: number): void {
  const perWord = (count: number) => count / WORDS.length;
  const usual = (name: keyof PageCounts) =>
    sender.words.map((word) => word[name]).toSorted((a, b) => a - b)[Math.floor(WORDS.length / 2)];
  expect.soft(perWord(counts.commits), "renders").toBeLessThanOrEqual(3);
  expect.soft(usual("components"), "components called").toBeLessThanOrEqual(components);
  expect.soft(perWord(counts.layouts), "layouts").toBeLessThanOrEqual(5);
  expect.soft(perWord(counts.styles), "style updates").toBeLessThanOrEqual(40);
  expect.soft(usual("added"), "elements added").toBeLessThanOrEqual(6);
  expect.soft(usual("removed"), "elements removed").toBeLessThanOrEqual(6);
}

class Sender {
  readonly #page: Page;
  readonly #agent: GrowingAgent;
  #events = 1;
  #length = 0;
  /** What each of the last words cost. */
  words: PageCounts[] = [];

  constructor(page: Page, agent: GrowingAgent) {
    this.#page = page;
    this.#agent = agent;
  }

  async growTo(length: number): Promise<void> {
    while (this.#length < length) this.#send(createPart(this.#events));
    this.#send("And");
    await waitForEvents(this.#page, this.#events);
  }

  /** One after the other, each shown before the next. */
  async sendWords(): Promise<void> {
    const counts = [await readPageCounts(this.#page)];
    for (const word of WORDS) {
      this.#send(` ${word}`);
      await waitForEvents(this.#page, this.#events);
      counts.push(await readPageCounts(this.#page));
    }
    this.words = counts.slice(1).map((count, i) => subtractCounts(count, counts[i] ?? count));
  }

  #send(text: string): void {
    this.#agent.send(text);
    this.#events++;
    this.#length += text.length;
  }
}

/** Waits without a look at the layout, which would be counted. */
function waitForEvents(page: Page, events: number): Promise<void> {
  return page.evaluate(async (wanted) => {
    const countShown = () => {
      const position = document.querySelector("[data-testid=position]")?.textContent ?? "";
      return Number(/\/ ([\d,]+)/.exec(position)?.[1]?.replaceAll(",", "") ?? 0);
    };
    while (countShown() < wanted) await new Promise((resolve) => setTimeout(resolve, 20));
  }, events);
}
