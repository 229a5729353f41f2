// The export dialog: what to export, and in which format.
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { RedactionPanel } from "./redaction.ts";

export class ExportPanel {
  readonly dialog: Locator;
  /** What the format cannot hold. */
  readonly missingFeatures: Locator;
  /** The preview of the written export. */
  readonly start: Locator;
  readonly secrets: RedactionPanel;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.dialog = page.getByRole("dialog", { name: "Export this run" });
    this.missingFeatures = this.dialog.getByRole("group", { name: "Format" }).getByRole("status");
    this.secrets = new RedactionPanel(this.dialog);
    this.start = this.dialog.getByRole("region", { name: "Export preview" });
  }

  /** Opened by its shortcut. */
  async open(): Promise<void> {
    await this.#page.keyboard.press("Control+s");
    await expect(this.dialog).toBeVisible();
  }

  async chooseFormat(title: string): Promise<void> {
    await this.dialog.getByRole("radio", { name: title, exact: true }).check();
  }

  range(label: string): Locator {
    return this.dialog.getByRole("radio", { name: label });
  }

  /** The file that the browser saved. */
  async download(): Promise<{ name: string; text: string }> {
    const loading = this.#page.waitForEvent("download");
    await this.dialog.getByRole("button", { name: "Download" }).click();
    const saved = await loading;
    return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), "utf8") };
  }

  async close(): Promise<void> {
    await this.#page.keyboard.press("Escape");
    await expect(this.dialog).toBeHidden();
  }
}
