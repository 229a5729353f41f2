// Framework conventions: the toggle beside the filter, and the dialog.
import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";

export interface RuleInput {
  where?: string;
  key?: string;
  match?: string;
  kind?: string;
  name?: string;
}

export class DialectsPanel {
  readonly toggle: Locator;
  readonly menu: Locator;
  readonly dialog: Locator;
  readonly rules: Locator;
  readonly form: Locator;
  /** The content of a file before it is imported. */
  readonly imported: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    const bar = page.getByRole("toolbar", { name: "Filter" });
    this.toggle = bar.getByRole("button", { name: /^Dialects/ });
    this.menu = bar.getByRole("button", { name: "Dialect options" });
    this.dialog = page.getByRole("dialog", { name: "Dialects" });
    this.rules = this.dialog.locator("[data-part=user-rule]");
    this.form = this.dialog.getByRole("form", { name: "Rule" });
    this.imported = this.dialog.getByRole("region", { name: "Import" });
  }

  async open(): Promise<void> {
    await this.choose("Dialect settings…");
    await expect(this.dialog).toBeVisible();
  }

  async close(): Promise<void> {
    await this.dialog.getByRole("button", { name: "Close", exact: true }).first().click();
    await expect(this.dialog).toBeHidden();
  }

  /** An item of the menu beside the toggle. */
  async choose(name: string): Promise<void> {
    await this.menu.click();
    await this.#page.getByRole("menuitem", { name }).click();
  }

  framework(name: string): Locator {
    return this.dialog.getByRole("listitem").filter({ hasText: name });
  }

  frameworkCheckbox(name: string): Locator {
    return this.dialog.getByRole("checkbox", { name, exact: true });
  }

  kind(name: string): Locator {
    return this.dialog.getByRole("group", { name: "Kinds" }).getByRole("button", { name });
  }

  button(name: string | RegExp): Locator {
    return this.dialog.getByRole("button", { name });
  }

  field(name: string): Locator {
    return this.form.getByRole("textbox", { name });
  }

  /** Fills in the open form and submits it. */
  async addRule({ where, key, match, kind, name }: RuleInput): Promise<void> {
    if (where) await this.form.getByRole("combobox", { name: "Where" }).selectOption(where);
    if (kind) await this.form.getByRole("combobox", { name: "Kind" }).selectOption(kind);
    if (key !== undefined) await this.field("Key").fill(key);
    if (match !== undefined) await this.field("Match").fill(match);
    if (name !== undefined) await this.field("Name").fill(name);
    await this.field("Match").press("Enter");
  }

  /** Imports a file of rules. */
  async import(name: string, content: string): Promise<void> {
    const choosing = this.#page.waitForEvent("filechooser");
    await this.button("Import…").click();
    const buffer = Buffer.from(content);
    await (await choosing).setFiles({ name, mimeType: "application/json", buffer });
    await expect(this.imported).toBeVisible();
  }
}
