/** Loads the viewer page for HTML exports, whether run from sources or compiled. */

import { readFile } from "node:fs/promises";

const PAGE_PATHS = ["../public/viewer.html", "../../public/viewer.html"];

export async function readViewerPage(): Promise<string> {
  for (const path of PAGE_PATHS) {
    const page = await readFile(new URL(path, import.meta.url), "utf8").catch(() => null);
    if (page !== null) return page;
  }
  throw new Error(
    "the viewer page for HTML files has not been built; building it needs Node 20.19 or later",
  );
}
