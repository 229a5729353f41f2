// The list of all problems of a run, and the pages of the rules.
import type { Locator, Page } from "@playwright/test";

export class ProblemsPanel {
  readonly panel: Locator;
  /** The number of problems beside the verdict. */
  readonly tag: Locator;
  readonly lines: Locator;
  readonly query: Locator;
  /** Leaves out the rows without problems. */
  readonly onlyRows: Locator;
  /** Shows the muted problems, and how many there are. */
  readonly muted: Locator;
  readonly rulesDialog: Locator;
  /** The page of a rule. */
  readonly rule: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.panel = page.getByRole("region", { name: "Problems", exact: true });
    this.tag = page
      .getByRole("region", { name: "Verdict" })
      .getByRole("button", { name: /^[\d,]+ problems?$|muted$/ });
    this.lines = this.panel.getByRole("list", { name: "Problems by rule" }).getByRole("listitem");
    this.query = this.panel.getByRole("textbox", { name: "Filter problems" });
    this.onlyRows = this.panel.getByRole("button", { name: "Only their rows" });
    this.muted = this.panel.getByRole("button", { name: /muted$/ });
    this.rulesDialog = page.getByRole("dialog", { name: "Rules" });
    this.rule = this.rulesDialog.getByRole("article");
  }

  line(rule: string): Locator {
    return this.lines.filter({ hasText: rule });
  }

  /** The link to the first event that shows a problem. */
  muteButton(rule: string): Locator {
    return this.panel.locator(`[data-problem=${rule}]`);
  }

  async mute(rule: string, where: string): Promise<void> {
    await this.line(rule)
      .getByRole("button", { name: `Mute ${rule}` })
      .click();
    await this.#page.getByRole("menuitem", { name: `Mute ${where}` }).click();
  }
}
