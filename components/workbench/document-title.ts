"use client";
// Document title with what is open and its status, for tabs, bookmarks and the browser history.
import { useEffect } from "react";
import { ALL_RULES } from "../../lib/session/view.ts";
import { useAgent, useView } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { useDialogTitle } from "../ui/use-modal.ts";

const APP_NAME = "Loupe";

/** Maximum length of each part of a title. */
const MAX_PART_LENGTH = 200;

/** Parts go from the most specific to the app name. */
export function useDocumentTitle(parts: readonly (string | null)[]): void {
  const title = [...parts, APP_NAME]
    .flatMap((part) => (part ? [boundText(part, MAX_PART_LENGTH)] : []))
    .join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** The title of the open dialog or rule; `null` for none. */
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
