// Renders parsed Markdown as React elements.
// Guarantees: an agent's text never becomes HTML, loads anything, or links anywhere but to web and mail
// addresses; all text carries its source offsets.
import type { ListItem, Nodes, Parents, Table } from "mdast";
import { createElement, type ReactNode } from "react";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { formatQuantity } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { CodeBlock } from "./code-block.tsx";
import { MAX_DEPTH } from "./markdown-limits.ts";
import { parseBlock } from "./parse-block.ts";
import { isMisleading, parseSafeLink } from "./safe-link.ts";

/** An address that is shown beside its link. */
const URL_TEXT = "text-11/4.5 text-fg-3";

interface RenderContext {
  source: string;
  /** Offset of the block in the document. */
  base: number;
  targets: ReadonlyMap<string, string>;
}

export function renderBlock(source: string, base: number, definitions: string): ReactNode {
  const { nodes, targets } = parseBlock(source, definitions);
  return nodes.map((node, index) => renderNode(node, { source, base, targets }, 0, index));
}

function getSourceAttributes(
  node: Nodes,
  at: RenderContext,
): { "data-from": number; "data-to": number } {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? 0;
  return { "data-from": at.base + start, "data-to": at.base + end };
}

function getSourceText(node: Nodes, at: RenderContext): string {
  return at.source.slice(node.position?.start.offset, node.position?.end.offset);
}

function renderChildren(node: Parents, at: RenderContext, depth: number): ReactNode[] {
  return node.children.map((child, index) => renderNode(child, at, depth + 1, index));
}

function renderNode(node: Nodes, at: RenderContext, depth: number, key: number): ReactNode {
  if (depth > MAX_DEPTH && "children" in node) {
    return (
      <span key={key} {...getSourceAttributes(node, at)}>
        {getSourceText(node, at)}
      </span>
    );
  }
  switch (node.type) {
    case "text":
      return (
        <span key={key} {...getSourceAttributes(node, at)}>
          {node.value}
        </span>
      );
    case "paragraph":
      return (
        <p key={key} dir="auto">
          {renderChildren(node, at, depth)}
        </p>
      );
    case "heading": {
      // Start at h3, below the headings of the page and the panels.
      const props = { key, dir: "auto", "data-depth": node.depth };
      return createElement(
        `h${Math.min(node.depth + 2, 6)}`,
        props,
        renderChildren(node, at, depth),
      );
    }
    case "emphasis":
      return <em key={key}>{renderChildren(node, at, depth)}</em>;
    case "strong":
      return <strong key={key}>{renderChildren(node, at, depth)}</strong>;
    case "delete":
      return <del key={key}>{renderChildren(node, at, depth)}</del>;
    case "inlineCode":
      return (
        <code key={key} {...getSourceAttributes(node, at)}>
          {node.value}
        </code>
      );
    case "code":
      return (
        <CodeBlock key={key} code={node.value} info={node.lang ?? ""} {...getCodeRange(node, at)} />
      );
    case "break":
      return <br key={key} />;
    case "thematicBreak":
      return <hr key={key} />;
    case "blockquote":
      return (
        <blockquote key={key} dir="auto">
          {renderChildren(node, at, depth)}
        </blockquote>
      );
    case "list":
      return createElement(
        node.ordered ? "ol" : "ul",
        {
          key,
          ...(node.ordered && { start: node.start ?? 1 }),
          "data-loose": node.spread || undefined,
        },
        renderChildren(node, at, depth),
      );
    case "listItem":
      return <ListItemView key={key} node={node} content={renderItemContent(node, at, depth)} />;
    case "table":
      return renderTable(node, at, depth, key);
    case "link":
      return renderLink(node, node.url, at, depth, key);
    case "linkReference":
      return renderLink(node, at.targets.get(node.identifier), at, depth, key);
    case "image":
      return (
        <ImageLink
          key={key}
          alt={node.alt ?? ""}
          url={node.url}
          sourceAttributes={getSourceAttributes(node, at)}
        />
      );
    case "imageReference": {
      const url = at.targets.get(node.identifier) ?? "";
      return (
        <ImageLink
          key={key}
          alt={node.alt ?? ""}
          url={url}
          sourceAttributes={getSourceAttributes(node, at)}
        />
      );
    }
    case "footnoteReference":
      return (
        <sup key={key} {...getSourceAttributes(node, at)}>
          [{node.label ?? node.identifier}]
        </sup>
      );
    case "footnoteDefinition":
      return (
        <div key={key} className="markdown-box flex gap-1.5 text-12/5.25 text-fg-2">
          <sup className="static flex-none leading-5.25 whitespace-nowrap">
            [{node.label ?? node.identifier}]
          </sup>
          <div>{renderChildren(node, at, depth)}</div>
        </div>
      );
    case "definition":
      return null;
    default:
      // HTML and unknown nodes are shown as source.
      return (
        <span
          key={key}
          className="font-mono text-12 whitespace-pre-wrap text-fg-2"
          {...getSourceAttributes(node, at)}
        >
          {getSourceText(node, at)}
        </span>
      );
  }
}

