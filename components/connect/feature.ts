/** Feature: the start page and the address of the agent. */
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { createCommand, isRunOpen } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { getCardStore } from "../card/card-store.ts";

export const connectFeature: Feature = {
  commands: [
    createCommand("Agent", "address", "Focus address", () => emitUiEvent("focus-address"), {
      keys: ["mod+l"],
    }),
    createCommand("Log", "home", "Go to start page", goHome, {
      synonyms: "disconnect, close, quit",
      enabled: isRunOpen,
    }),
  ],
};

export function goHome(app: AppContext): void {
  getCardStore(app).getState().close();
  app.agent.disconnect();
  app.run.close();
}
