// The rail: the exchanges of the run, and saved recordings.
import type { Locator, Page } from "@playwright/test";

export class RailPanel {
  readonly panel: Locator;
  readonly running: Locator;
  readonly everything: Locator;
  readonly tasks: Locator;
  readonly search: Locator;
  /** The recordings, in the rail or on the start page. */
  readonly savedLogs: Locator;

  constructor(page: Page) {
    this.panel = page.getByRole("navigation", { name: "Exchanges" });
    this.savedLogs = page.getByRole("grid", { name: /^(?:Saved logs|Recordings)$/ });
    this.tasks = this.panel.locator("[role=treeitem][data-kind=task]");
    this.search = this.panel.getByRole("textbox", { name: "Find tasks and exchanges" });
    this.everything = this.panel.getByRole("treeitem", { name: "All exchanges" });
    this.running = this.panel
      .getByRole("treeitem")
      .filter({ has: page.getByText("Running", { exact: true }) });
  }

  /** The open recording in the list. */
  get openLog(): Locator {
    return this.savedLogs.locator("[role=row][aria-current=true]");
  }

  /** A task by the start of its ID. */
  task(id: string): Locator {
    return this.panel.getByRole("treeitem").filter({ hasText: `task ${id}` });
  }

  /** The exchange with this message. */
  exchangeWithText(text: string): Locator {
    const message = this.panel.page().getByText(text, { exact: true });
    return this.panel.getByRole("treeitem").filter({ has: message });
  }

  /** A saved recording by its message. */
  savedLog(message: string): Locator {
    return this.savedLogs.getByRole("row").filter({ hasText: message });
  }

  group(label: string): Locator {
    return this.panel.locator("[role=treeitem][data-kind=group]").filter({ hasText: label });
  }

  exchange(title: string): Locator {
    return this.panel.getByRole("treeitem").filter({ hasText: title });
  }
}
