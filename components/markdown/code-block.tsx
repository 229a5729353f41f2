// A code block with its language and a copy button.
import { boundText } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";

interface CodeBlockProps {
  code: string;
  info: string;
  from: number;
  to: number;
}

export function CodeBlock({ code, info, from, to }: CodeBlockProps) {
  const language = info.split(/\s/, 1)[0] ?? "";
  return (
    <div className="markdown-box rounded-2 bg-well inset-ring inset-ring-line-2 forced-colors:border">
      {/* Above the code, so that it does not cover it. */}
      <div className="flex h-6.75 items-center justify-between gap-2 border-b border-line-1 pr-0.5 pl-2.25 text-11/5.25 text-fg-3 select-none">
        <span>{boundText(language, 60)}</span>
        <CopyButton text={code} what="code" size={24} />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, by keyboard too
        tabIndex={0}
        className="max-h-120 overflow-auto px-2.25 py-1.75 text-12 focus-visible:rounded-2 focus-visible:-outline-offset-2"
      >
        <code className="font-mono whitespace-pre" data-from={from} data-to={to}>
          {code}
        </code>
      </pre>
    </div>
  );
}
