/** Events that ask one control of the page to take the focus or to act. */

export type UiEventName =
  | "focus-filter"
  | "focus-rows"
  | "show-timing"
  | "unsaved-logs-changed"
  | "focus-address"
  | "focus-composer"
  | "new-conversation"
  | "continue-task"
  | "send-message"
  | "attach-file"
  | "add-data"
  | "show-options"
  | "copy-request"
  | "copy-fetch"
  | "copy-python"
  | "copy-javascript-sdk"
  | "copy-python-sdk"
  | "edit-request"
  | "copy-request-secrets"
  | "library-changed"
  | "run-expected"
  | "write-note"
  | "next-note";

export function emitUiEvent(name: UiEventName): void {
  dispatchEvent(new CustomEvent(`loupe:${name}`));
}

/** Returns a function that removes the listener. */
export function onUiEvent(name: UiEventName, listener: () => void): () => void {
  addEventListener(`loupe:${name}`, listener);
  return () => removeEventListener(`loupe:${name}`, listener);
}
