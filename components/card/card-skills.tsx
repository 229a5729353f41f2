"use client";
// Card section: the agent's skills. Clicking an example puts it into the composer.

import type { SkillDetails } from "../../lib/protocol/card/card-details.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { boundText, MAX_TEXT_LENGTH } from "../ui/bounded-text.ts";
import { CopyButton } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { Icon } from "../ui/icons.tsx";
import { WELL } from "../ui/shared-classes.ts";
import { Tag } from "../ui/tag.tsx";
import {
  CARD_LIST,
  CARD_LIST_ITEM,
  CardSection,
  SecondLine,
  useFirstItems,
} from "./card-fact-grid.tsx";
import { CardProblemMarker } from "./card-problem-marker.tsx";
import { useCardStore } from "./card-store.ts";
import { CARD_ROW, type CardColumn, CardTable, cellClass } from "./card-table.tsx";
import { findFindingAt, type ShownCard } from "./use-card.ts";

const COLUMNS: readonly CardColumn[] = [
  { name: "Skill" },
  { name: "Description" },
  { name: "Tags" },
];

export function CardSkills({ card }: { card: ShownCard }) {
  const skills = card.profile?.skills ?? [];
  const [shown, more] = useFirstItems(skills, "skills");
  if (skills.length === 0) return null;
  return (
    <CardSection title="Skills" note={skills.length}>
      <CardTable columns={COLUMNS}>
        {shown.map((skill) => (
          <CardSkill key={skill.path.join("/")} skill={skill} card={card} />
        ))}
      </CardTable>
      {more}
    </CardSection>
  );
}

/** Wraps rather than widen the table. */
const LONG_TAG = "h-auto! max-w-full whitespace-normal! wrap-anywhere";

function CardSkill({ skill, card }: { skill: SkillDetails; card: ShownCard }) {
  const { id, name, description, tags, examples, path, inputModes, outputModes } = skill;
  const [shownTags, moreTags] = useFirstItems(tags, "tags");
  const untagged = findFindingAt(card.review, path, "card/skill-tags");
  const modes = [
    ...(inputModes.length > 0 ? [`input: ${inputModes.join(", ")}`] : []),
    ...(outputModes.length > 0 ? [`output: ${outputModes.join(", ")}`] : []),
  ];
  return (
    <tr
      className={cx(
        CARD_ROW,
        "@max-[560px]/card:grid @max-[560px]/card:grid-cols-[minmax(0,1fr)] @max-[560px]/card:gap-0.5",
      )}
    >
      <th scope="row" className={cellClass("w-[22%] text-left wrap-anywhere")}>
        <CardProblemMarker card={card} path={path} />
        <span className="mono">{boundText(id || "no id")}</span>
        {name !== "" && name !== id && <SecondLine>{boundText(name)}</SecondLine>}
      </th>
      <td dir="auto" className={cellClass("text-fg-2")}>
        {boundText(description)}
        {modes.length > 0 && <SecondLine mono>{boundText(modes.join("; "))}</SecondLine>}
        <SkillExamples examples={examples} />
      </td>
      <td className={cellClass("w-[24%] text-fg-2")}>
        <span className="flex flex-wrap items-center gap-1">
          {shownTags.map((tag, i) => (
            <Tag key={`${tag} ${String(i)}`} className={LONG_TAG}>
              {tag}
            </Tag>
          ))}
          {moreTags}
          {untagged && (
            <Tag hue={untagged.severity === "error" ? "error" : "warning"} icon="warning">
              no tags
            </Tag>
          )}
        </span>
      </td>
    </tr>
  );
}

function SkillExamples({ examples }: { examples: readonly string[] }) {
  const { actions } = useAppContext();
  const showTimeline = useCardStore((store) => store.showTimeline);
  const canSend = useAgent((agent) => agent.endpoint !== null);
  const [shown, more] = useFirstItems(examples, "examples");
  if (examples.length === 0) return null;
  const use = (example: string) => {
    actions.writeMessage(example);
    showTimeline();
    // The composer must be visible before it can take the focus.
    requestAnimationFrame(() => emitUiEvent("focus-composer"));
  };
  return (
    <ul className="mt-1 grid justify-items-start gap-0.5" aria-label="Examples">
      {shown.map((example, i) => (
        <li key={`${example} ${String(i)}`}>
          <button
            type="button"
            dir="auto"
            className="-ml-1.5 flex items-baseline gap-1.5 rounded-2 px-1.5 py-px text-left wrap-anywhere text-accent hover:enabled:bg-bg-3 disabled:text-fg-2"
            disabled={!canSend}
            title={canSend ? "Put into the message box" : undefined}
            onClick={() => use(example)}
          >
            <Icon name="message" size={12} className="self-center" />
            {boundText(example)}
          </button>
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  );
}

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
