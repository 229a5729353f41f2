// The secrets of a run that is handed on: what was found, and what is replaced of it.
import type { Locator } from "@playwright/test";

export class RedactionPanel {
  readonly root: Locator;
  /** What leaves, in one sentence. */
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

  /** All of one kind. */
  kind(title: string): Locator {
    return this.root.getByRole("checkbox", { name: title, exact: true });
  }

  /** One text of a kind, by how it begins, once its list is open. */
  finding(sample: RegExp): Locator {
    return this.root.getByRole("checkbox", { name: sample });
  }

  async showWhich(title: string): Promise<void> {
    await this.root.getByLabel(`${title}: details`).click();
  }
}
