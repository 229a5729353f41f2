/** Closes everything and returns to the start page. */
import type { AppContext } from "../app-shell/feature.ts";
import { getCardStore } from "../card/card-store.ts";

export function goHome(app: AppContext): void {
  getCardStore(app).getState().close();
  app.agent.disconnect();
  app.run.close();
}
