// What was sent, and the recordings to go back to.
import type { Locator, Page } from "@playwright/test";

export class RailPanel {
  readonly panel: Locator;
  readonly running: Locator;
  readonly everything: Locator;

  constructor(page: Page) {
    this.panel = page.getByRole("navigation", { name: "Exchanges" });
    this.everything = this.panel.getByRole("treeitem", { name: "All exchanges" });
    this.running = this.panel.getByRole("status", { name: "Running" });
  }

  /** A task by the beginning of its id. */
  task(id: string): Locator {
    return this.panel.getByRole("treeitem").filter({ hasText: `task ${id}` });
  }

  exchange(title: string): Locator {
    return this.panel.getByRole("treeitem").filter({ hasText: title });
  }
}
