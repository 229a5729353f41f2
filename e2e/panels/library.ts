// The library: the table of all recordings, and notes on their events.
import { expect, type Locator, type Page } from "@playwright/test";

export class LibraryPanel {
  readonly dialog: Locator;
  readonly search: Locator;
  readonly rows: Locator;
  /** The selection, with its actions. */
  readonly chosen: Locator;
  readonly space: Locator;
  readonly full: Locator;
  /** The note of the inspected row. */
  readonly notes: Locator;
  readonly note: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.dialog = page.getByRole("dialog", { name: "Library" });
    this.search = this.dialog.getByRole("textbox", { name: "Search the library" });
    this.rows = this.dialog.getByRole("rowgroup", { name: "Recordings" }).getByRole("row");
    this.chosen = this.dialog.getByRole("region", { name: "Selected recordings" });
    this.space = this.dialog.getByRole("region", { name: "Storage" });
    this.full = page.locator("[data-part=banner]").filter({ hasText: "The library is full" });
    this.notes = page.getByTestId("inspector").getByRole("region", { name: "Notes" });
    this.note = this.notes.getByRole("textbox");
  }

  /** Opened by its shortcut, while no field has the focus. */
  async open(): Promise<void> {
    await this.#page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await this.#page.keyboard.press("l");
    await expect(this.dialog).toBeVisible();
  }

  async close(): Promise<void> {
    await this.dialog.getByRole("button", { name: "Close" }).click();
    await expect(this.dialog).toBeHidden();
  }

  row(name: string): Locator {
    const title = this.#page.locator("[data-part=name]").filter({ hasText: name });
    return this.rows.filter({ has: title });
  }

  /** The lines of a recording that match the search. Its cells contain this text. */
  lines(text: string): Locator {
    return this.rows.filter({ hasText: text }).locator("[data-part=lines]").getByRole("link");
  }

  /** The status message at the bottom of the page with this text. */
  toast(text: string): Locator {
    return this.#page.locator("[data-part=toast]").filter({ hasText: text });
  }

  /** The names of the recordings that are shown. */
  get names(): Locator {
    return this.dialog.locator("[data-part=name]");
  }

  async doWith(name: string, what: string): Promise<void> {
    await this.row(name).focus();
    await this.#page.keyboard.press("ArrowRight");
    await this.#page.keyboard.press("Enter");
    await this.#page.getByRole("menuitem", { name: what }).click();
  }
}
