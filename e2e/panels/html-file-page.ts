// An HTML file that somebody was handed: a run, to be looked at.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { type PageErrors, recordPageErrors } from "../support/page-errors.ts";
import { Loupe } from "./loupe.ts";

export class HtmlFilePage extends Loupe {
  /** Whatever is asked of the network is noted, and refused. */
  readonly pageErrors: PageErrors;
  /** What the file says of itself, in its bar. */
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

  /** Opens it from the disk, with the network off; at a place in it, where one is named. */
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
