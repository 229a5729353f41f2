"use client";
// Composer bar: the message composer, or the editor of a raw request in its place.
import { emitUiEvent } from "../../lib/session/ui-events.ts";
import { leaveField } from "../leave-field.ts";
import { useAgent, useRun } from "../session.tsx";
import { createLazyComponent } from "../ui/lazy-component.tsx";
import { useComposeStore } from "./compose-store.ts";
import { MessageComposer } from "./message-composer.tsx";
import { SendFailed } from "./send-failed.tsx";

const RequestEditor = createLazyComponent(() => import("./request-editor.tsx"));

export function Composer() {
  const endpoint = useAgent((state) => state.endpoint);
  if (!endpoint) return null;
  return <ConnectedComposer key={endpoint.url} />;
}

function ConnectedComposer() {
  const raw = useComposeStore((compose) => compose.raw);
  const isHeldElsewhere = useRun((run) => run.live && run.isHeldElsewhere);
  return (
    <section
      className="grid flex-none gap-2 border-t border-line-2 bg-bg-1 px-3 pt-2 pb-2.5 max-phone:p-2"
      aria-label="Composer"
      onKeyDown={leaveField}
    >
      {isHeldElsewhere && (
        <p className="text-12 text-fg-3">
          Another process is recording this run. You can send when it has ended.
        </p>
      )}
      {raw ? (
        <>
          <SendFailed onRetry={() => emitUiEvent("send-message")} />
          <RequestEditor key={raw.sentIn} raw={raw} />
        </>
      ) : (
        <MessageComposer />
      )}
    </section>
  );
}
