// A code block with its language and a copy button.
import { boundText } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";

export interface CodeBlockProps {
  code: string;
  info: string;
  from: number;
  to: number;
}

export function CodeBlock({ code, info, from, to }: CodeBlockProps) {
  const language = info.split(/\s/, 1)[0] ?? "";
  return (
    <div className="md-code">
      <div className="md-code-tools">
        <span>{boundText(language, 60)}</span>
        <CopyButton text={code} what="code" size={24} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, by keyboard too */}
      <pre tabIndex={0}>
        <code data-from={from} data-to={to}>
          {code}
        </code>
      </pre>
    </div>
  );
}
