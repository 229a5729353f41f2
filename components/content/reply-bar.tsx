"use client";
// Under a question: the ways to answer it, exactly the request each makes, or why none can be sent.
import { useState } from "react";
import type { ReplyContent } from "../../lib/dialects/payloads/reply.ts";
import { CopyCurlButton } from "../compose/copy-curl.tsx";
import { RequestPreview } from "../compose/request-preview.tsx";
import { useEventFormatter } from "../inspect/use-event-formatter.ts";
import { useSession } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Button, type ButtonVariant } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { type InspectedQuestion, useAgentQuestion } from "./use-agent-question.ts";

export interface ReplyAction {
  readonly label: string;
  readonly variant: ButtonVariant;
  /** The answer as it stands. */
  readonly createReply: () => ReplyContent;
}

export interface ReplyBarProps {
  inspected: InspectedQuestion;
  /** The first is what submitting the form means. */
  ways: readonly [ReplyAction, ...ReplyAction[]];
  /** Sent; nothing need be kept. */
  onSent?: () => void;
  children?: React.ReactNode;
}

export function ReplyBar({ inspected, ways, onSent, children }: ReplyBarProps) {
  const { agent, view } = useSession();
  const question = useAgentQuestion(inspected);
  const [shown, setShown] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [first] = ways;
  const previewed = ways.find(({ label }) => label === shown);
  // Where there is a choice, the preview says which request is meant.
  const chosen = ways.length === 1 ? first : previewed;
  const { unsendableReason } = question;
  if (question.replyItem) return <RepliedNotice inspected={inspected} />;
  const send = async ({ createReply: answer }: ReplyAction) => {
    if (isSending || unsendableReason !== null) return;
    setSending(true);
    const exchange = await agent.send(question.createCall(answer(), crypto.randomUUID()));
    setSending(false);
    if (exchange === null) return;
    onSent?.();
    announce("Answer sent");
    view.setState({ following: true, scope: "all", cursor: null, zoom: null });
  };
  return (
    <form
      className="said-form"
      onSubmit={(event) => {
        event.preventDefault();
        // Where there is a choice, the Enter key must not make it.
        if (ways.length === 1) void send(first);
      }}
    >
      {children}
      {unsendableReason !== null && (
        <p className="said-refusal">Cannot be sent. {unsendableReason}</p>
      )}
      <div className="said-actions">
        {unsendableReason === null &&
          ways.map((way) => (
            <Button
              key={way.label}
              type={ways.length === 1 ? "submit" : "button"}
              variant={way.variant}
              disabled={isSending}
              onClick={ways.length === 1 ? undefined : () => void send(way)}
            >
              {isSending ? "Sending…" : way.label}
            </Button>
          ))}
        {unsendableReason === null && (
          <Button
            aria-expanded={shown !== null}
            icon={shown === null ? "chevron-right" : "chevron-down"}
            onClick={() => setShown(shown === null ? first.label : null)}
          >
            Answer’s request
          </Button>
        )}
        {unsendableReason === null && chosen && (
          <CopyCurlButton
            call={() => question.createCall(chosen.createReply(), crypto.randomUUID())}
          />
        )}
        {ways.map(({ label, createReply: answer }) => (
          <CopyButton key={label} text={() => formatReply(answer())} what="answer">
            {ways.length === 1 ? "Copy answer" : `Copy “${label}”`}
          </CopyButton>
        ))}
      </div>
      {previewed && unsendableReason === null && (
        <>
          {ways.length > 1 && (
            <SegmentedControl
              label="Which answer"
              options={ways.map(({ label }) => ({ value: label, label }))}
              value={previewed.label}
              onChange={setShown}
            />
          )}
          <RequestPreview call={question.createCall(previewed.createReply())} />
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
        Go to the answer
      </Button>
    </p>
  );
}

/** What the message would say, as a message says it. */
function formatReply({ parts, metadata, extensions }: ReplyContent): string {
  const hasMore = Object.keys(metadata).length > 0;
  return JSON.stringify({ parts, ...(hasMore && { metadata, extensions }) }, null, 2);
}
