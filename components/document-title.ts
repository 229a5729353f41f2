"use client";
// The title of the document: what is open and how it stands, for tabs, bookmarks and the browser's
// history.
import { useEffect } from "react";
import { ALL_RULES } from "../lib/session/view.ts";
import { useAgent, useView } from "./session.tsx";
import { boundText } from "./ui/bounded-text.ts";
import { useDialogTitle } from "./ui/dialog-title.ts";

const APP_NAME = "Loupe";

/** What a title keeps of each of its parts. */
const LONGEST_PART = 200;

/** From the most particular part to the name of the program. */
export function useDocumentTitle(parts: readonly (string | null)[]): void {
  const title = [...parts, APP_NAME]
    .flatMap((part) => (part ? [boundText(part, LONGEST_PART)] : []))
    .join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** What stands over the page: a dialog, or the page of a rule in it; `null` for nothing. */
export function useTopTitle(): string | null {
  const dialog = useDialogTitle();
  const rule = useView((view) => view.openRule);
  return dialog !== null && rule !== null && rule !== ALL_RULES ? `Rule ${rule}` : dialog;
}

/** The title of the start page. */
export function HomeTitle(): null {
  const phase = useAgent((agent) => agent.phase);
  const attempt =
    phase.kind === "connecting"
      ? `Connecting to ${phase.address}`
      : phase.kind === "failed"
        ? `Not connected to ${phase.address}`
        : null;
  useDocumentTitle([useTopTitle() ?? attempt]);
  return null;
}
