import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { BlockSplitter } from "./blocks.ts";

function split(text: string): string[] {
  return new BlockSplitter().update(text).blocks.map((block) => text.slice(block.from, block.to));
}

function shape(text: string): string[] {
  const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
  return fromMarkdown(text, options).children.map((node) => {
    const { type, position } = node;
    return `${type} ${text.slice(position?.start.offset, position?.end.offset).trimEnd()}`;
  });
}

const line = fc.constantFrom(
  "",
  "",
  "",
  "para",
  "- item",
  "  more",
  "1. one",
  "  <!-- in",
  "<div>",
  "- ```",
  "> ```",
  "   ~~~",
  "[a]: b",
  "---",
  "# head",
  "```",
  "```js",
  "~~~",
  "  ```",
  "> quote",
  "    code",
  "| a | b |",
  "|---|---|",
  "<!-- note",
  "-->",
  "<pre>",
  "</pre>",
  "***",
);

describe("BlockSplitter", () => {
  it("cuts at blank lines", () => {
    expect(split("a\nb\n\n# c\n\nd")).toEqual(["a\nb\n\n", "# c\n\n", "d"]);
  });

  it("keeps loose lists, indented continuations, fences and comments whole", () => {
    for (const text of [
      "- a\n\n- b\n\n  more\n",
      "1. a\n\n   ```\n   x\n\n   ```\n\n2. b\n",
      "```\n\na\n\n\nb\n```\n",
      "<!-- a\n\nb -->\n",
      "a\n\n    code\n",
    ]) {
      expect(split(text)).toEqual([text]);
    }
  });

  it("gives the same document as parsing the whole text", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), (lines) => {
        const text = lines.join("\n");
        const parts = split(text);
        expect(parts.join("")).toBe(text);
        expect(parts.flatMap(shape)).toEqual(shape(text));
      }),
      { numRuns: 3000 },
    );
  });

  it("splits growing text like complete text and keeps finished blocks", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 14 }), fc.array(fc.nat(80)), (lines, cuts) => {
        const text = lines.join("\n");
        const growing = new BlockSplitter();
        for (const cut of cuts.sort((a, b) => a - b)) growing.update(text.slice(0, cut));
        const { blocks } = growing.update(text);
        expect(blocks.map((b) => text.slice(b.from, b.to))).toEqual(split(text));
      }),
      { numRuns: 3000 },
    );
    const splitter = new BlockSplitter();
    const first = splitter.update("one\n\ntwo\n\nthr").blocks[0];
    expect(splitter.update("one\n\ntwo\n\nthree").blocks[0]).toBe(first);
  });

  it("detects a single fence, open or closed", () => {
    const [closed] = new BlockSplitter().update("```js x\na\n```\n").blocks;
    expect(closed?.fence).toEqual({ info: "js x", from: 8, to: 10 });
    const [open] = new BlockSplitter().update("~~~\na\n\nb").blocks;
    expect(open?.fence).toEqual({ info: "", from: 4, to: 8 });
  });

  it("finds definitions anywhere except in code", () => {
    const { definitions } = new BlockSplitter().update(
      "[a]\n\n```\n[no]: x\n```\n\n[a]: https://a.example\n\nend\n\n[^n]: note",
    );
    expect(definitions).toBe("[a]: https://a.example\n[^n]: note");
  });
});
