/** A rule to begin with: for all rows that show what this one shows. */

import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import {
  USER_RULE_KINDS,
  type UserRule,
  type UserRuleKind,
} from "../../lib/dialects/user-rules.ts";
import { isObject } from "../../lib/protocol/json.ts";

const MAX_TEXT_LENGTH = 40;

export function createRuleForItem(
  { timeline }: Interpretation,
  item: Item,
  playhead: number,
): UserRule {
  const { entry } = item;
  const n = Math.max(playhead, item.firstEvent);
  const kind = USER_RULE_KINDS.find((it) => it === item.kindAt(n)) ?? "result";
  const name = entry.kind === "artifact" ? entry.artifact.names.at(n) : undefined;
  if (name) return { where: "artifact.name", match: matchWholeText(name), kind };
  const last = item.events.lastAt(n);
  const said =
    findKey(entry.kind === "artifact" ? entry.artifact.metadata.at(n) : undefined) ??
    findKey(entry.kind === "message" ? entry.message.message.metadata : undefined) ??
    findKey(last === null || last < 0 ? undefined : timeline.metadata.get(last));
  if (said !== undefined) return { where: "metadata", key: said, kind };
  const text = entry.kind === "message" ? entry.message.message.parts[0] : undefined;
  const start = text?.kind === "text" ? text.text.slice(0, MAX_TEXT_LENGTH) : "";
  return createTextRule(start, kind);
}

const createTextRule = (start: string, kind: UserRuleKind): UserRule => ({
  where: "text",
  ...(start && { match: `^${escapePattern(start)}` }),
  kind,
});

function findKey(metadata: unknown): string | undefined {
  return isObject(metadata) ? Object.keys(metadata)[0] : undefined;
}

const matchWholeText = (text: string) => `^${escapePattern(text)}$`;

/** As a `u` expression takes it: a needless backslash would break it. */
const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
