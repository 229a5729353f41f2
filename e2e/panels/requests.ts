// Saved requests: the dialog with collections and environments, and the dialog that saves.
import { expect, type Locator, type Page } from "@playwright/test";

export class RequestsPanel {
  readonly dialog: Locator;
  readonly saving: Locator;
  /** Why something was not done, and what can be undone. */
  readonly toast: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.dialog = page.getByRole("dialog", { name: "Saved requests" });
    this.saving = page.getByRole("dialog", { name: "Save request" });
    this.toast = page.locator("[data-part=toast]");
  }

  /** Saves what is in the dialog that saves. */
  async saveAs(name: string): Promise<void> {
    await this.saving.getByRole("textbox", { name: "Name" }).fill(name);
    await this.saving.getByRole("button", { name: "Save" }).click();
    await expect(this.saving).toBeHidden();
  }

  /** Chooses from the menu of the composer or of the request editor. */
  async chooseSaved(item: RegExp): Promise<void> {
    await this.#page.getByRole("button", { name: /^(Message|Request) menu$/ }).click();
    await this.#page.getByRole("menuitem", { name: item }).click();
  }

  /** A saved request in the list. */
  row(name: string): Locator {
    return this.dialog.locator("[data-part=request]").filter({ hasText: name });
  }

  get rows(): Locator {
    return this.dialog.locator("[data-part=request]");
  }

  async show(name: string): Promise<void> {
    await this.row(name).click();
    await expect(this.form).toBeVisible();
  }

  /** The request that is shown. */
  get form(): Locator {
    return this.dialog.getByRole("form");
  }

  field(name: string): Locator {
    return this.dialog.getByRole("textbox", { name, exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.dialog.getByRole("button", { name, exact: true });
  }

  /** Chooses from a menu of the dialog. */
  async chooseFrom(menu: string, item: string | RegExp): Promise<void> {
    await this.button(menu).click();
    await this.dialog.getByRole("menuitem", { name: item }).click();
  }

  async showTab(name: "Requests" | "Environments"): Promise<void> {
    await this.dialog.getByRole("radio", { name }).click();
  }

  async close(): Promise<void> {
    await this.dialog.getByRole("button", { name: "Close" }).click();
    await expect(this.dialog).toBeHidden();
  }
}
