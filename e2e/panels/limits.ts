// The limits, and messages that one was reached.
import { expect, type Locator, type Page } from "@playwright/test";

export class LimitsPanel {
  readonly dialog: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole("dialog", { name: "Limits" });
  }

  /** The value of a limit by its title. */
  field(title: string): Locator {
    return this.dialog.getByRole("textbox", { name: title, exact: true });
  }

  /** Why a limit was not changed. */
  get problem(): Locator {
    return this.dialog.getByRole("alert");
  }

  reset(to: string): Locator {
    return this.dialog.getByRole("button", { name: `Reset to ${to}` });
  }

  async set(title: string, value: string): Promise<void> {
    await this.field(title).fill(value);
    await this.field(title).press("Enter");
  }

  async close(): Promise<void> {
    await this.dialog.getByRole("button", { name: "Close" }).click();
    await expect(this.dialog).toBeHidden();
  }
}
