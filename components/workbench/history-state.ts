/** What the browser's history remembers of the page: what is open, and how the user left it. */
import type { NavigationState } from "../../lib/session/navigation.ts";
import type { NamedRun, PageAddress } from "../../lib/session/page-address.ts";
import type { RunSource } from "../../lib/session/run.ts";
import { getDialectSettings, INITIAL_VIEW, type View } from "../../lib/session/view.ts";
import type { DialogId, DialogState } from "../app-shell/dialogs.ts";
import type { AppContext } from "../app-shell/feature.ts";
import type { LayoutState } from "../app-shell/layout.ts";
import { AGENT_CARD_PAGE, type CardPage, getCardStore } from "../card/card-store.ts";
import { showToast } from "../ui/toast.tsx";
import { getNamedView, getUserSettings, openNamedRun, showNamedPlaces } from "./url-source.ts";

export interface HistorySnapshot {
  readonly source: RunSource | null;
  readonly name: string;
  /** The card of the connected agent before anything is recorded. */
  readonly takenCard: unknown;
  readonly view: View;
  readonly layout: Pick<LayoutState, "pane" | "isDrawerOpen">;
  readonly card: CardPage | null;
  readonly dialogs: DialogState;
}

/** State that survives a reload. */
interface SavedEntry {
  /** The name of a log opened from a file, which the page cannot reopen by itself. */
  readonly file: string | null;
  readonly name: string;
  readonly hasCard: boolean;
  readonly dialog: DialogId | null;
}

export function getNavigationState(app: AppContext, url: string): NavigationState<HistorySnapshot> {
  const { run, view, layout, dialogs, dialogTable } = app;
  const { source, name } = run.getState();
  const { mainView, scope, filter, openRule, openSettings } = view.getState();
  const { pane, isDrawerOpen } = layout.getState();
  const { open, parameters } = dialogs.getState();
  const card = getCardStore(app).getState().page;
  const taken = getTakenCard(app);
  const cardName = card && (card.given ? `given ${getObjectNumber(card.given)}` : "agent");
  const page = [
    getSourceName(source),
    mainView ?? "timeline",
    taken && `agent ${getObjectNumber(taken)}`,
    scope,
    filter.task,
    cardName,
  ];
  return {
    page: JSON.stringify(page),
    dialog: getDialogName(open, { rules: openRule, settings: openSettings }, isDrawerOpen),
    isPassing: open === null ? isDrawerOpen : dialogTable[open]?.leadsElsewhere === true,
    url,
    snapshot: {
      source,
      name,
      takenCard: taken,
      view: view.getState(),
      layout: { pane, isDrawerOpen },
      card,
      dialogs: { open, parameters },
    },
    saved: {
      file: source?.kind === "file" ? source.file.name : null,
      name,
      hasCard: card !== null && card.given === null,
      dialog: open,
    } satisfies SavedEntry,
  };
}

/** The pages of some dialogs are entries of their own. */
function getDialogName(
  open: DialogId | null,
  pages: Readonly<Partial<Record<DialogId, string | null>>>,
  isDrawerOpen: boolean,
): string {
  if (open === null) return isDrawerOpen ? "exchanges" : "";
  const page = pages[open] ?? null;
  return page === null ? open : `${open} ${page}`;
}

/** The connected agent's card before anything is recorded. */
export function getTakenCard({ run, agent }: AppContext): object | null {
  const { phase, card } = agent.getState();
  const isAlone = run.getState().source === null && phase.kind === "connected";
  return isAlone && typeof card?.raw === "object" ? card.raw : null;
}

function getSourceName(source: RunSource | null): string | null {
  if (source?.kind === "file") return `file ${getObjectNumber(source.file)}`;
  return source && `recording ${source.id}`;
}

const objectNumbers = new WeakMap<object, number>();
let lastNumber = 0;

/** Numbers objects by identity for the lifetime of the page. */
function getObjectNumber(object: object): number {
  const number = objectNumbers.get(object) ?? ++lastNumber;
  objectNumbers.set(object, number);
  return number;
}

export function restoreSnapshot(app: AppContext, snapshot: HistorySnapshot): void {
  const { run, agent, view, layout, dialogs } = app;
  const { source, name, takenCard } = snapshot;
  if (
    getSourceName(source) !== getSourceName(run.getState().source) ||
    takenCard !== getTakenCard(app)
  ) {
    agent.disconnect();
    if (source?.kind === "recording") run.openRecording(source.id, name);
    else if (source?.kind === "file") void run.openFile(source.file, { isKnown: true });
    else run.close();
    if (takenCard !== null) void agent.connectToCard(takenCard);
  }
  const settings = getUserSettings(view);
  // Row numbers are valid only for the same interpretation.
  const hasSameDialects = settings.dialects === getDialectSettings(snapshot.view);
  view.setState({
    ...snapshot.view,
    ...settings,
    pendingDialects: null,
    playing: false,
    ...(!hasSameDialects && { selected: null, event: null, expanded: INITIAL_VIEW.expanded }),
  });
  getCardStore(app).setState({ page: snapshot.card });
  dialogs.setState(snapshot.dialogs);
  layout.setState(snapshot.layout);
}

/** Restores an entry from before a reload, from the URL and the saved state. */
export function restoreFromUrl(app: AppContext, value: unknown, named: PageAddress): void {
  const { agent, run, view, layout, dialogs } = app;
  const saved = value as SavedEntry | undefined;
  if (!app.standsAlone && !isOpen(app, named.run)) {
    agent.disconnect();
    if (named.run?.kind !== "recording") run.close();
    openNamedRun(app, named.run, saved?.name);
  }
  view.setState({ ...getNamedView(app, named), ...getUserSettings(view) });
  dialogs.setState({ open: getNamedDialog(named.view) });
  layout.getState().closeDrawer();
  getCardStore(app).getState().close();
  showNamedPlaces(app, named);
  showSavedDialog(app, saved);
  if (saved?.file && run.getState().source === null && !app.standsAlone) {
    showToast({ text: `“${saved.file}” was opened from a file. Open the file again to view it.` });
  }
}

/** The dialog that is part of the URL. */
function getNamedDialog({ openRule, openSettings, isTapOpen }: View): DialogId | null {
  if (openRule !== null) return "rules";
  if (openSettings !== null) return "settings";
  return isTapOpen ? "tap" : null;
}

function isOpen(app: AppContext, named: NamedRun | null): boolean {
  const { source } = app.run.getState();
  if (source?.kind === "recording") return named?.kind === "recording" && named.id === source.id;
  if (source === null || named === null) return source === named;
  return named.kind === "file" && named.id === app.actions.getUnsavedLogId(source.file);
}

export function showSavedDialog(app: AppContext, value: unknown): void {
  const saved = value as SavedEntry | undefined;
  if (saved?.hasCard) getCardStore(app).setState({ page: AGENT_CARD_PAGE });
  const id = saved?.dialog;
  if (id && app.dialogTable[id]?.survivesReload) app.dialogs.setState({ open: id });
}
