// The Markdown parser, in its own bundle because it is large.
import type { Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";

const PARSER_OPTIONS = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

export interface ParsedBlock {
  nodes: RootContent[];
  /** Targets of `[text][label]`, by normalized label. */
  targets: ReadonlyMap<string, string>;
}

/**
 * Parses one block together with the definitions of the whole document. They are appended, so that
 * offsets inside the block do not change.
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

/** Warms up the parser, whose first run is slow. */
export function warmUpParser(): void {
  parseBlock(WARM_UP_TEXT, "");
}

const WARM_UP_TEXT =
  "# a\n\n- *b* `c`\n- [ ] **d** ~~e~~\n\n1. [f](g) <h>\n\n| i |\n|---|\n| j |\n\n> k\n\n```l\nm\n```\n";
