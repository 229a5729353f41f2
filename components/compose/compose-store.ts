/** Store of the composer's input: the unsent message, and the request in the editor. */
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { useAppContext } from "../app-context.tsx";
import { defineStore } from "../app-shell/define-store.ts";
import type { AppContext } from "../app-shell/feature.ts";
import type { EditableRequest } from "../request/editable-request.ts";
import { showToast } from "../ui/toast.tsx";
import {
  EMPTY_MESSAGE_INPUT,
  type MessageInput,
  resetMessageInput,
  restoreUnsent,
  type UnsentMessage,
} from "./message-input.ts";

interface ComposeState extends UnsentMessage {
  /** The request in the editor; `null` in the message composer. */
  readonly raw: EditableRequest | null;
}

interface ComposeActions {
  setDraft(draft: string): void;
  updateInput(changed: Partial<MessageInput>): void;
  /** Clears the box at once, so that the next message can be typed. Returns what was taken. */
  takeMessage(): TakenMessage;
  /** Opens the editor in the inspector's place. */
  editRequest(raw: EditableRequest): void;
  /** Changes the request in the editor; ignored once the editor is closed. */
  updateRequest(changed: Partial<EditableRequest>): void;
  closeEditor(): void;
}

interface TakenMessage extends UnsentMessage {
  /** Puts it back, in front of anything that was typed since. */
  restore(): void;
}

type ComposeStore = StoreApi<ComposeState & ComposeActions>;

export const getComposeStore = defineStore((app): ComposeStore => {
  const store = createComposeStore(app);
  keepRequestsByAgent(app, store);
  return store;
});

function createComposeStore({ layout }: AppContext): ComposeStore {
  return createStore((set, get) => ({
    draft: "",
    messageInput: EMPTY_MESSAGE_INPUT,
    raw: null,
    setDraft: (draft) => set({ draft }),
    updateInput: (changed) => set({ messageInput: { ...get().messageInput, ...changed } }),
    takeMessage() {
      const { draft, messageInput } = get();
      const left = { draft: "", messageInput: resetMessageInput(messageInput) };
      const taken = { draft, messageInput };
      set(left);
      return { ...taken, restore: () => set(restoreUnsent(taken, left, get())) };
    },
    editRequest(raw) {
      set({ raw });
      layout.getState().showRequest();
    },
    updateRequest(changed) {
      const { raw } = get();
      if (raw !== null) set({ raw: { ...raw, ...changed } });
    },
    closeEditor() {
      set({ raw: null });
      layout.getState().closeSheet();
      layout.getState().showTimeline();
    },
  }));
}

/** The editor closes when another agent is connected, and opens again with its own. */
function keepRequestsByAgent({ agent, layout }: AppContext, store: ComposeStore): void {
  const requestsByUrl = new Map<string, EditableRequest | null>();
  let connected = agent.getState();
  agent.subscribe((next) => {
    const { card, endpoint } = connected;
    if (!next.endpoint) return;
    connected = next;
    // Another binding of an agent has the same card.
    const isSameAgent =
      next.endpoint.url === endpoint?.url || (card !== null && next.card === card);
    if (!endpoint || isSameAgent) return;
    const { raw } = store.getState();
    requestsByUrl.set(endpoint.url, raw);
    store.setState({ raw: requestsByUrl.get(next.endpoint.url) ?? null });
    layout.getState().showSideTab("request");
    if (raw && isEdited(raw)) {
      showToast({ text: `The edited request opens again with ${card?.name || endpoint.url}` });
    }
  });
}

export function useComposeStore<T>(select: (compose: ComposeState & ComposeActions) => T): T {
  return useStore(getComposeStore(useAppContext()), select);
}

export const isEdited = (raw: EditableRequest): boolean =>
  (["method", "url", "headers", "body"] as const).some((part) => raw[part] !== raw.original[part]);
