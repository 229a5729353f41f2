/** Feature: the agent card, as a page in place of the timeline. */
import { isDiscovery } from "../../lib/timeline/exchange-queries.ts";
import { createCommand } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { getCardStore } from "./card-store.ts";

const hasCard = ({ run, agent }: AppContext) =>
  agent.getState().card !== null || run.getState().timeline.exchanges.some(isDiscovery);

export const cardFeature: Feature = {
  commands: [
    createCommand(
      "Agent",
      "card",
      "Show agent card",
      (app) => getCardStore(app).getState().toggleAgentCard(),
      { synonyms: "discovery, skills, manifest", enabled: hasCard },
    ),
  ],
  createActions: (app) => ({ closeCard: getCardStore(app).getState().showTimeline }),
  start(app) {
    // Show a newly opened run instead of the card.
    app.run.subscribe((now, before) => {
      if (now.source === null || now.timeline === before.timeline) return;
      getCardStore(app).getState().close();
    });
  },
};
