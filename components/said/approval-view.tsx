"use client";
// Leave that an agent asks for: what it would do, with what, and the two ways to answer.
import { useState } from "react";
import {
  type Approval,
  type ApprovalCall,
  createApprovalReply,
} from "../../lib/dialects/payloads/approval.ts";
import { FactList, type Facts } from "../inspect/entry-facts.tsx";
import { TextField } from "../ui/field.tsx";
import { AnswerBar } from "./answer-bar.tsx";
import { Most } from "./most.tsx";
import { short } from "./short.ts";
import type { Asked } from "./use-question.ts";
import { ValueView } from "./value-view.tsx";

export function ApprovalView({ inspected, approval }: { inspected: Asked; approval: Approval }) {
  const [reason, setReason] = useState("");
  const { title, description, calls, convention: way } = approval;
  return (
    <>
      {title !== null && (
        <p className="said-question" dir="auto">
          {short(title)}
        </p>
      )}
      {description !== null && (
        <p className="said-lines" dir="auto">
          {short(description)}
        </p>
      )}
      <Most
        of={calls}
        list={(items) => <div>{items}</div>}
        each={(call, i) => <CallView key={String(i)} call={call} />}
      />
      <AnswerBar
        inspected={inspected}
        ways={[
          {
            label: "Approve",
            variant: "primary",
            answer: () => createApprovalReply(approval, "approve", reason),
          },
          {
            label: "Reject",
            variant: "danger",
            answer: () => createApprovalReply(approval, "reject", reason),
          },
        ]}
        onSent={() => setReason("")}
      >
        {GIVES_REASONS.has(way) && (
          <TextField
            label="Reason"
            placeholder="Reason, if there is one"
            value={reason}
            onChange={setReason}
          />
        )}
      </AnswerBar>
    </>
  );
}

/** The other ways of asking have no place for a reason. */
const GIVES_REASONS: ReadonlySet<Approval["convention"]> = new Set([
  "kagent",
  "kagenti",
  "kagenti-tool",
]);

function CallView({ call: { name, callId, server, args } }: { call: ApprovalCall }) {
  const facts: Facts = [["Calls", short(name ?? "not named", 200)]];
  if (server !== null) facts.push(["On", short(server, 200)]);
  if (callId !== null) facts.push(["Call id", short(callId, 200)]);
  const isEmpty = args === null || (typeof args === "object" && Object.keys(args).length === 0);
  return (
    <>
      <FactList facts={facts} />
      {isEmpty ? (
        <p className="text-fg-3">Without input.</p>
      ) : (
        <section className="tool-given" aria-label="Input">
          <h3>Input</h3>
          <ValueView label="Input" value={args} />
        </section>
      )}
    </>
  );
}
