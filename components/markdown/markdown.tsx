"use client";
// Renders an agent's Markdown: `Markdown` inline with other content, `MarkdownView` as a scrolling pane
// for text of any length. Both show plain text until the parser has loaded.
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Banner } from "../ui/banner.tsx";
import { boundMarks, boundText, findMarkPiles } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { VirtualList, type VirtualListHandle } from "../ui/virtual-list.tsx";
import type { RowProps } from "../ui/virtual-row.tsx";
import { WireText, type WireTextHandle } from "../ui/wire-text.tsx";
import { BlockSplitter, type MarkdownBlock } from "./blocks.ts";
import {
  isTooComplex,
  MAX_BLOCK_LENGTH,
  MAX_DOCUMENT_LENGTH,
  MAX_PLAIN_LENGTH,
} from "./markdown-limits.ts";
import "./markdown.css";
import { CodeBlock } from "./code-block.tsx";
import { useRenderer } from "./lazy-renderer.ts";

interface MarkdownProps {
  text: string;
  className?: string;
}

/**
 * For short texts; of longer ones only the beginning is shown, as plain text. Memoized: what surrounds a
 * text is rendered with each update of a live run.
 */
export const Markdown = memo(function Markdown({ text, className }: MarkdownProps) {
  const { blocks, definitions } = useBlocks(text.length > MAX_DOCUMENT_LENGTH ? "" : text);
  if (text.length > MAX_DOCUMENT_LENGTH) {
    return (
      <div className={cx("markdown", className)}>
        <p className="whitespace-pre-wrap" dir="auto">
          {boundMarks(text.slice(0, 20_000))}
        </p>
        <p className="text-fg-3">… {(text.length - 20_000).toLocaleString("en")} more characters</p>
      </div>
    );
  }
  return (
    <div className={cx("markdown", className)}>
      {blocks.map((block) => renderBlockView(block, text, definitions))}
    </div>
  );
});

interface MarkdownEndProps extends MarkdownProps {
  /** How many characters to show at least; a block is shown whole. */
  least: number;
  /** Drawn above the end, if something comes before it. */
  renderHidden: (characters: number) => ReactNode;
}

/** The end of a growing text: its last blocks, which stay the same until others push them out. */
export function MarkdownEnd({ text, className, least, renderHidden }: MarkdownEndProps) {
  const { blocks, definitions } = useBlocks(text);
  let first = blocks.length - 1;
  while (first > 0 && text.length - (blocks[first]?.from ?? 0) < least) first--;
  const hidden = blocks[first]?.from ?? 0;
  return (
    <>
      {hidden > 0 && renderHidden(hidden)}
      <div className={cx("markdown", className)}>
        {blocks.slice(Math.max(0, first)).map((block) => renderBlockView(block, text, definitions))}
      </div>
    </>
  );
}

interface MarkdownViewProps extends MarkdownProps {
  label: string;
  following?: boolean;
  onFollowingChange?: (following: boolean) => void;
  /** Content after the last block. */
  footer?: ReactNode;
  /** Drawn over the text and scrolled with it. */
  overlay?: ReactNode;
  /** An offset in the text, brought into view whenever this is another object. */
  reveal?: { readonly at: number } | undefined;
}

export function MarkdownView(props: MarkdownViewProps) {
  const { label, text, className, following, onFollowingChange, footer } = props;
  const { overlay, reveal } = props;
  const [isForced, setForced] = useState(false);
  const plain = text.length > MAX_DOCUMENT_LENGTH && !isForced;
  const { blocks, definitions } = useBlocks(plain ? "" : text);
  const list = useRef<VirtualListHandle>(null);
  const exact = useRef<WireTextHandle>(null);
  const root = useRef<HTMLDivElement>(null);
  const copying = useCopyWholeText(root, text);
  const latest = useRef(blocks);
  useEffect(() => {
    latest.current = blocks;
  });
  useEffect(() => {
    if (!reveal) return;
    exact.current?.scrollToOffset(reveal.at, "nearest");
    const index = latest.current.findLastIndex(({ from }) => from <= reveal.at);
    if (index >= 0) list.current?.scrollToIndex(index, "nearest");
  }, [reveal]);
  const follow = {
    ...(following !== undefined && { following }),
    ...(onFollowingChange && { onFollowingChange }),
  };
  if (plain) {
    return (
      <div className={cx("flex min-h-0 flex-1 flex-col", className)}>
        <div className="px-3 py-2">
          <Banner
            severity="note"
            title={`Shown as plain text: ${formatKilobytes(text.length)}`}
            actions={
              <Button variant="outline" size={24} onClick={() => setForced(true)}>
                Render anyway
              </Button>
            }
          >
            Rendering this much Markdown can take seconds.
          </Banner>
        </div>
        <WireText
          ref={exact}
          label={label}
          text={text}
          variant="prose"
          overlay={overlay}
          {...follow}
        />
      </div>
    );
  }
  const count = blocks.length + (footer ? 1 : 0);
  return (
    <div ref={root} className="contents" {...copying}>
      <VirtualList
        ref={list}
        label={label}
        role="region"
        overlay={overlay}
        className={cx("markdown flex-1", className)}
        count={count}
        rowHeight={60}
        measured
        overscan={12}
        rowProps={getRowProps}
        {...follow}
        renderRow={(index) => {
          const block = blocks[index];
          return block ? renderBlockView(block, text, definitions) : footer;
        }}
      />
    </div>
  );
}

