// The Markdown parser, kept apart because it is heavy and loaded only when there is text to render.
import type { Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

const PARSER_OPTIONS = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

export interface ParsedBlock {
  nodes: RootContent[];
  /** Targets of `[text][label]`, by normalised label. */
  targets: ReadonlyMap<string, string>;
}

/**
 * One block, read together with the definitions of the whole document: they follow it, so offsets
 * inside the block stay what they are.
 */
export function parseBlock(source: string, definitions: string): ParsedBlock {
  const needed = definitions !== "" && source.includes("[");
  const text = needed ? `${source}\n\n${definitions}` : source;
  const root: Root = fromMarkdown(text, PARSER_OPTIONS);
  const targets = new Map<string, string>();
  for (const node of root.children) {
    if (node.type === "definition" && !targets.has(node.identifier)) {
      targets.set(node.identifier, node.url);
    }
  }
  const nodes = root.children.filter((node) => (node.position?.start.offset ?? 0) < source.length);
  return { nodes, targets };
}

/** The parser makes its tables, and the browser its code, with the first text: better with this one. */
export function warmUpParser(): void {
  parseBlock(WARM_UP_TEXT, "");
}

const WARM_UP_TEXT =
  "# a\n\n- *b* `c`\n- [ ] **d** ~~e~~\n\n1. [f](g) <h>\n\n| i |\n|---|\n| j |\n\n> k\n\n```l\nm\n```\n";
