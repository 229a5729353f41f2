/** Creates the app context of a page from its session and its features. */
import { NO_ACTIONS } from "./actions.ts";
import { createCommandTable } from "./commands.ts";
import { createDialogStore, type DialogStore } from "./dialogs.ts";
import type { AppContext, Feature } from "./feature.ts";
import { createLayoutStore, type LayoutStore } from "./layout.ts";
import type { Session } from "./session.ts";

interface AppContextOptions {
  readonly session: Session;
  readonly features: readonly Feature[];
  /** The ids of the commands in the order of the palette. */
  readonly commandOrder: readonly string[];
}

export function createAppContext({
  session,
  features,
  commandOrder,
}: AppContextOptions): AppContext {
  const layout = createLayoutStore(session.view);
  const dialogs = createDialogStore();
  closeDrawerForDialogs(dialogs, layout);
  const actions = { ...NO_ACTIONS };
  const app: AppContext = {
    ...session,
    layout,
    dialogs,
    dialogTable: Object.fromEntries(
      features.flatMap(({ dialogs = {} }) => Object.entries(dialogs)),
    ),
    commands: createCommandTable(features, commandOrder),
    actions,
  };
  for (const { createActions } of features) Object.assign(actions, createActions?.(app));
  for (const { start } of features) start?.(app);
  return app;
}

/** Dialogs are opened from the drawer, too, which would cover them. */
function closeDrawerForDialogs(dialogs: DialogStore, layout: LayoutStore): void {
  dialogs.subscribe(({ open }, before) => {
    if (open !== null && open !== before.open) layout.getState().closeDrawer();
  });
}
