/** Feature: the run as a conversation, in place of its timeline or beside it. */
import { chooseMainView, showsConversation } from "../../lib/session/main-view.ts";
import type { MainView } from "../../lib/session/settings.ts";
import { createCommand, isRunOpen } from "../app-shell/commands.ts";
import type { AppContext, Feature } from "../app-shell/feature.ts";
import { SIDE_BY_SIDE_QUERY } from "../app-shell/layout.ts";

const showMainView = (next: (now: boolean) => MainView) => (app: AppContext) => {
  chooseMainView(app, next(showsConversation(app.view.getState())));
  app.layout.getState().showTimeline();
};

export const conversationFeature: Feature = {
  commands: [
    createCommand(
      "View",
      "conversation",
      "Switch between timeline and conversation",
      showMainView((isShown) => (isShown ? "timeline" : "conversation")),
      { synonyms: "chat, transcript", keys: ["v"], enabled: isRunOpen },
    ),
    createCommand(
      "View",
      "both-views",
      "Show timeline and conversation side by side",
      showMainView(() => "both"),
      {
        keys: ["shift+v"],
        enabled: (app) => isRunOpen(app) && matchMedia(SIDE_BY_SIDE_QUERY).matches,
      },
    ),
  ],
};
