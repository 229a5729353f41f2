/** What needs the interpretation of the run: applying dialect settings, and rules from its rows. */

import type { DialectSettings } from "../../lib/dialects/settings.ts";
import type { UserRule } from "../../lib/dialects/user-rules.ts";
import {
  getCurrentInterpretation,
  getPlayheadEvent,
  type PlaybackContext,
} from "../../lib/session/playback.ts";
import { isInitiallyExpanded } from "../../lib/session/row-expansion.ts";
import { setDialects } from "../../lib/session/set-dialects.ts";
import { createRuleForItem } from "./create-rule-for-item.ts";

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
