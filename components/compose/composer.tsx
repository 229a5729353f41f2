"use client";
// The composer: a bar below the rows, of one line until it is used. While a request is edited, the
// editor has its place beside the rows.
import { useAgent } from "../session.tsx";
import { keepClearOfToasts } from "../ui/toast.tsx";
import { useComposeStore } from "./compose-store.ts";
import { ComposerSection } from "./composer-section.tsx";
import { MessageComposer } from "./message-composer.tsx";

export function Composer() {
  const endpoint = useAgent((state) => state.endpoint);
  const isEditing = useComposeStore(({ raw }) => raw !== null);
  if (!endpoint || isEditing) return null;
  return (
    <ComposerSection
      key={endpoint.url}
      ref={keepClearOfToasts}
      className="flex-none border-t border-line-2 px-3 py-2 max-phone:p-2"
    >
      <MessageComposer />
    </ComposerSection>
  );
}
