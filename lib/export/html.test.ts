import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  createLogReport,
  createMessage,
  foldRecords,
  formatSseEvent,
  status,
} from "../../fixtures/event-builders.ts";
import {
  FIXTURE_NAMES,
  openFixtureLog,
  readFixture,
  readFixtureBytes,
} from "../../fixtures/read-fixture.ts";
import { VIEWER_PAGE } from "../../fixtures/viewer-page.ts";
import type { HtmlLogMetadata } from "../log/html-log.ts";
import { UnreadableLog } from "../log/importer.ts";
import { writeHtmlLog } from "./html.ts";

const METADATA: HtmlLogMetadata = {
  title: "A run",
  exportedAt: "2026-01-02T03:04:05Z",
  version: "1.2.3",
  redaction: null,
};

async function createPage(
  log: Uint8Array,
  metadata = METADATA,
  template = VIEWER_PAGE,
): Promise<string> {
  let page = "";
  for await (const piece of writeHtmlLog(template, [Buffer.from(log).toString()], metadata))
    page += piece;
  return page;
}

const LOG = readFixtureBytes("recorded/1.0/stream.jsonl");
const PAGE = await createPage(LOG);
afterEach(() => vi.unstubAllGlobals());
const open = (text: string, pieceLength?: number) => openFixtureLog(Buffer.from(text), pieceLength);

describe("a log as one HTML file", () => {
  test.each(FIXTURE_NAMES)("opens again with the same records: %s", async (name) => {
    const head = { r: "loupe", version: 1, id: "", at: null };
    const lines = [head, ...readFixture(name).records].map(
      (record) => `${JSON.stringify(record)}\n`,
    );
    const { records, skipped } = openFixtureLog(Buffer.from(lines.join("")));
    const again = open(await createPage(Buffer.from(lines.join(""))));
    expect(again).toEqual({ importer: "html+gzip+loupe", records, skipped });
  });

  test("opens if it could not be compressed", async () => {
    vi.stubGlobal("CompressionStream", undefined);
    const { records } = readFixture("recorded/1.0/stream.jsonl");
    expect(open(await createPage(LOG))).toMatchObject({ importer: "html+loupe", records });
  });

  test("opens when read in pieces of any length", () => {
    const { records } = readFixture("recorded/1.0/stream.jsonl");
    const pieces = fc.integer({ min: 1, max: 5000 });
    const property = fc.property(pieces, (length) => {
      expect(open(PAGE, length).records).toEqual(records);
    });
    fc.assert(property, { numRuns: 20 });
  });

  test("is written uncompressed without CompressionStream, with whole base64 groups on each line", async () => {
    vi.stubGlobal("CompressionStream", undefined);
    const log = Array.from({ length: 50 }, (_, i) => formatSseEvent(createMessage("é".repeat(i))));
    let page = "";
    for await (const piece of writeHtmlLog(VIEWER_PAGE, log, METADATA)) page += piece;
    const { records } = openFixtureLog(Buffer.from(log.join("")));
    expect(open(page)).toEqual({ importer: "html+sse", records, skipped: [] });
    const [, lines = ""] = /id="loupe-log">\n([^<]*)/.exec(page) ?? [];
    for (const line of lines.trim().split("\n")) expect(line.length % 4).toBe(0);
  });
});

/** Text that begins or ends elements, comments and lines. */
const MARKUP = [
  "</script>",
  "<script>",
  "</title>",
  "<!--",
  "-->",
  "\u2028",
  "\u2029",
  "]]>",
  "\0",
  "&lt;",
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...MARKUP), fc.string({ unit: "binary" })))
  .map((parts) => parts.join(""));

/** Counts markup of each kind; untrusted text must not add to the counts. */
const countMarkup = (page: string) =>
  ["<script", "</script", "<title", "</title", "<!--", "<html", "<"].map(
    (part) => page.toLowerCase().split(part).length,
  );

describe("untrusted text adds no markup", () => {
  test("from the log", async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const log = Buffer.from(
          formatSseEvent(createMessage(text)) + formatSseEvent(status("completed")),
        );
        const page = await createPage(log);
        expect(countMarkup(page)).toEqual(countMarkup(PAGE));
        expect(createLogReport(foldRecords(open(page).records))).toEqual(
          createLogReport(foldRecords(openFixtureLog(log).records)),
        );
      }),
    );
  });

  test("from the title and other metadata", async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const page = await createPage(LOG, {
          title: text,
          exportedAt: text,
          version: text,
          redaction: text,
        });
        expect(countMarkup(page)).toEqual(countMarkup(PAGE));
        const [, json = ""] = /id="loupe-facts">([^<]*)<\/script>/.exec(page) ?? [];
        expect(JSON.parse(json)).toMatchObject({ title: text, redaction: text });
        expect(open(page).importer).toBe("html+gzip+loupe");
      }),
    );
  });
});

describe("a damaged or changed file", () => {
  const reasons = (page: string) => open(page).skipped.map(({ reason }) => reason);

  test("opens up to the cut if cut off inside its log", () => {
    const cut = PAGE.slice(0, PAGE.indexOf("</script>", PAGE.indexOf('loupe-log">')) - 400);
    expect(reasons(cut)[0]).toBe("the file is cut off inside its log");
    expect(open(cut).records.length).toBeGreaterThan(3);
  });

  test("reports an error if cut off before its log, or if that is empty", () => {
    expect(() => open(PAGE.slice(0, 200))).toThrow(UnreadableLog);
    const emptied = PAGE.replace(/(id="loupe-log">)[^<]*/, "$1");
    expect(() => open(emptied)).toThrow("empty");
  });

  test("opens up to the damage if its log is damaged", () => {
    const at = PAGE.indexOf('loupe-log">') + 1000;
    const [first] = reasons(`${PAGE.slice(0, at)}§${PAGE.slice(at)}`);
    expect(first).toBe("the log in this file is damaged from here on");
  });

  test("opens unchanged after a browser saved it again", () => {
    const saved = PAGE.replace(
      '<!doctype html>\n<html lang="en" data',
      '<!DOCTYPE html>\n<!-- saved from url=(0020)file:///tmp/run.html -->\n<html lang="en" data-theme="light" data',
    );
    expect(open(saved)).toEqual(open(PAGE));
  });

  test("a viewer page of another version is refused", async () => {
    const other = VIEWER_PAGE.replace('log="1"', 'log="2"');
    await expect(createPage(LOG, METADATA, other)).rejects.toThrow("not the page");
    await expect(createPage(LOG, METADATA, "<!doctype html>")).rejects.toThrow("not the page");
  });
});
