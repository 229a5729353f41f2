"use client";
// Text that may lie in a file or recording: the hook that reads it, and what is shown until it is there.
import { useMemo, useState, useSyncExternalStore } from "react";
import { TextRead, type TextReadState } from "../lib/session/text-read.ts";
import { Button } from "./ui/button.tsx";
import { EmptyState, Spinner } from "./ui/status.tsx";

/** `read` is repeated for each new function, and whenever what it needs has been loaded. */
export function useTextRead<T>(read: () => T): TextReadState<T> {
  const text = useMemo(() => new TextRead(read), [read]);
  return useSyncExternalStore(text.subscribe, text.getState, text.getState);
}

/** The newest text of one subject that could be read: an earlier one until the current one is loaded. */
export function useNewestRead<T>(read: TextReadState<T>, subject: object): T | null {
  const [newest, setNewest] = useState<{ readonly value: T; readonly subject: object } | null>(
    null,
  );
  if (read.kind !== "loaded") return newest?.subject === subject ? newest.value : null;
  const { value } = read;
  if (newest?.value !== value || newest.subject !== subject) setNewest({ value, subject });
  return value;
}

export type PendingRead = Exclude<TextReadState<unknown>, { readonly kind: "loaded" }>;

/** Text is mostly there at once, so nothing flickers before it. */
const SHOWN_LATE = "opacity-100 transition-opacity delay-200 starting:opacity-0";

/** Fills the place of the text. */
export function PendingText({ read }: { read: PendingRead }) {
  if (read.kind === "loading") {
    return (
      <div className={`grid h-full place-items-center text-fg-3 ${SHOWN_LATE}`} aria-busy="true">
        <Spinner label="Loading text" />
      </div>
    );
  }
  return (
    <EmptyState
      icon="warning"
      title="Couldn't read this text"
      action={
        <Button size={24} variant="outline" onClick={read.retry}>
          Try again
        </Button>
      }
    >
      {read.reason}
    </EmptyState>
  );
}

/** Stands in a line of text, and is as high as one. */
export function PendingLine({ read }: { read: PendingRead }) {
  if (read.kind === "loading")
    return (
      <span className={SHOWN_LATE} aria-busy="true">
        …
      </span>
    );
  return (
    <button type="button" className="underline" title={read.reason} onClick={read.retry}>
      Couldn't read this text. Try again
    </button>
  );
}
