"use client";
// What stands in the inspector's place while a request is edited: the editor, which loads with the first.
import type { ReactNode } from "react";
import { useAgent } from "../session.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { useComposeStore } from "./compose-store.ts";
import { ComposerSection } from "./composer-section.tsx";

const RequestEditor = createLazyComponent(() => import("./request-editor.tsx"));

/** The editor, else `children`. */
export function RequestPane({ children }: { children: ReactNode }) {
  const endpoint = useAgent((state) => state.endpoint);
  const raw = useComposeStore((compose) => compose.raw);
  if (!endpoint || !raw) return children;
  return (
    <ComposerSection key={endpoint.url} className="h-full p-3">
      <RequestEditor key={raw.sentIn} raw={raw} />
    </ComposerSection>
  );
}
