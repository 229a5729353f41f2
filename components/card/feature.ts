/** Feature: the agent card, as a page in place of the timeline. */
import { createCommand, hasCard } from "../app-shell/commands.ts";
import type { Feature } from "../app-shell/feature.ts";
import { getCardStore } from "./card-store.ts";

export const cardFeature: Feature = {
  commands: [
    createCommand(
      "Agent",
      "card",
      "Show agent card",
      (app) => getCardStore(app).getState().toggleAgentCard(),
      { enabled: hasCard },
    ),
  ],
  createActions: (app) => ({ closeCard: () => getCardStore(app).getState().close() }),
  start(app) {
    // Show a newly opened run instead of the card.
    app.run.subscribe((now, before) => {
      if (now.source === null || now.source === before.source) return;
      getCardStore(app).getState().close();
    });
  },
};
