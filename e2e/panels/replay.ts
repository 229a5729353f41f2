// Serving the open run in place of its agent: the dialog and its status.
import { expect, type Locator, type Page } from "@playwright/test";

export class ReplayPanel {
  readonly dialog: Locator;
  readonly running: Locator;
  readonly requests: Locator;
  /** The number of requests. */
  readonly count: Locator;
  readonly problem: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.dialog = page.getByRole("dialog", { name: "Serve as an agent" });
    this.running = this.dialog.getByRole("region", { name: "Running replay" });
    this.requests = this.running.getByRole("list", { name: "Requests" }).getByRole("listitem");
    this.count = this.running.getByRole("status");
    this.problem = this.dialog.getByRole("alert");
  }

  /** Opened from the top bar. */
  async openFromBar(): Promise<void> {
    await this.#page.getByRole("button", { name: "Serve", exact: true }).click();
    await expect(this.dialog).toBeVisible();
  }

  async chooseSpeed(name: string): Promise<void> {
    await this.dialog.getByRole("radio", { name }).click();
  }

  async setFault(label: string, value: string): Promise<void> {
    await this.dialog.getByLabel(label, { exact: true }).fill(value);
  }

  async start(): Promise<void> {
    await this.dialog.getByRole("button", { name: /^(?:Serve|Restart)/ }).click();
  }

  /** The URL for clients, once it is served. */
  async getUrl(): Promise<string> {
    await expect(this.running).toBeVisible();
    const text = await this.running.getByText(/^http:\S+\/replay\/\S+$/).innerText();
    return text.trim();
  }

  async stop(): Promise<void> {
    await this.running.getByRole("button", { name: "Stop" }).click();
    await expect(this.running).toBeHidden();
  }

  async close(): Promise<void> {
    await this.#page.keyboard.press("Escape");
    await expect(this.dialog).toBeHidden();
  }
}