/** The end of a row holds its margins, or its measured height would be wrong. */
function getRowProps(index: number): RowProps {
  return { className: cx("px-4 after:table", index === 0 && "pt-1") };
}

function renderBlockView(block: MarkdownBlock, text: string, definitions: string): ReactNode {
  const source = text.slice(block.from, block.to);
  return (
    <BlockView
      key={block.from}
      source={source}
      from={block.from}
      fence={block.fence}
      definitions={source.includes("[") ? definitions : ""}
    />
  );
}

function useBlocks(text: string) {
  const [splitter] = useState(() => new BlockSplitter());
  const [split, setSplit] = useState(() => ({ text, ...splitter.update(text) }));
  if (split.text === text) return split;
  const next = { text, ...splitter.update(text) };
  setSplit(next);
  return next;
}

function formatKilobytes(characters: number): string {
  return `${Math.round(characters / 1000).toLocaleString("en")} KB`;
}

/** Limits "Select all" to one text and copies its source, including parts that are not drawn. */
function useCopyWholeText(root: RefObject<HTMLElement | null>, text: string) {
  return {
    onKeyDown(event: KeyboardEvent) {
      const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "a";
      const selection = getSelection();
      if (!isAll || !root.current || !selection) return;
      event.preventDefault();
      selection.selectAllChildren(root.current);
    },
    onCopy(event: ClipboardEvent) {
      const selection = getSelection();
      const now = selection?.rangeCount === 1 ? selection.getRangeAt(0) : undefined;
      if (!now || now.startContainer !== root.current || now.endContainer !== root.current) return;
      event.preventDefault();
      event.clipboardData.setData("text/plain", text);
    },
  };
}

interface BlockViewProps {
  source: string;
  from: number;
  fence: MarkdownBlock["fence"];
  definitions: string;
}

/** One Markdown block, parsed again only when its own text changes. */
const BlockView = memo(function BlockView(props: BlockViewProps): ReactNode {
  const { source, from, fence, definitions } = props;
  const renderer = useRenderer();
  const hasPiles = useMemo(() => findMarkPiles(source).length > 0, [source]);
  if (hasPiles) return <PlainBlock source={source} from={from} />;
  if (fence) {
    const code = source.slice(fence.from - from, fence.to - from).replace(/\r?\n$/, "");
    if (code.length <= MAX_BLOCK_LENGTH * 4) {
      return <CodeBlock code={code} info={fence.info} from={fence.from} to={fence.to} />;
    }
  }
  if (!renderer || isTooComplex(source)) return <PlainBlock source={source} from={from} />;
  return renderer.renderBlock(source, from, definitions);
}, isSameBlock);

// The fence is a new object with equal values after every split.
function isSameBlock(a: BlockViewProps, b: BlockViewProps): boolean {
  return (
    a.source === b.source &&
    a.from === b.from &&
    a.definitions === b.definitions &&
    (a.fence === undefined) === (b.fence === undefined)
  );
}

interface PlainBlockProps {
  source: string;
  from: number;
}

function PlainBlock({ source, from }: PlainBlockProps) {
  return (
    <p className="whitespace-pre-wrap" dir="auto">
      <span data-from={from} data-to={from + source.length}>
        {boundText(source.trimEnd(), MAX_PLAIN_LENGTH)}
      </span>
    </p>
  );
}
