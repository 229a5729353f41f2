"use client";
// Say something to the agent: a message, or a request that is edited in its place.
import { signal } from "../../lib/session/signals.ts";
import { useScreen } from "../command/desk.tsx";
import { leaveField } from "../command/leave-field.ts";
import { useAgent } from "../session.tsx";
import { lazily } from "../ui/lazily.tsx";
import { MessageComposer } from "./message-composer.tsx";
import { NotSent } from "./not-sent.tsx";

const RawEditor = lazily(() => import("./raw-editor.tsx"));

export function Composer() {
  const endpoint = useAgent((state) => state.endpoint);
  if (!endpoint) return null;
  return <ConnectedComposer key={endpoint.url} />;
}

/** The message being written, or the request being edited in its place. */
function ConnectedComposer() {
  const raw = useScreen((state) => state.raw);
  return (
    <section className="composer-bar" aria-label="Composer" onKeyDown={leaveField}>
      {raw ? (
        <>
          <NotSent onRetry={() => signal("send-message")} />
          <RawEditor key={raw.sentIn} raw={raw} />
        </>
      ) : (
        <MessageComposer />
      )}
    </section>
  );
}
