// Keys and focus of the message box.
import { type KeyboardEvent, useEffect } from "react";
import type { RunStore } from "../../lib/session/run.ts";
import type { SendKeys } from "../../lib/session/settings.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent } from "../session.tsx";

interface MessageKeys {
  /** Ctrl+Enter is a command of the page and always sends. */
  keys: SendKeys;
  /** Puts an earlier message into the box; returns false if there is none. */
  recall: (delta: -1 | 1) => boolean;
  send: () => unknown;
}

export function createMessageKeyHandler({ keys, recall, send }: MessageKeys) {
  return (event: KeyboardEvent) => {
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" && keys === "enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    }
    const delta = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if ((delta === -1 || delta === 1) && recall(delta)) event.preventDefault();
  };
}

type MessageBoxRef = { readonly current: HTMLTextAreaElement | null };

/** The recording for which the text box was focused last. A layout change must not focus it again. */
const focusedAgents = new WeakMap<RunStore, string | null>();

/** Focuses the text box after connecting, as long as nothing was sent. */
export function useFocusAtStart(box: MessageBoxRef) {
  const recording = useAgent((state) => state.recording);
  const { run } = useAppContext();
  useEffect(() => {
    if (focusedAgents.get(run) === recording) return;
    focusedAgents.set(run, recording);
    const isEmpty = run.getState().timeline.calls === 0;
    if (isEmpty && !matchMedia("(pointer: coarse)").matches) box.current?.focus();
  }, [box, run, recording]);
}
