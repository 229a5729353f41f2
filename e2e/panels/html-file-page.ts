// A run exported as an HTML file, opened in a browser.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { type PageErrors, recordPageErrors } from "../support/page-errors.ts";
import { Loupe } from "./loupe.ts";

export class HtmlFilePage extends Loupe {
  /** Every network request is recorded and blocked. */
  readonly pageErrors: PageErrors;
  /** The description of the file in its bar. */
  readonly origin: Locator;
  readonly about: Locator;
  readonly save: Locator;

  #home = "file:";

  constructor(page: Page) {
    super(page);
    this.pageErrors = recordPageErrors(page, ({ href }) => href.startsWith(this.#home));
    this.origin = page.getByRole("region", { name: "This file" });
    this.about = page.getByRole("dialog", { name: "About this file" });
    this.save = page.getByRole("banner").getByRole("button", { name: "Save log" });
  }

  /** Opens the file from disk without a network, optionally at a link into it. */
  async openFrom(path: string, place = ""): Promise<void> {
    const { href } = pathToFileURL(path);
    this.#home = href;
    await this.page.context().setOffline(true);
    await this.page.route(/^(?!file:)/, (route) => route.abort());
    await this.page.goto(href + place);
  }

  /** The log that it saves. */
  async savedLog(): Promise<{ name: string; text: string }> {
    const saving = this.page.waitForEvent("download");
    await this.save.click();
    const download = await saving;
    return {
      name: download.suggestedFilename(),
      text: await readFile(await download.path(), "utf8"),
    };
  }
}
