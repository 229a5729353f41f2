// The secrets of a run in the export dialog: what was found, and what is replaced.
import type { Locator } from "@playwright/test";

export class RedactionPanel {
  readonly root: Locator;
  /** The summary of what is exported. */
  readonly statement: Locator;
  readonly warning: Locator;
  readonly text: Locator;
  readonly field: Locator;
  readonly replace: Locator;

  constructor(dialog: Locator) {
    this.root = dialog.getByRole("group", { name: "Secrets" });
    this.statement = this.root.getByRole("status").filter({ hasText: "redacted" });
    this.warning = this.root.getByRole("alert");
    this.text = this.root.getByLabel("Text to redact", { exact: true });
    this.field = this.root.getByLabel("Field to redact", { exact: true });
    this.replace = this.root.getByRole("checkbox", { name: "Redact secrets" });
  }

  /** All secrets of one kind. */
  kind(title: string): Locator {
    return this.root.getByRole("checkbox", { name: title, exact: true });
  }

  /** A secret of a kind by its start, in the open list. */
  finding(sample: RegExp): Locator {
    return this.root.getByRole("checkbox", { name: sample });
  }

  async showWhich(title: string): Promise<void> {
    await this.root.getByLabel(`${title}: details`).click();
  }
}
