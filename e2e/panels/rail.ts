// What was sent, and the recordings to go back to.
import type { Locator, Page } from "@playwright/test";

export class RailPanel {
  readonly panel: Locator;
  readonly running: Locator;

  constructor(page: Page) {
    this.panel = page.getByRole("navigation", { name: "Exchanges" });
    this.running = this.panel.getByRole("status", { name: "Running" });
  }

  exchange(title: string): Locator {
    return this.panel.getByRole("treeitem").filter({ hasText: title });
  }
}
