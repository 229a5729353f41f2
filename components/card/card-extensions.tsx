"use client";
// Card section: the extensions that the agent declares, with their parameters.
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { Tag } from "../ui/tag.tsx";
import { WELL } from "../ui/well.ts";
import { CARD_LIST, CARD_LIST_ITEM, CardSection, useFirstItems } from "./card-fact-grid.tsx";
import { CardProblemMarker } from "./card-problem-marker.tsx";
import type { ShownCard } from "./use-card.ts";

export function CardExtensions({ card }: { card: ShownCard }) {
  const extensions = card.profile?.extensions ?? [];
  const [shown, more] = useFirstItems(extensions, "extensions");
  if (extensions.length === 0) return null;
  return (
    <CardSection title="Extensions" note={extensions.length}>
      <ul className={CARD_LIST}>
        {shown.map(({ path, uri, description, required, params }) => (
          <li key={path.join("/")} className={CARD_LIST_ITEM}>
            <CardProblemMarker card={card} path={path} />
            <p className="flex items-center gap-2 text-fg-1">
              <code className="wrap-anywhere">{boundText(uri || "no URI")}</code>
              {required && <Tag hue="warning">required</Tag>}
              {uri !== "" && <CopyButton text={uri} what="URI" size={24} />}
            </p>
            {description !== "" && <p dir="auto">{boundText(description)}</p>}
            {params !== undefined && (
              <pre className={cx(WELL, "max-h-50 overflow-auto")}>
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
