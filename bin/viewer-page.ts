/** The page that an HTML file is made from, as the build left it: from the sources, or compiled. */

import { readFile } from "node:fs/promises";

const PAGE_PATHS = ["../public/viewer.html", "../../public/viewer.html"];

export async function readViewerPage(): Promise<string> {
  for (const place of PAGE_PATHS) {
    const page = await readFile(new URL(place, import.meta.url), "utf8").catch(() => null);
    if (page !== null) return page;
  }
  throw new Error("the page for HTML files was not built, which Node 20.19 or later does");
}
