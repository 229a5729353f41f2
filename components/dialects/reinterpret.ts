/** What needs the interpretation of the run: applying dialect settings, and rules from its rows. */
import type { Interpretation } from "../../lib/dialects/interpretation.ts";
import type { Item } from "../../lib/dialects/item.ts";
import type { DialectSettings } from "../../lib/dialects/settings.ts";
import {
  USER_RULE_KINDS,
  type UserRule,
  type UserRuleKind,
} from "../../lib/dialects/user-rules.ts";
import { isObject } from "../../lib/protocol/json.ts";
import {
  getCurrentInterpretation,
  getPlayheadEvent,
  type PlaybackContext,
} from "../../lib/session/playback.ts";
import { isInitiallyExpanded } from "../../lib/session/row-expansion.ts";
import { setDialects } from "../../lib/session/set-dialects.ts";

/** Keeps the selected row. */
export function applyDialects(context: PlaybackContext, settings: DialectSettings): Promise<void> {
  return setDialects(context, settings, isInitiallyExpanded);
}

/** A rule for rows like the selected one; `null` without a selection. */
export function createRuleForSelected(context: PlaybackContext): UserRule | null {
  const interpretation = getCurrentInterpretation(context);
  const item = interpretation.items[context.view.getState().selected ?? -1];
  return item ? createRuleForItem(interpretation, item, getPlayheadEvent(context)) : null;
}

const MAX_TEXT_LENGTH = 40;

/** A draft rule that matches rows like the given one. */
export function createRuleForItem(
  { timeline }: Interpretation,
  item: Item,
  playhead: number,
): UserRule {
  const { entry } = item;
  const event = Math.max(playhead, item.firstEvent);
  const kind = USER_RULE_KINDS.find((it) => it === item.kindAt(event)) ?? "result";
  const name = entry.kind === "artifact" ? entry.artifact.names.at(event) : undefined;
  if (name) return { where: "artifact.name", match: matchWholeText(name), kind };
  const last = item.events.lastAt(event);
  const metadataKey =
    findKey(entry.kind === "artifact" ? entry.artifact.metadata.at(event) : undefined) ??
    findKey(entry.kind === "message" ? entry.message.message.metadata : undefined) ??
    findKey(last === null || last < 0 ? undefined : timeline.metadata.get(last));
  if (metadataKey !== undefined) return { where: "metadata", key: metadataKey, kind };
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

/** Escapes only special characters: the `u` flag rejects needless backslashes. */
const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
