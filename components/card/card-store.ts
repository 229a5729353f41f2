/** Store of the card shown in place of the timeline. */
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { useAppContext } from "../app-context.tsx";
import { defineStore } from "../app-shell/define-store.ts";
import { isNarrowScreen } from "../app-shell/layout.ts";

export interface CardPage {
  /** A pasted or opened card; `null` for the agent's. */
  readonly given: { readonly name: string; readonly text: string } | null;
  /** Key of the selected finding. */
  readonly finding: string | null;
  /** Show the text exactly as received, not formatted. */
  readonly asReceived: boolean;
  /** Public keys for checking the card's signatures. */
  readonly keys: string;
}

export const AGENT_CARD_PAGE: CardPage = {
  given: null,
  finding: null,
  asReceived: false,
  keys: "",
};

interface CardState {
  /** `null` while the timeline is shown. */
  readonly page: CardPage | null;
}

interface CardActions {
  showAgentCard(): void;
  /** Shows the agent's card, or the timeline again. */
  toggleAgentCard(): void;
  /** Shows a pasted or opened card, valid or not. */
  openGiven(name: string, text: string): void;
  update(change: Partial<CardPage>): void;
  /** Shows the timeline again. */
  showTimeline(): void;
  /** Leaves the panes as they are. */
  close(): void;
}

type CardStore = StoreApi<CardState & CardActions>;

export const getCardStore = defineStore(({ view, layout }): CardStore => {
  /** In place of the selected row, whose inspector would cover it. */
  const showPane = () => {
    view.setState({ selected: null, event: null });
    layout.getState().closeSheet();
    layout.getState().showPane("card");
  };
  return createStore((set, get) => ({
    page: null,
    showAgentCard() {
      set({ page: AGENT_CARD_PAGE });
      layout.getState().showPane("card");
    },
    toggleAgentCard() {
      const isShown = get().page !== null && !isNarrowScreen();
      set({ page: isShown ? null : AGENT_CARD_PAGE });
      showPane();
    },
    openGiven(name, text) {
      set({ page: { ...AGENT_CARD_PAGE, given: { name, text } } });
      showPane();
    },
    update: (change) => set({ page: { ...(get().page ?? AGENT_CARD_PAGE), ...change } }),
    showTimeline() {
      set({ page: null });
      layout.getState().showTimeline();
    },
    close: () => set({ page: null }),
  }));
});

export function useCardStore<T>(select: (card: CardState & CardActions) => T): T {
  return useStore(getCardStore(useAppContext()), select);
}
