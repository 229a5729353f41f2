"use client";
// Every operation of the protocol but saying something: chosen, filled in, sent, and what came of it.
import { useState } from "react";
import type { Call } from "../../lib/protocol/call.ts";
import { isOver } from "../../lib/session/run-facts.ts";
import { useDesk, useScreen } from "../command/desk.tsx";
import type { OperationWish } from "../command/screen-state.ts";
import { useAgent } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ask } from "./ask.ts";
import { type Asked, callFrom, type Fields, isWrong, NO_FIELDS } from "./fields.ts";
import { Inboxes, type OpenInbox } from "./inboxes.tsx";
import { OperationForm } from "./operation-form.tsx";
import { OperationList } from "./operation-list.tsx";
import { Outcome } from "./outcome.tsx";

/** What is typed outlives the dialog's closing. */
export default function OperationsDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}) {
  const desk = useDesk();
  const wish = useScreen((state) => state.wish);
  const problem = useAgent((agent) => agent.sendProblem);
  const [taken, setTaken] = useState<OperationWish | null>(null);
  const [operation, setOperation] = useState<Asked>("get");
  const [fields, setFields] = useState(NO_FIELDS);
  /** The newest exchange of each operation. */
  const [sent, setSent] = useState<Partial<Record<Asked, string>>>({});
  if (wish !== taken) {
    setTaken(wish);
    if (wish?.operation) setOperation(wish.operation);
    const { timeline } = desk.run.getState();
    // What was offered before gives way to the task of now; what was typed stays while it is of use.
    const isOffered = fields.taskId === "" || fields.taskId === taken?.taskId;
    const isPast = isOver(timeline, fields.taskId) && !isOver(timeline, wish?.taskId ?? "");
    if (wish && (wish.operation || isOffered || isPast)) {
      setFields({ ...fields, taskId: wish.taskId });
    }
  }
  const [inboxes, setInboxes] = useState<readonly OpenInbox[]>([]);
  const change = (part: Partial<Fields>) => setFields((now) => ({ ...now, ...part }));
  const send = async (call: Call) => {
    // What came of it before is not what comes of it now.
    setSent(({ [call.operation as Asked]: _, ...others }) => others);
    const exchange = await ask(desk, call);
    if (exchange !== null) setSent((now) => ({ ...now, [call.operation]: exchange }));
  };
  const nextPage = (pageToken: string) => {
    const call = callFrom("list", { ...fields, pageToken });
    change({ pageToken });
    if (!isWrong(call)) void send(call);
  };
  const exchangeId = sent[operation];
  return (
    <Dialog open={open} onClose={onClose} title="Operations" className="operations">
      <div className="operations-panes">
        <OperationList operation={operation} onChoose={setOperation} />
        <div className="operations-pane">
          <OperationForm
            key={operation}
            operation={operation}
            fields={fields}
            onChange={change}
            onSend={(call) => void send(call)}
          />
          {problem && (
            <Banner
              severity="error"
              who={problem.who}
              title={problem.title}
              remedy={problem.remedy ?? undefined}
              onClose={desk.agent.dismissProblem}
            >
              {problem.what}
            </Banner>
          )}
          {operation === "push-set" && (
            <Inboxes
              inboxes={inboxes}
              onOpened={(inbox, shown) => {
                setInboxes((now) => [...now, inbox]);
                change(shown);
              }}
            />
          )}
          {exchangeId !== undefined && (
            <Outcome
              key={exchangeId}
              exchangeId={exchangeId}
              onNextPage={nextPage}
              onAsk={(asked, taskId, configId) => {
                change({ taskId, configId });
                setOperation(asked);
              }}
              onClose={onClose}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}
