import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { folded, reportOf, says, sse, status } from "../../fixtures/compose.ts";
import { FIXTURES, fixture, fixtureBytes, openLog } from "../../fixtures/read.ts";
import { UnreadableLog } from "../log/unreadable.ts";
import type { PageFacts } from "../wire/page.ts";
import { htmlOf } from "./html.ts";

const TEMPLATE =
  '<!doctype html>\n<html lang="en" data-loupe-log="1">\n<head>\n' +
  "<title><!--loupe:title--></title>\n<style>a{}</style>\n</head>\n<body>\n<!--loupe:log-->\n" +
  "<script>run()</script>\n</body>\n</html>\n";

const FACTS: PageFacts = {
  title: "A run",
  exportedAt: "2026-01-02T03:04:05Z",
  version: "1.2.3",
  redaction: null,
};

const pageOf = (log: Uint8Array, facts = FACTS) => [...htmlOf(TEMPLATE, log, facts)].join("");
const LOG = fixtureBytes("recorded/1.0/stream.jsonl");
const PAGE = pageOf(gzipSync(LOG));
const open = (text: string, pieceLength?: number) => openLog(Buffer.from(text), pieceLength);

describe("a log as one HTML file", () => {
  test.each(FIXTURES)("opens again to the same: %s", (name) => {
    const { importer, records, skipped } = fixture(name);
    const again = open(pageOf(gzipSync(fixtureBytes(name))));
    expect(again).toEqual({ importer: `html+gzip+${importer}`, records, skipped });
  });

  test("opens as well where nothing could pack it", () => {
    const { records } = fixture("recorded/1.0/stream.jsonl");
    expect(open(pageOf(LOG))).toMatchObject({ importer: "html+loupe", records });
  });

  test("opens by pieces of any length", () => {
    const { records } = fixture("recorded/1.0/stream.jsonl");
    const pieces = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(pieces, (length) => {
        expect(open(PAGE, length).records).toEqual(records);
      }),
      { numRuns: 20 },
    );
  });

  test("opens where the log is longer than a piece of it", () => {
    const log = Buffer.from(sse(says("x".repeat(3 << 15))));
    const { records } = openLog(log);
    expect(open(pageOf(log))).toEqual({ importer: "html+sse", records, skipped: [] });
  });
});

/** What begins and ends elements, and comments, and lines. */
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

/** How often markup of each kind is there; of an honest file's, none may come in addition. */
const markup = (page: string) =>
  ["<script", "</script", "<title", "</title", "<!--", "<html", "<"].map(
    (part) => page.toLowerCase().split(part).length,
  );

describe("nothing in it is markup", () => {
  test("whatever the log says", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const log = Buffer.from(sse(says(text)) + sse(status("completed")));
        const page = pageOf(log);
        expect(markup(page)).toEqual(markup(PAGE));
        expect(reportOf(folded(open(page).records))).toEqual(
          reportOf(folded(openLog(log).records)),
        );
      }),
    );
  });

  test("whatever it is called, and whatever else is said of it", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const page = pageOf(LOG, { title: text, exportedAt: text, version: text, redaction: text });
        expect(markup(page)).toEqual(markup(PAGE));
        const [, said = ""] = /id="loupe-facts">([^<]*)<\/script>/.exec(page) ?? [];
        expect(JSON.parse(said)).toMatchObject({ title: text, redaction: text });
        expect(open(page).importer).toBe("html+loupe");
      }),
    );
  });
});

describe("a file that something happened to", () => {
  const reasons = (page: string) => open(page).skipped.map(({ reason }) => reason);

  test("cut off inside its log, it opens as far as it goes", () => {
    const page = pageOf(LOG);
    const cut = page.slice(0, page.indexOf("</script>", page.indexOf('loupe-log">')) - 400);
    expect(reasons(cut)[0]).toBe("the file is cut off inside its log");
    expect(open(cut).records.length).toBeGreaterThan(3);
  });

  test("cut off before, or emptied, it says so", () => {
    expect(() => open(PAGE.slice(0, 200))).toThrow(UnreadableLog);
    expect(() => open(pageOf(new Uint8Array(0)))).toThrow("empty");
  });

  test("damaged in its log, it opens up to there", () => {
    const at = PAGE.indexOf('loupe-log">') + 1000;
    const [first] = reasons(`${PAGE.slice(0, at)}§${PAGE.slice(at)}`);
    expect(first).toBe("the log in this file is damaged from here on");
  });

  test("saved again by a browser, it opens as before", () => {
    const saved = PAGE.replace(
      '<!doctype html>\n<html lang="en" data',
      '<!DOCTYPE html>\n<!-- saved from url=(0020)file:///tmp/run.html -->\n<html lang="en" data-theme="light" data',
    );
    expect(open(saved)).toEqual(open(PAGE));
  });

  test("the page of another version is not filled in", () => {
    expect(() => [...htmlOf(TEMPLATE.replace('log="1"', 'log="2"'), LOG, FACTS)]).toThrow();
    expect(() => [...htmlOf("<!doctype html>", LOG, FACTS)]).toThrow();
  });
});
