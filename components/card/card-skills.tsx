"use client";
// Card section: the agent's skills. Clicking an example puts it into the composer.
import type { SkillDetails } from "../../lib/protocol/card/card-details.ts";
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Icon } from "../ui/icons.tsx";
import { Tag } from "../ui/tag.tsx";
import { CardSection } from "./card-fact-grid.tsx";
import { CardProblemMarker } from "./card-problem-marker.tsx";
import { useCardStore } from "./card-store.ts";
import { findFindingAt, type ShownCard } from "./use-card.ts";
import { useFirstItems } from "./use-first-items.tsx";

export function CardSkills({ card }: { card: ShownCard }) {
  const skills = card.profile?.skills ?? [];
  const [shown, more] = useFirstItems(skills, "skills");
  if (skills.length === 0) return null;
  return (
    <CardSection title="Skills" note={skills.length}>
      <table className="card-table card-skills">
        <thead>
          <tr>
            <th scope="col">Skill</th>
            <th scope="col">Description</th>
            <th scope="col">Tags</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((skill) => (
            <CardSkill key={skill.path.join("/")} skill={skill} card={card} />
          ))}
        </tbody>
      </table>
      {more}
    </CardSection>
  );
}

function CardSkill({ skill, card }: { skill: SkillDetails; card: ShownCard }) {
  const { id, name, description, tags, examples, path, inputModes, outputModes } = skill;
  const [shownTags, moreTags] = useFirstItems(tags, "tags");
  const untagged = findFindingAt(card.review, path, "card/skill-tags");
  const modes = [
    ...(inputModes.length > 0 ? [`input: ${inputModes.join(", ")}`] : []),
    ...(outputModes.length > 0 ? [`output: ${outputModes.join(", ")}`] : []),
  ];
  return (
    <tr>
      <th scope="row">
        <CardProblemMarker card={card} path={path} />
        <span className="mono">{boundText(id || "no id")}</span>
        {name !== "" && name !== id && <span className="card-second">{boundText(name)}</span>}
      </th>
      <td dir="auto">
        {boundText(description)}
        {modes.length > 0 && (
          <span className="card-second mono">{boundText(modes.join("; "))}</span>
        )}
        <SkillExamples examples={examples} />
      </td>
      <td>
        <span className="card-tags">
          {shownTags.map((tag, i) => (
            <Tag key={`${tag} ${String(i)}`}>{tag}</Tag>
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
    <ul className="card-examples" aria-label="Examples">
      {shown.map((example, i) => (
        <li key={`${example} ${String(i)}`}>
          <button
            type="button"
            dir="auto"
            disabled={!canSend}
            title={canSend ? "Put into the message box" : undefined}
            onClick={() => use(example)}
          >
            <Icon name="message" size={12} />
            {boundText(example)}
          </button>
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  );
}
