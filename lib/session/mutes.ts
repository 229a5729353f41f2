/** Muting rules and hearing them again: at once, and kept for the next visit. */

import { type Mute, withMute, withoutMute } from "../lint/muting.ts";
import { SETTINGS, writeSetting } from "./settings.ts";
import type { ViewStore } from "./view.ts";

/** For some agents, or everywhere where none is named. */
export function mute(view: ViewStore, rule: string, agents: readonly string[] | null): void {
  keep(view, withMute(view.getState().mutes, rule, agents));
}

export function unmute(view: ViewStore, rule: string, agents: readonly string[]): void {
  keep(view, withoutMute(view.getState().mutes, rule, agents));
}

function keep(view: ViewStore, mutes: readonly Mute[]): void {
  writeSetting(SETTINGS.mutes, mutes);
  view.setState({ mutes });
}
