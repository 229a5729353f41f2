// The comparison of two runs, and resending a run.
import { expect, type Locator, type Page } from "@playwright/test";

export class DiffPanel {
  readonly dialog: Locator;
  readonly headline: Locator;
  readonly rows: Locator;
  readonly resendDialog: Locator;
  readonly requests: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.dialog = page.getByRole("dialog", { name: "Compare two runs" });
    this.headline = this.dialog.getByRole("status");
    this.rows = this.dialog.getByRole("treegrid").getByRole("row");
    this.resendDialog = page.getByRole("dialog", { name: "Resend requests" });
    this.requests = this.resendDialog.getByRole("list", { name: "Requests" }).getByRole("listitem");
  }

  /** Chooses the other run from a file. */
  async compareWithFile(name: string, content: Buffer): Promise<void> {
    const choosing = this.#page.waitForEvent("filechooser");
    await this.dialog.getByRole("button", { name: "From a file" }).click();
    await (await choosing).setFiles({
      name,
      mimeType: "application/octet-stream",
      buffer: content,
    });
  }

  /** Chooses the other run among the recordings, by its first message. */
  async compareWithRecording(text: string): Promise<void> {
    await this.dialog.getByLabel("Find a recording").fill(text);
    await this.dialog.getByRole("list", { name: "Recordings" }).getByRole("button").first().click();
  }

  /** A result of both runs by its name: left and right. */
  async expectRow(what: string, left: string | RegExp, right: string | RegExp): Promise<void> {
    const row = this.dialog.getByRole("row").filter({
      has: this.#page.getByRole("rowheader", { name: what, exact: true }),
    });
    await expect(row.getByRole("cell").first()).toHaveText(left);
    await expect(row.getByRole("cell").last()).toHaveText(right);
  }

  /** The current row. */
  get current(): Locator {
    return this.dialog.locator("[role=row]:focus");
  }

  async toggleDifferencesOnly(): Promise<void> {
    await this.dialog.getByRole("button", { name: /^Differences only/ }).click();
  }

  /** Opened from the top bar. */
  async openResend(): Promise<void> {
    await this.#page.getByRole("button", { name: "Resend", exact: true }).click();
    await expect(this.resendDialog).toBeVisible();
  }

  async resendTo(address: string): Promise<void> {
    await this.resendDialog.getByLabel("Agent address").fill(address);
    await this.#page.keyboard.press("Enter");
  }

  async close(): Promise<void> {
    await this.#page.keyboard.press("Escape");
    await expect(this.dialog).toBeHidden();
  }
}
