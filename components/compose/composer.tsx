"use client";
// Say something to the agent: names the target task and the method before it sends.
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { methodName } from "../../lib/protocol/encode/operations.ts";
import type { Version } from "../../lib/protocol/versions.ts";
import { onSignal } from "../../lib/session/signals.ts";
import { useDesk } from "../command/desk.tsx";
import { useAgent, useRun } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { Select } from "../ui/select.tsx";
import { CopyCurl } from "./copy-curl.tsx";
import { Extensions } from "./extensions.tsx";
import { IdleLimit } from "./idle-limit.tsx";
import { LiveActions } from "./live-actions.tsx";
import { RequestPreview } from "./request-preview.tsx";
import { targetOptions } from "./target.ts";
import { type Draft, useDraft } from "./use-draft.ts";

const VERSIONS: readonly Version[] = ["1.0", "0.3", "0.2", "0.1"];

export function Composer() {
  const endpoint = useAgent((state) => state.endpoint);
  if (!endpoint) return null;
  return <ConnectedComposer key={endpoint.url} />;
}

function ConnectedComposer() {
  const draft = useDraft();
  const [showsRequest, setShowsRequest] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const { text, sending } = draft;
  useFocusAtStart(box);
  useSignals(draft, box);
  const onKeyDown = (event: KeyboardEvent) => {
    const delta = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (delta !== -1 && delta !== 1) return;
    if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    if (draft.recall(delta)) event.preventDefault();
  };
  return (
    <section className="composer-bar" aria-label="Composer">
      <NotSent onRetry={() => void draft.send()} />
      <form
        className="composer"
        data-filled={text !== "" || undefined}
        onSubmit={(event) => {
          event.preventDefault();
          void draft.send().then(() => box.current?.focus());
        }}
      >
        <TextArea
          ref={box}
          label="Message"
          placeholder={usePlaceholder(draft)}
          value={text}
          readOnly={sending}
          dir="auto"
          onChange={draft.setText}
          onKeyDown={onKeyDown}
        />
        <div className="composer-tools">
          <span className="composer-choices">
            <Choices draft={draft} />
            <Button
              aria-expanded={showsRequest}
              icon={showsRequest ? "chevron-down" : "chevron-right"}
              onClick={() => setShowsRequest(!showsRequest)}
            >
              Request
            </Button>
          </span>
          <span className="composer-end">
            <CopyCurl call={() => draft.call(crypto.randomUUID())} />
            <LiveActions />
            <Button type="submit" variant="primary" disabled={sending || text.trim() === ""}>
              {sending ? "Sending…" : "Send"} <Kbd keys="mod+enter" />
            </Button>
          </span>
        </div>
        {showsRequest && <RequestPreview call={draft.call()} />}
      </form>
    </section>
  );
}

function Choices({ draft }: { draft: Draft }) {
  const { agent } = useDesk();
  const stated = useAgent((state) => state.endpoint?.version ?? "1.0");
  const version = useAgent((state) => state.version) ?? stated;
  return (
    <>
      <Select
        label="Target"
        value={draft.target}
        onChange={draft.setTarget}
        options={targetOptions(draft.task)}
      />
      <Select
        label="Method"
        mono
        value={draft.operation}
        onChange={draft.setOperation}
        options={(["stream", "send"] as const).map((value) => ({
          value,
          label: methodName(value, version),
        }))}
      />
      <Select
        label="Protocol version"
        value={version}
        onChange={(value) => agent.chooseVersion(value)}
        options={VERSIONS.map((value) => ({ value, label: `A2A ${value}` }))}
      />
      <Extensions />
      <IdleLimit />
    </>
  );
}

/** What could not be sent stays typed, with the reason above it. */
function NotSent({ onRetry }: { onRetry: () => void }) {
  const { agent } = useDesk();
  const problem = useAgent((state) => state.sendProblem);
  if (!problem) return null;
  return (
    <Banner
      severity="error"
      who={problem.who}
      title={problem.title}
      remedy={problem.remedy ?? undefined}
      onClose={agent.dismissProblem}
      actions={
        <Button variant="outline" size={24} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {problem.what}
    </Banner>
  );
}

type Box = { readonly current: HTMLTextAreaElement | null };

/** Connected and silent: there is nothing to do but to write. */
function useFocusAtStart(box: Box) {
  const recording = useAgent((state) => state.recording);
  const { run } = useDesk();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each newly met agent is spoken to first
  useEffect(() => {
    const isSilent = run.getState().timeline.calls === 0;
    if (isSilent && !matchMedia("(pointer: coarse)").matches) box.current?.focus();
  }, [box, run, recording]);
}

function useSignals(draft: Draft, box: Box) {
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  useEffect(() => {
    const focus = () => box.current?.focus();
    const stops = [
      onSignal("focus-composer", focus),
      onSignal("new-conversation", () => {
        latest.current.setTarget("new");
        focus();
      }),
      onSignal("send-message", () => {
        focus();
        void latest.current.send();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [box]);
}

function usePlaceholder({ target, task }: Draft): string {
  const [example] = useAgent((state) => state.card?.examples) ?? [];
  const calls = useRun((run) => run.timeline.calls);
  if (target === "continue") return `Answer the ${task?.state ?? "current"} task…`;
  if (example === undefined || calls > 0) return "Message the agent…";
  return `Message the agent, for example “${example.slice(0, 80)}”`;
}
