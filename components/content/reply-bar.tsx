"use client";
// Actions below a question of the agent: send or copy a reply, preview its request, or read why no
// reply can be sent.
import { useState } from "react";
import type { ReplyContent } from "../../lib/dialects/payloads/reply.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { CopyCurlButton } from "../request/copy-curl.tsx";
import { RequestPreview } from "../request/request-preview.tsx";
import { useSession } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Button, type ButtonVariant } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { type InspectedQuestion, useAgentQuestion } from "./use-agent-question.ts";

export interface ReplyAction {
  readonly label: string;
  readonly variant: ButtonVariant;
  /** The reply with the current input. */
  readonly createReply: () => ReplyContent;
}

export interface ReplyBarProps {
  inspected: InspectedQuestion;
  /** Submitting the form runs the first one. */
  actions: readonly [ReplyAction, ...ReplyAction[]];
  /** Called once the reply is sent: the input can be cleared. */
  onSent?: () => void;
  children?: React.ReactNode;
}

export function ReplyBar({ inspected, actions, onSent, children }: ReplyBarProps) {
  const { agent, view } = useSession();
  const question = useAgentQuestion(inspected);
  const [shown, setShown] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [first] = actions;
  const previewed = actions.find(({ label }) => label === shown);
  // With several actions, the previewed one is copied.
  const chosen = actions.length === 1 ? first : previewed;
  const { unsendableReason } = question;
  if (question.replyItem) return <RepliedNotice inspected={inspected} />;
  const send = async ({ createReply }: ReplyAction) => {
    if (isSending || unsendableReason !== null) return;
    setSending(true);
    const exchange = await agent.send(question.createCall(createReply(), crypto.randomUUID()));
    setSending(false);
    if (exchange === null) return;
    onSent?.();
    announce("Reply sent");
    view.setState({ following: true, scope: "all", cursor: null, zoom: null });
  };
  return (
    <form
      className="said-form"
      onSubmit={(event) => {
        event.preventDefault();
        // With several actions, Enter must not choose one.
        if (actions.length === 1) void send(first);
      }}
    >
      {children}
      {unsendableReason !== null && <p className="said-refusal">Can’t reply. {unsendableReason}</p>}
      <div className="said-actions">
        {unsendableReason === null &&
          actions.map((action) => (
            <Button
              key={action.label}
              type={actions.length === 1 ? "submit" : "button"}
              variant={action.variant}
              disabled={isSending}
              onClick={actions.length === 1 ? undefined : () => void send(action)}
            >
              {isSending ? "Sending…" : action.label}
            </Button>
          ))}
        {unsendableReason === null && (
          <Button
            aria-expanded={shown !== null}
            icon={shown === null ? "chevron-right" : "chevron-down"}
            onClick={() => setShown(shown === null ? first.label : null)}
          >
            Preview request
          </Button>
        )}
        {unsendableReason === null && chosen && (
          <CopyCurlButton
            call={() => question.createCall(chosen.createReply(), crypto.randomUUID())}
          />
        )}
        {actions.map(({ label, createReply }) => (
          <CopyButton key={label} text={() => formatReply(createReply())} what="reply">
            {actions.length === 1 ? "Copy reply" : `Copy “${label}”`}
          </CopyButton>
        ))}
      </div>
      {previewed && unsendableReason === null && (
        <>
          {actions.length > 1 && (
            <SegmentedControl
              label="Reply to preview"
              options={actions.map(({ label }) => ({ value: label, label }))}
              value={previewed.label}
              onChange={setShown}
            />
          )}
          <RequestPreview
            className="mx-1.25 mb-1.25 max-h-65"
            call={question.createCall(previewed.createReply())}
          />
        </>
      )}
    </form>
  );
}

function RepliedNotice({ inspected }: { inspected: InspectedQuestion }) {
  const { view } = useSession();
  const { replyItem } = useAgentQuestion(inspected);
  const { time } = useEventFormatter(inspected.timeline);
  if (!replyItem) return null;
  const at = time(replyItem.time);
  return (
    <p className="said-answered" data-hue="ok" role="status">
      <strong>Answered</strong>
      {at !== "" && <span>{at}</span>}
      <Button size={24} onClick={() => view.setState({ selected: replyItem.index, event: null })}>
        Go to reply
      </Button>
    </p>
  );
}

/** The message fields that the reply would set, as JSON. */
function formatReply({ parts, metadata, extensions }: ReplyContent): string {
  const hasMore = Object.keys(metadata).length > 0;
  return JSON.stringify({ parts, ...(hasMore && { metadata, extensions }) }, null, 2);
}
