// The command palette and the shortcut sheet.
import { expect, type Locator, type Page } from "@playwright/test";

export class PalettePanel {
  readonly dialog: Locator;
  readonly box: Locator;
  readonly results: Locator;
  readonly sheet: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.dialog = page.getByRole("dialog", { name: "Command palette" });
    this.box = this.dialog.getByRole("combobox");
    this.results = this.dialog.getByRole("option");
    this.sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  }

  async open(): Promise<void> {
    await this.#page.keyboard.press("Control+k");
    await expect(this.box).toBeFocused();
  }

  /** Runs the first command found with this text. */
  async choose(letters: string): Promise<void> {
    await this.open();
    await this.#page.keyboard.type(letters);
    await this.#page.keyboard.press("Enter");
    await expect(this.dialog).toBeHidden();
  }

  /** The shortcuts on the sheet by the titles of their commands. */
  async sheetLines(): Promise<Map<string, string>> {
    const lines = await this.sheet.locator("dl > div").all();
    const read = lines.map(async (line) => {
      const title = await line.locator("dt").innerText();
      const keys = await line.locator("kbd").allInnerTexts();
      return [title, keys.join(" or ")] as const;
    });
    return new Map(await Promise.all(read));
  }
}