function getCodeRange(node: Nodes, at: RenderContext): { from: number; to: number } {
  const { "data-from": from, "data-to": to } = getSourceAttributes(node, at);
  return { from, to };
}

function ListItemView({ node, content }: { node: ListItem; content: ReactNode[] }) {
  if (typeof node.checked !== "boolean") return <li dir="auto">{content}</li>;
  return (
    <li dir="auto" className="-ms-5 flex list-none gap-2">
      <span role="img" aria-label={node.checked ? "done" : "not done"}>
        <Icon
          name={node.checked ? "ok" : "circle"}
          size={14}
          className={cx("mt-[3px]", node.checked ? "text-ok" : "text-fg-3")}
        />
      </span>
      <div>{content}</div>
    </li>
  );
}

// A tight list has no paragraphs in its items.
function renderItemContent(node: ListItem, at: RenderContext, depth: number): ReactNode[] {
  return node.children.flatMap((child, index) =>
    child.type === "paragraph" && !node.spread
      ? renderChildren(child, at, depth + 1)
      : [renderNode(child, at, depth + 1, index)],
  );
}

function renderTable(node: Table, at: RenderContext, depth: number, key: number): ReactNode {
  const [head, ...body] = node.children;
  const cells = (row: Table["children"][number], tag: "th" | "td") =>
    row.children.map((cell, column) =>
      createElement(
        tag,
        {
          key: column,
          dir: "auto",
          "data-align": node.align?.[column] ?? undefined,
          ...(tag === "th" && { scope: "col" }),
        },
        renderChildren(cell, at, depth + 2),
      ),
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrolling region, not a group of fields
    <div
      key={key}
      className="markdown-box overflow-x-auto"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, by keyboard too
      tabIndex={0}
      role="group"
      aria-label="Table"
    >
      <table className="w-full border-collapse text-12">
        {head && (
          <thead>
            <tr>{cells(head, "th")}</tr>
          </thead>
        )}
        <tbody>
          {body.map((row) => (
            <tr key={row.position?.start.offset}>{cells(row, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderLink(
  node: Extract<Nodes, { type: "link" | "linkReference" }>,
  url: string | undefined,
  at: RenderContext,
  depth: number,
  key: number,
): ReactNode {
  const content = renderChildren(node, at, depth);
  if (url === undefined) return <span key={key}>{content}</span>;
  const link = parseSafeLink(url);
  const text = getSourceText(node, at).replace(/^\[|\]\(.*$|\]\[.*$/gs, "");
  if (!link) {
    return (
      <span key={key}>
        {content} <span className={URL_TEXT}>({shortenUrl(url)})</span>
      </span>
    );
  }
  return (
    <a
      key={key}
      href={link.href}
      title={boundText(link.href)}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      {content}
      {isMisleading(text, link) && <span className={URL_TEXT}> ({link.host})</span>}
    </a>
  );
}

interface ImageLinkProps {
  alt: string;
  url: string;
  sourceAttributes: { "data-from": number; "data-to": number };
}

/** Images are not loaded, because that would disclose the reader to their server. */
function ImageLink({ alt, url, sourceAttributes }: ImageLinkProps) {
  return (
    <span
      className="inline-flex max-w-full flex-wrap items-center gap-x-1.5 gap-y-0.5 rounded-2 border border-dashed border-line-3 px-2 py-px text-12 text-fg-2"
      {...sourceAttributes}
    >
      <Icon name="image" size={14} />
      <span>{alt === "" ? "Image" : alt}</span>
      <span className={URL_TEXT}>not loaded: {shortenUrl(url)}</span>
    </span>
  );
}

function shortenUrl(url: string): string {
  return url.length > 90 ? `${url.slice(0, 70)}… ${formatQuantity(url.length, "character")}` : url;
}
