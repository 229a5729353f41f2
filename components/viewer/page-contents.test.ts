import { expect, test } from "vitest";
import { VIEWER_PAGE } from "../../fixtures/viewer-page.ts";
import { writeHtmlLog } from "../../lib/export/html.ts";
import type { HtmlLogMetadata } from "../../lib/log/html-log.ts";
import { readPageContents } from "./page-contents.ts";

const LOG = `{"r":"loupe","version":1,"id":"","at":null}\n${"é\n".repeat(50_000)}`;
const FACTS: HtmlLogMetadata = {
  title: "../a \u2028run</script>.",
  exportedAt: "2026-01-02T03:04:05Z",
  version: "1.2.3",
  redaction: "two tokens",
};

/** A minimal document with the elements of a page that have an id. */
async function pageOf(change = (page: string) => page) {
  let page = "";
  for await (const piece of writeHtmlLog(VIEWER_PAGE, [LOG], FACTS)) page += piece;
  const elements = change(page).matchAll(/<script type="[^"]*" id="([^"]*)">([^<]*)<\/script>/g);
  const texts = new Map([...elements].map(([, id, text]) => [id, text]));
  const getElementById = (id: string) => {
    const textContent = texts.get(id);
    return textContent === undefined ? null : ({ textContent } as HTMLElement);
  };
  return { getElementById };
}

test("reads the log and the metadata written into a page", async () => {
  const { facts, log } = await readPageContents(await pageOf());
  expect(facts).toEqual(FACTS);
  expect(log.name).toBe("_a _run__script_..jsonl");
  expect(await log.text()).toBe(LOG);
});

test("accepts CRLF line endings", async () => {
  const { log } = await readPageContents(await pageOf((page) => page.replaceAll("\n", "\r\n")));
  expect(await log.text()).toBe(LOG);
});

test("returns a damaged log still compressed", async () => {
  const damaged = (page: string) => page.replace(/(id="loupe-log">[^<]{40})./, "$1§");
  const { log } = await readPageContents(await pageOf(damaged));
  expect(log.size).toBeLessThan(100);
});

test("returns empty contents for an empty page", async () => {
  const { facts, log } = await readPageContents(await pageOf(() => ""));
  expect(facts).toEqual({ title: "", exportedAt: "", version: "", redaction: null });
  expect(log).toMatchObject({ name: "run.jsonl", size: 0 });
});
