"use client";
// The parts of the screen that load with the first run or agent, and what loads them in advance.
import { preloadRecordingLoader } from "../../lib/session/run.ts";
import { ConversationPane } from "../conversation/lazy-conversation-pane.tsx";
import { preloadRenderer } from "../markdown/lazy-renderer.ts";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { Talk } from "./lazy-talk.ts";
import { PANES } from "./screen-layout.ts";

export const BUSY_PANES = <main className={PANES} aria-busy="true" />;
export const Panes = createLazyComponent(() => import("./app-panes.tsx"), {
  meanwhile: BUSY_PANES,
});

/** Loads, in one step, what shows and reads the run of an agent, which opens as a conversation. */
export function preloadAgentRun(): void {
  Panes.load();
  Talk.load();
  ConversationPane.load();
  preloadRenderer();
  preloadRecordingLoader();
}
