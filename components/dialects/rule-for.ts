/** A rule to begin with: for all rows that show what this one shows. */

import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import {
  USER_RULE_KINDS,
  type UserRule,
  type UserRuleKind,
} from "../../lib/dialects/user-rules.ts";
import { isObject } from "../../lib/protocol/json.ts";

const TEXT_TAKEN = 40;

export function ruleFor({ timeline }: Interpretation, item: Item, moment: number): UserRule {
  const { entry } = item;
  const n = Math.max(moment, item.firstEvent);
  const kind = USER_RULE_KINDS.find((it) => it === item.kindAt(n)) ?? "result";
  const name = entry.kind === "artifact" ? entry.artifact.names.at(n) : undefined;
  if (name) return { where: "artifact.name", match: whole(name), kind };
  const last = item.events.lastAt(n);
  const said =
    keyIn(entry.kind === "artifact" ? entry.artifact.metadata.at(n) : undefined) ??
    keyIn(entry.kind === "message" ? entry.message.message.metadata : undefined) ??
    keyIn(last === null || last < 0 ? undefined : timeline.metadata.get(last));
  if (said !== undefined) return { where: "metadata", key: said, kind };
  const text = entry.kind === "message" ? entry.message.message.parts[0] : undefined;
  const start = text?.kind === "text" ? text.text.slice(0, TEXT_TAKEN) : "";
  return textRule(start, kind);
}

const textRule = (start: string, kind: UserRuleKind): UserRule => ({
  where: "text",
  ...(start && { match: `^${escaped(start)}` }),
  kind,
});

function keyIn(metadata: unknown): string | undefined {
  return isObject(metadata) ? Object.keys(metadata)[0] : undefined;
}

const whole = (text: string) => `^${escaped(text)}$`;

/** As a `u` expression takes it: a needless backslash would break it. */
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
