// The page of the agent card: its content, its problems and its text.
import { expect, type Locator, type Page } from "@playwright/test";

export class CardPanel {
  readonly page: Locator;
  readonly open: Locator;
  readonly findings: Locator;
  readonly validation: Locator;
  readonly source: Locator;
  readonly candidates: Locator;
  /** Differences of the extended card. */
  readonly changes: Locator;
  readonly keys: Locator;
  readonly #whole: Page;

  constructor(page: Page) {
    this.#whole = page;
    this.page = page.getByRole("region", { name: "Agent card" });
    this.open = page.getByRole("banner").getByRole("button", { name: "Card", exact: true });
    this.validation = page.getByRole("region", { name: "Validation" });
    this.findings = this.validation.getByRole("list", { name: "Findings" }).getByRole("listitem");
    this.source = page.getByRole("region", { name: "Source" });
    this.candidates = page.getByRole("list", { name: "Card lookups" });
    this.changes = this.page.getByRole("list", { name: "Differences in the extended card" });
    this.keys = this.page.getByRole("textbox", { name: /^Public keys/ });
  }

  async show(): Promise<void> {
    await this.open.click();
    await expect(this.page).toBeVisible();
  }

  /** A section of the page by its name. */
  fact(name: string): Locator {
    const term = this.#whole.getByRole("term").filter({ hasText: new RegExp(`^${name}$`) });
    return this.page.locator("dl > div").filter({ has: term }).getByRole("definition");
  }

  section(name: string): Locator {
    return this.page.getByRole("region", { name, exact: true });
  }

  /** An interface by its URL. */
  interface(url: string): Locator {
    const at = this.#whole.getByRole("rowheader").filter({ hasText: url });
    return this.section("Interfaces").getByRole("row").filter({ has: at });
  }

  finding(rule: string): Locator {
    return this.findings.filter({ hasText: rule });
  }

  /** The number of problems of a severity, from the tag at the top. */
  count(tag: string): Locator {
    return this.validation.getByText(tag, { exact: true });
  }

  /** The marked lines of the text. */
  get markedLines(): Locator {
    return this.source.locator("[data-hue] [data-part=text]");
  }

  /** The lines of the selected problem. */
  get pointedLine(): Locator {
    return this.source.locator("[data-pointed] [data-part=text]");
  }

  /** Pastes into the address box from the clipboard. */
  async paste(text: string): Promise<void> {
    await this.#whole.getByRole("textbox", { name: "Agent address" }).evaluate((box, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      const how = { clipboardData, bubbles: true, cancelable: true };
      box.dispatchEvent(new ClipboardEvent("paste", how));
    }, text);
  }
}
