import fc from "fast-check";
import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { BlockSplitter } from "./blocks.ts";
import { renderBlock } from "./render-block.tsx";

function html(text: string): string {
  const { blocks, definitions } = new BlockSplitter().update(text);
  const parts = blocks.map((b) => renderBlock(text.slice(b.from, b.to), b.from, definitions));
  return renderToStaticMarkup(createElement(Fragment, null, ...parts));
}

describe("rendered Markdown", () => {
  it("shows HTML as the text it is", () => {
    const out = html(
      "<script>alert(1)</script>\n\na <img src=x onerror=alert(1)> b\n\n<div onclick=x>\n",
    );
    expect(out).not.toMatch(/<(?:script|img|div onclick)/);
    expect(out).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  it("links only to web and mail addresses, with the URL as title", () => {
    const out = html(
      "[a](https://a.example/x) <https://b.example> [c](javascript:x) [d](data:text/html,x)",
    );
    expect([...out.matchAll(/<a [^>]*>/g)].map(String)).toEqual([
      '<a href="https://a.example/x" title="https://a.example/x" target="_blank" rel="noopener noreferrer nofollow">',
      '<a href="https://b.example/" title="https://b.example/" target="_blank" rel="noopener noreferrer nofollow">',
    ]);
    expect(out).toContain("(javascript:x)");
  });

  it("shows images as links and loads none", () => {
    const out = html(
      "![a chart](https://img.example/a.png) ![b][r]\n\n[r]: http://img.example/b.png",
    );
    expect(out).not.toMatch(/<img|src=/);
    expect(out).toContain("a chart");
    expect(out).toContain("not loaded: http://img.example/b.png");
  });

  it("resolves references across blocks", () => {
    expect(html("see [the docs][d]\n\nmore\n\n[d]: https://d.example/")).toContain(
      'href="https://d.example/"',
    );
  });

  it("carries the source offsets of its text", () => {
    const source =
      "# Head\n\none **two** `three`\n\n- four\n\n```js\nfive\n```\n\n| six |\n|---|\n| seven |\n";
    const found = [...html(source).matchAll(/data-from="(\d+)" data-to="(\d+)">([^<]+)</g)];
    const words = found.map(([, from, to, text]) => [source.slice(Number(from), Number(to)), text]);
    for (const [written, shown] of words) expect(written).toContain(shown);
    expect(words.map(([, shown]) => shown?.trim()).filter(Boolean)).toEqual([
      "Head",
      "one",
      "two",
      "three",
      "four",
      "five",
      "six",
      "seven",
    ]);
  });

  it("renders any input safely", () => {
    const mark = fc.constantFrom(
      "*",
      "_",
      "`",
      "[",
      "](",
      ")",
      "<",
      ">",
      "|",
      "\n",
      "- ",
      "#",
      "~~",
      "![",
      "\\",
      "a",
      " ",
      "&amp;",
      "\u202e",
    );
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 60 }), (marks) => {
        expect(html(marks.join(""))).not.toMatch(/<(?:script|img|iframe|style|object)/);
      }),
      { numRuns: 500 },
    );
  });

  it("shows deeply nested elements as source", () => {
    const out = html(`${"> ".repeat(55)}deep`);
    expect(out.match(/<blockquote/g)?.length).toBeLessThan(50);
    expect(out).toContain("deep");
  });
});
