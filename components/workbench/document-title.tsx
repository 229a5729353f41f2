"use client";
// What the title of the document says: the open dialog or rule, or what happens on the start page.
import { ALL_RULES } from "../../lib/session/view.ts";
import { useAgent, useView } from "../session.tsx";
import { DocumentTitle } from "../ui/document-title.tsx";
import { useDialogTitle } from "../ui/use-modal.ts";

/** The title of the open dialog or rule; `null` for none. */
export function useTopTitle(): string | null {
  const dialog = useDialogTitle();
  const rule = useView((view) => view.openRule);
  return dialog !== null && rule !== null && rule !== ALL_RULES ? `Rule ${rule}` : dialog;
}

/** The title of the start page. */
export function HomeTitle() {
  const phase = useAgent((agent) => agent.phase);
  const attempt =
    phase.kind === "connecting"
      ? `Connecting to ${phase.address}`
      : phase.kind === "failed"
        ? `Not connected to ${phase.address}`
        : null;
  return <DocumentTitle parts={[useTopTitle() ?? attempt]} />;
}
