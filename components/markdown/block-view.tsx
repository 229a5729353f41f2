"use client";
// One Markdown block, parsed again only when its own text changes.
import { memo, type ReactNode, useMemo } from "react";
import { boundText, findMarkPiles } from "../ui/bounded-text.ts";
import type { MarkdownBlock } from "./blocks.ts";
import { CodeBlock } from "./code-block.tsx";
import { useRenderer } from "./lazy-renderer.ts";
import { isTooComplex, MAX_BLOCK_LENGTH, MAX_PLAIN_LENGTH } from "./markdown-limits.ts";

interface BlockViewProps {
  source: string;
  from: number;
  fence: MarkdownBlock["fence"];
  definitions: string;
}

export const BlockView = memo(function BlockView(props: BlockViewProps): ReactNode {
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
