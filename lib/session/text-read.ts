/**
 * Store of one read of text that may lie in a file: it loads what is missing while somebody
 * subscribes, and repeats a failed read on request.
 */

import { getErrorMessage } from "../text/error-message.ts";
import { readWhenLoaded, TextNotLoaded } from "../wire/text-source.ts";

export type TextReadState<T> =
  | { readonly kind: "loading" }
  | { readonly kind: "loaded"; readonly value: T }
  | { readonly kind: "failed"; readonly reason: string; readonly retry: () => void };

const LOADING = { kind: "loading" } as const;

export class TextRead<T> {
  readonly #read: () => T;
  readonly #listeners = new Set<() => void>();
  #state: TextReadState<T>;
  #isLoading = false;

  /** Throws what `read` throws, unless its text is not loaded. */
  constructor(read: () => T) {
    this.#read = read;
    this.#state = readNow(read);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#state.kind === "loading") this.#load();
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): TextReadState<T> => this.#state;

  #load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const retry = () => {
      this.#setState(LOADING);
      this.#load();
    };
    const settle = (state: TextReadState<T>) => {
      this.#isLoading = false;
      this.#setState(state);
    };
    readWhenLoaded(this.#read).then(
      (value) => settle({ kind: "loaded", value }),
      (error: unknown) =>
        settle({
          kind: "failed",
          reason: getErrorMessage(error),
          retry,
        }),
    );
  }

  #setState(state: TextReadState<T>): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

function readNow<T>(read: () => T): TextReadState<T> {
  try {
    return { kind: "loaded", value: read() };
  } catch (error) {
    if (error instanceof TextNotLoaded) return LOADING;
    throw error;
  }
}
