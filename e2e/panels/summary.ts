// The summary in the inspector while no row is selected.
import type { Locator, Page } from "@playwright/test";

export class SummaryPanel {
  readonly title: Locator;
  readonly panel: Locator;
  readonly verdict: Locator;
  /** The reason of the verdict, which leads to its evidence. */
  readonly reason: Locator;
  readonly turns: Locator;
  readonly tools: Locator;
  readonly nextSteps: Locator;
  /** Above the rows: the state in words, which leads back to the summary. */
  readonly back: Locator;

  constructor(page: Page) {
    const inspector = page.getByTestId("inspector");
    this.title = inspector.getByRole("heading", { level: 2 });
    this.panel = page.getByRole("region", { name: "Summary", exact: true });
    this.verdict = this.panel.locator("[data-part=summary-verdict]");
    this.reason = this.verdict.getByRole("button");
    this.turns = this.panel.getByRole("list", { name: "Turns" }).getByRole("button");
    this.tools = this.panel.getByRole("list", { name: "Tool calls" }).getByRole("button");
    this.nextSteps = this.panel.getByRole("list", { name: "Next steps" });
    this.back = page
      .getByRole("region", { name: "Verdict" })
      .getByRole("status")
      .getByRole("button");
  }

  section(name: string): Locator {
    return this.panel.getByRole("region", { name, exact: true });
  }

  nextStep(name: string): Locator {
    return this.nextSteps.getByRole("button", { name });
  }

  /** A time or an amount by its name. */
  measure(name: string): Locator {
    const term = this.panel.page().getByRole("term").filter({ hasText: name });
    return this.panel.locator("dl > div").filter({ has: term }).getByRole("definition");
  }
}
