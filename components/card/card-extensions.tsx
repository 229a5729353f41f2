"use client";
// Card section: the extensions that the agent declares, with their parameters.
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";
import { Tag } from "../ui/tag.tsx";
import { WELL } from "../ui/well.ts";
import { CardSection } from "./card-fact-grid.tsx";
import { CardProblemMarker } from "./card-problem-marker.tsx";
import type { ShownCard } from "./use-card.ts";
import { useFirstItems } from "./use-first-items.tsx";

export function CardExtensions({ card }: { card: ShownCard }) {
  const extensions = card.profile?.extensions ?? [];
  const [shown, more] = useFirstItems(extensions, "extensions");
  if (extensions.length === 0) return null;
  return (
    <CardSection title="Extensions" note={extensions.length}>
      <ul className="card-extensions">
        {shown.map(({ path, uri, description, required, params }) => (
          <li key={path.join("/")}>
            <CardProblemMarker card={card} path={path} />
            <p>
              <code className="wrap-anywhere">{boundText(uri || "no URI")}</code>
              {required && <Tag hue="warning">required</Tag>}
              {uri !== "" && <CopyButton text={uri} what="URI" size={24} />}
            </p>
            {description !== "" && <p dir="auto">{boundText(description)}</p>}
            {params !== undefined && (
              <pre className={WELL}>
                {boundText(JSON.stringify(params, null, 2), MAX_TEXT_LENGTH)}
              </pre>
            )}
          </li>
        ))}
      </ul>
      {more}
    </CardSection>
  );
}
