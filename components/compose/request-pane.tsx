"use client";
// What stands in the inspector's place while a request is edited: the editor, which loads with the first,
// and the inspector again as soon as a row is selected, or from its tab. What was edited stays.
import type { ReactNode } from "react";
import { useLayout } from "../app-context.tsx";
import { useAgent } from "../session.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { useComposeStore } from "./compose-store.ts";
import { ComposerSection } from "./composer-section.tsx";

const RequestEditor = createLazyComponent(() => import("./request-editor.tsx"));

const TABS = [
  { id: "request", label: "Request" },
  { id: "inspector", label: "Inspector" },
] as const;

/** The editor and `children`, each in a tab; without a request to edit, only `children`. */
export function RequestPane({ children }: { children: ReactNode }) {
  const endpoint = useAgent((state) => state.endpoint);
  const raw = useComposeStore((compose) => compose.raw);
  const { sideTab: tab, showSideTab } = useLayout((layout) => layout);
  if (!endpoint || !raw) return children;
  const isEditorShown = tab === "request";
  return (
    <div className="flex h-full min-h-0 flex-col bg-bg-1">
      <Tabs label="Beside the rows" items={TABS} value={tab} onChange={showSideTab}>
        {/* Stays mounted while hidden, to keep what was typed. */}
        <div hidden={!isEditorShown} className="flex min-h-0 flex-1 flex-col">
          <ComposerSection key={endpoint.url} className="h-full p-3">
            <RequestEditor key={raw.sentIn} raw={raw} />
          </ComposerSection>
        </div>
        {!isEditorShown && <div className="min-h-0 flex-1">{children}</div>}
      </Tabs>
    </div>
  );
}
