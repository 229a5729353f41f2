"use client";
// The reply to a question of the agent: its fields, and actions to send or copy it, preview its
// request, or read why it cannot be sent.
import { type ReactNode, useState } from "react";
import type { ReplyContent } from "../../lib/dialects/payloads/reply.ts";
import { useEventFormatter } from "../labels/use-event-formatter.ts";
import { useServerFeatures } from "../server-features.ts";
import { useSession } from "../session.tsx";
import { announce } from "../ui/announce.ts";
import { Button, type ButtonVariant } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { truncateText } from "./agent-text.tsx";
import { type InspectedQuestion, useAgentQuestion } from "./use-agent-question.ts";

/** Fields one below the other. */
export const REPLY_STACK = "grid min-w-0 grid-cols-1 gap-2.5";
/** A field with what belongs to it. */
export const REPLY_ITEM = "grid min-w-0 grid-cols-1 gap-1";
export const REPLY_FIELD_WIDTH = "max-w-105";
export const REPLY_FIELD = `w-full ${REPLY_FIELD_WIDTH}`;

interface ReplyAction {
  readonly label: string;
  readonly variant: ButtonVariant;
  /** The reply with the current input. */
  readonly createReply: () => ReplyContent;
}

interface ReplyBarProps {
  inspected: InspectedQuestion;
  /** Submitting the form runs the first one. */
  actions: readonly [ReplyAction, ...ReplyAction[]];
  /** Called once the reply is sent: the input can be cleared. */
  onSent?: () => void;
  children?: ReactNode;
}

export function ReplyBar({ inspected, actions, onSent, children }: ReplyBarProps) {
  const { agent, view } = useSession();
  const features = useServerFeatures();
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
      className={REPLY_STACK}
      onSubmit={(event) => {
        event.preventDefault();
        // With several actions, Enter must not choose one.
        if (actions.length === 1) void send(first);
      }}
    >
      {children}
      {unsendableReason !== null && <p className="text-fg-3">Can’t reply. {unsendableReason}</p>}
      <div className="flex flex-wrap items-center gap-1">
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
        {features && unsendableReason === null && chosen && (
          <features.CopyCurlButton
            call={() => question.createCall(chosen.createReply(), crypto.randomUUID())}
          />
        )}
        {actions.map(({ label, createReply }) => (
          <CopyButton key={label} text={() => formatReply(createReply())} what="reply">
            {actions.length === 1 ? "Copy reply" : `Copy “${label}”`}
          </CopyButton>
        ))}
      </div>
      {features && previewed && unsendableReason === null && (
        <>
          {actions.length > 1 && (
            <SegmentedControl
              label="Reply to preview"
              options={actions.map(({ label }) => ({ value: label, label }))}
              value={previewed.label}
              onChange={setShown}
            />
          )}
          <features.RequestPreview
            className="mx-1.25 mb-1.25 max-h-65"
            call={question.createCall(previewed.createReply())}
          />
        </>
      )}
    </form>
  );
}

interface ReplyFieldProps {
  label: string;
  /** Type or ID of the field. */
  type: string;
  required?: boolean;
  description: string | null;
  children: ReactNode;
}

export function ReplyField(props: ReplyFieldProps) {
  const { label, type, required = false, description, children } = props;
  return (
    <div className={REPLY_ITEM}>
      <p>
        <span className="font-medium wrap-anywhere text-fg-1" dir="auto">
          {label}
        </span>
        {required && <span className="text-fg-3"> required</span>}
        <span className="mono ml-2 text-11/4.5 text-fg-3">{type}</span>
      </p>
      {description !== null && (
        <p className="text-fg-3" dir="auto">
          {truncateText(description)}
        </p>
      )}
      {children}
    </div>
  );
}

function RepliedNotice({ inspected }: { inspected: InspectedQuestion }) {
  const { view } = useSession();
  const { replyItem } = useAgentQuestion(inspected);
  const { time } = useEventFormatter(inspected.timeline);
  if (!replyItem) return null;
  const at = time(replyItem.time);
  return (
    <p className="flex flex-wrap items-center gap-2 text-fg-2" data-hue="ok" role="status">
      <strong className="text-hue">Answered</strong>
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
