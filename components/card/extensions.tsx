"use client";
// The extensions that the agent declares, with their parameters.
import { boundText, LONGEST_TEXT } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";
import { Tag } from "../ui/tag.tsx";
import { Section } from "./facts.tsx";
import { RowMark } from "./row-mark.tsx";
import type { ShownCard } from "./use-card.ts";
import { useFirst } from "./use-first.tsx";

export function Extensions({ card }: { card: ShownCard }) {
  const extensions = card.profile?.extensions ?? [];
  const [shown, more] = useFirst(extensions, "extensions");
  if (extensions.length === 0) return null;
  return (
    <Section title="Extensions" note={extensions.length}>
      <ul className="card-extensions">
        {shown.map(({ path, uri, description, required, params }) => (
          <li key={path.join("/")}>
            <RowMark card={card} path={path} />
            <p>
              <code className="wrap-anywhere">{boundText(uri || "without uri")}</code>
              {required && <Tag hue="warning">required</Tag>}
              {uri !== "" && <CopyButton text={uri} what="URI" size={24} />}
            </p>
            {description !== "" && <p dir="auto">{boundText(description)}</p>}
            {params !== undefined && (
              <pre className="ui-well">
                {boundText(JSON.stringify(params, null, 2), LONGEST_TEXT)}
              </pre>
            )}
          </li>
        ))}
      </ul>
      {more}
    </Section>
  );
}
