"use client";
// An approval request: the tool calls the agent wants to make, and the approve and reject actions.
import { useState } from "react";
import {
  type Approval,
  type ApprovalCall,
  createApprovalReply,
} from "../../lib/dialects/payloads/approval.ts";
import { FactList, type Facts } from "../ui/fact-list.tsx";
import { TextField } from "../ui/field.tsx";
import { QuestionHead, truncateText } from "./agent-text.tsx";
import { REPLY_FIELD, ReplyBar } from "./reply-bar.tsx";
import { ShowMore } from "./show-more.tsx";
import type { InspectedQuestion } from "./use-agent-question.ts";
import { ValueSection } from "./value-view.tsx";

export function ApprovalView({
  inspected,
  approval,
}: {
  inspected: InspectedQuestion;
  approval: Approval;
}) {
  const [reason, setReason] = useState("");
  const { title, description, calls, convention } = approval;
  return (
    <>
      <QuestionHead title={title} description={description} />
      <ShowMore
        items={calls}
        renderList={(items) => <div>{items}</div>}
        renderItem={(call, i) => <ApprovalCallView key={String(i)} call={call} />}
      />
      <ReplyBar
        inspected={inspected}
        actions={[
          {
            label: "Approve",
            variant: "primary",
            createReply: () => createApprovalReply(approval, "approve", reason),
          },
          {
            label: "Reject",
            variant: "danger",
            createReply: () => createApprovalReply(approval, "reject", reason),
          },
        ]}
        onSent={() => setReason("")}
      >
        {CONVENTIONS_WITH_REASON.has(convention) && (
          <TextField
            label="Reason"
            className={REPLY_FIELD}
            placeholder="Reason (optional)"
            value={reason}
            onChange={setReason}
          />
        )}
      </ReplyBar>
    </>
  );
}

/** The other conventions have no field for a reason. */
const CONVENTIONS_WITH_REASON: ReadonlySet<Approval["convention"]> = new Set([
  "kagent",
  "kagenti",
  "kagenti-tool",
]);

function ApprovalCallView({ call: { name, callId, server, args } }: { call: ApprovalCall }) {
  const facts: Facts = [["Tool", truncateText(name ?? "unnamed", 200)]];
  if (server !== null) facts.push(["Server", truncateText(server, 200)]);
  if (callId !== null) facts.push(["Call ID", truncateText(callId, 200)]);
  const isEmpty = args === null || (typeof args === "object" && Object.keys(args).length === 0);
  return (
    <>
      <FactList dense facts={facts} />
      {isEmpty ? (
        <p className="text-fg-3">No input.</p>
      ) : (
        <ValueSection label="Input" value={args} />
      )}
    </>
  );
}
