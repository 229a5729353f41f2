// The filter of the rows: kinds, tasks, problems, text.
import type { Locator, Page } from "@playwright/test";
import type { RowKind } from "./timeline.ts";

export class FilterPanel {
  readonly query: Locator;
  readonly regex: Locator;
  readonly task: Locator;
  /** Shows all rows again, not only those with problems. */
  readonly problems: Locator;
  readonly clear: Locator;
  readonly noise: Locator;
  readonly noMatches: Locator;
  /** The search matches in the rows. */
  readonly highlights: Locator;
  readonly #bar: Locator;

  constructor(page: Page) {
    this.#bar = page.getByRole("toolbar", { name: "Filter" });
    this.query = this.#bar.getByRole("textbox", { name: "Filter rows" });
    this.regex = this.#bar.getByRole("button", { name: "Regular expression" });
    this.task = this.#bar.getByRole("combobox", { name: "Task" });
    this.problems = this.#bar.getByRole("button", { name: "Only rows with problems: show all" });
    this.clear = this.#bar.getByRole("button", { name: "Clear" });
    this.noise = this.#bar.getByRole("button", { name: /^Noise/ });
    this.noMatches = page.getByText("No rows match");
    this.highlights = page.getByRole("treegrid", { name: "Timeline" }).locator("mark");
  }

  kind(kind: RowKind): Locator {
    return this.#bar.getByRole("button", { name: new RegExp(`^${kind}`) });
  }

  async only(kind: RowKind): Promise<void> {
    await this.kind(kind).click({ modifiers: ["Alt"] });
  }
}
