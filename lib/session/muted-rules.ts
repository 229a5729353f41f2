/** Mutes and unmutes rules, in the view and in the stored settings. */

import { addMute, type Mute, removeMute } from "../lint/muting.ts";
import { SETTINGS, writeSetting } from "./settings.ts";
import type { ViewStore } from "./view.ts";

/** Mutes a rule for some agents, or for all if `agents` is `null`. */
export function muteRule(view: ViewStore, rule: string, agents: readonly string[] | null): void {
  saveMutes(view, addMute(view.getState().mutes, rule, agents));
}

export function unmuteRule(view: ViewStore, rule: string, agents: readonly string[]): void {
  saveMutes(view, removeMute(view.getState().mutes, rule, agents));
}

function saveMutes(view: ViewStore, mutes: readonly Mute[]): void {
  writeSetting(SETTINGS.mutes, mutes);
  view.setState({ mutes });
}
