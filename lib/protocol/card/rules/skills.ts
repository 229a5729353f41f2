/** Rules about skills and media types. */

import { isArray } from "../../json.ts";
import type { CardVersion } from "../card-schema.ts";
import {
  type CardPath,
  type CardRule,
  type CardRuleContext,
  type CardViolation,
  getObjectItems,
  quoteValue,
} from "./card-rule.ts";

export const SKILL_RULES: readonly CardRule[] = [
  {
    id: "card/skills",
    severity: "note",
    passed: "It lists skills",
    spec: "A2A 1.0 §4.4.5, 0.3 §5.5.4, 0.2 §5.5.4, 0.1 §5.5.4",
    applies: ({ card }) => isArray(card.skills),
    check({ card }) {
      if (getObjectItems(card, "skills").length > 0) return [];
      return [
        {
          path: ["skills"],
          title: "The card lists no skills",
          message: "Clients choose an agent by its skills; this card lists none.",
          remedy: "List at least one skill with tags.",
        },
      ];
    },
  },
  {
    id: "card/skill-id",
    severity: "error",
    passed: "Every skill has a unique id",
    spec: "A2A 1.0 §4.4.5, 0.3 §5.5.4, 0.2 §5.5.4, 0.1 §5.5.4",
    check({ card }) {
      const known = new Map<unknown, number>();
      return getObjectItems(card, "skills").flatMap(({ item, index }) => {
        const first = known.get(item.id);
        if (first === undefined) known.set(item.id, index);
        if (typeof item.id !== "string" || first === undefined) return [];
        return [
          {
            path: ["skills", index, "id"],
            title: `Two skills have the id ${quoteValue(item.id)}`,
            message: `skills[${first}] has the same id; clients keep only one of them.`,
            remedy: "Give each skill a unique id.",
          },
        ];
      });
    },
  },
  {
    id: "card/skill-tags",
    severity: "error",
    passed: "Every skill has tags",
    spec: "A2A 1.0 §4.4.5, 0.3 §5.5.4, 0.2 §5.5.4, 0.1 §5.5.4",
    applies: ({ version }) => version !== "0.1",
    check: ({ card, version }) =>
      getObjectItems(card, "skills").flatMap(({ item, index }): CardViolation[] => {
        if (isArray(item.tags) ? item.tags.length > 0 : item.tags !== undefined) return [];
        const isListed = item.tags !== undefined;
        const name = typeof item.id === "string" ? `“${item.id}”` : String(index);
        return [
          {
            path: ["skills", index, "tags"],
            title: `Skill ${name} has no tags`,
            message: isListed
              ? "Clients that search skills by tag do not find it."
              : `${version} requires tags: clients use them to find skills.`,
            remedy: "Add one or two words that help find the skill.",
            // Before 1.0, the list is required but may be empty; 1.0 §5.7 requires at least one tag.
            ...(isListed && { severity: version === "1.0" ? "warning" : "note" }),
          },
        ];
      }),
  },
  {
    id: "card/mode-type",
    severity: "warning",
    passed: "Every mode is a media type",
    spec: "A2A 1.0 §4.4.1, 0.3 §5.5, 0.2 §5.5, 0.1 §5.5",
    check: (subject) =>
      getModeLists(subject).flatMap(({ path, list }) =>
        checkMediaTypes(path, list, subject.version),
      ),
  },
];

interface ModeList {
  readonly path: CardPath;
  readonly list: readonly unknown[];
}

function getModeLists({ card }: CardRuleContext): ModeList[] {
  const of = (holder: Readonly<Record<string, unknown>>, path: CardPath, names: string[]) =>
    names.flatMap((name): ModeList[] => {
      const list = holder[name];
      return isArray(list) ? [{ path: [...path, name], list }] : [];
    });
  const ofSkills = getObjectItems(card, "skills").flatMap(({ item, index }) =>
    of(item, ["skills", index], ["inputModes", "outputModes"]),
  );
  return [...of(card, [], ["defaultInputModes", "defaultOutputModes"]), ...ofSkills];
}

/** 0.1 had its own mode names, which are still in use. */
const MEDIA_TYPES_BY_MODE: ReadonlyMap<unknown, string> = new Map([
  ["text", "text/plain"],
  ["file", "application/octet-stream"],
  ["data", "application/json"],
  ["json", "application/json"],
  ["image", "image/png"],
  ["audio", "audio/wav"],
  ["video", "video/mp4"],
]);

function checkMediaTypes(
  path: CardPath,
  list: readonly unknown[],
  version: CardVersion,
): CardViolation[] {
  return list.flatMap((mode, i) => {
    if (typeof mode !== "string" || /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(\s*;.*)?$/.test(mode))
      return [];
    const meant = MEDIA_TYPES_BY_MODE.get(mode.toLowerCase());
    // The default of 0.1 is such a name.
    const severity = version === "0.1" && meant !== undefined ? "note" : "warning";
    return [
      {
        path: [...path, i],
        severity,
        title: `${quoteValue(mode)} is not a media type`,
        message: "Clients compare modes with media types such as text/plain and find no match.",
        remedy: `Write ${meant ?? "a media type"}.`,
      },
    ];
  });
}
