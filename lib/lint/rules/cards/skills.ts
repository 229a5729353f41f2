/** Rules about the skills and media types of a card. */

import type { CardVersion } from "../../../protocol/card/card-schema.ts";
import { isArray } from "../../../protocol/json.ts";
import {
  type CardPath,
  type CardRuleContext,
  type CardViolation,
  getObjectItems,
  quoteValue,
} from "../../cards/card-rule.ts";
import type { ExampleJson } from "../../examples/recording-builder.ts";
import { always, createCardExample, createUnchanged } from "../../examples/shared-examples.ts";
import { defineRule, type Rule, VERSIONS_FROM_02 } from "../rule.ts";

export const SKILL_RULES: readonly Rule[] = [
  defineRule({
    id: "card/skills",
    severity: "info",
    title: "no skills",
    message: "The card lists no skills.",
    clients: "Clients that choose an agent by its skills never choose this one.",
    remedy: "List at least one skill with its tags.",
    spec: "A2A 1.0 §4.4.5, 0.3 §5.5.4, 0.2 §5.5.4, 0.1 §5.5.4",
    ...createCardExample(always({ skills: [] }), createUnchanged),
    check: {
      passed: "It lists skills",
      applies: ({ card }) => isArray(card.skills),
      find({ card }) {
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
  }),
  defineRule({
    id: "card/skill-id",
    severity: "error",
    title: "duplicate skill ID",
    message: "Two skills have the same ID.",
    clients: "Clients that store skills by ID keep only one of them.",
    remedy: "Give each skill a unique ID.",
    spec: "A2A 1.0 §4.4.5, 0.3 §5.5.4, 0.2 §5.5.4, 0.1 §5.5.4",
    ...createCardExample(
      always({ skills: [skill(), skill()] }),
      always({ skills: [skill(), skill({ id: "tell" })] }),
    ),
    check: {
      passed: "Every skill has a unique id",
      find({ card }) {
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
  }),
  defineRule({
    id: "card/skill-tags",
    severity: "error",
    versions: VERSIONS_FROM_02,
    title: "skill without tags",
    message: "A skill has no tags.",
    clients: "The Python SDK 0.3 rejects a skill without tags; routers do not find it.",
    remedy: "Add one or two words that help find the skill.",
    spec: "A2A 1.0 §4.4.5, 0.3 §5.5.4, 0.2 §5.5.4, 0.1 §5.5.4",
    ...createCardExample(always({ skills: [skill({ tags: undefined })] }), createUnchanged),
    check: {
      passed: "Every skill has tags",
      applies: ({ version }) => version !== "0.1",
      find: ({ card, version }) =>
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
  }),
  defineRule({
    id: "card/mode-type",
    severity: "warning",
    title: "not a media type",
    message: "An input or output mode is not a media type.",
    clients: "Clients compare modes with media types such as text/plain, and find no match.",
    remedy: "Write media types.",
    spec: "A2A 1.0 §4.4.1, 0.3 §5.5, 0.2 §5.5, 0.1 §5.5",
    ...createCardExample(
      always({ defaultInputModes: ["plain text"] }),
      always({ defaultInputModes: ["text/*"] }),
    ),
    check: {
      passed: "Every mode is a media type",
      find: (subject) =>
        getModeLists(subject).flatMap(({ path, list }) =>
          checkMediaTypes(path, list, subject.version),
        ),
    },
  }),
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

function skill(over: ExampleJson = {}): ExampleJson {
  return {
    id: "look",
    name: "Look",
    description: "Looks.",
    tags: ["looking"],
    ...over,
  };
}
