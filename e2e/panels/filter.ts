// What is shown of the rows: kinds, tasks, trouble, text.
import type { Locator, Page } from "@playwright/test";
import type { Kind } from "./timeline.ts";

export class FilterPanel {
  readonly query: Locator;
  readonly regex: Locator;
  readonly task: Locator;
  readonly problems: Locator;
  readonly clear: Locator;
  readonly nothing: Locator;
  /** What was searched for, in the rows. */
  readonly hits: Locator;
  readonly #bar: Locator;

  constructor(page: Page) {
    this.#bar = page.getByRole("toolbar", { name: "Filter" });
    this.query = this.#bar.getByRole("textbox", { name: "Filter rows" });
    this.regex = this.#bar.getByRole("button", { name: "Regular expression" });
    this.task = this.#bar.getByRole("combobox", { name: "Task" });
    this.problems = this.#bar.getByRole("button", { name: /^Problems/ });
    this.clear = this.#bar.getByRole("button", { name: "Clear" });
    this.nothing = page.getByText("No rows match");
    this.hits = page.getByRole("treegrid", { name: "Timeline" }).locator("mark");
  }

  kind(kind: Kind): Locator {
    return this.#bar.getByRole("button", { name: new RegExp(`^${kind}`) });
  }

  async only(kind: Kind): Promise<void> {
    await this.kind(kind).click({ modifiers: ["Alt"] });
  }
}
