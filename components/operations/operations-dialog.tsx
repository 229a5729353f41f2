"use client";
// Every operation of the protocol but saying something: chosen, filled in, sent, and what came of it.
import { useState } from "react";
import type { Call } from "../../lib/protocol/call.ts";
import { isTaskFinished } from "../../lib/session/run-selectors.ts";
import { useAppContext, useScreen } from "../app-context.tsx";
import type { OperationChoice } from "../app-shell/screen-state.ts";
import { useAgent } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Inboxes, type OpenInbox } from "./inboxes.tsx";
import {
  EMPTY_FIELDS,
  type FormOperation,
  isFieldError,
  type OperationFields,
  parseOperationCall,
} from "./operation-fields.ts";
import { OperationForm } from "./operation-form.tsx";
import { OperationList } from "./operation-list.tsx";
import { OperationResult } from "./operation-result.tsx";
import { sendOperation } from "./send-operation.ts";

/** What is typed outlives the dialog's closing. */
export default function OperationsDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}) {
  const desk = useAppContext();
  const wish = useScreen((state) => state.operationChoice);
  const problem = useAgent((agent) => agent.sendProblem);
  const [taken, setTaken] = useState<OperationChoice | null>(null);
  const [operation, setOperation] = useState<FormOperation>("get");
  const [fields, setFields] = useState(EMPTY_FIELDS);
  /** The newest exchange of each operation. */
  const [sent, setSent] = useState<Partial<Record<FormOperation, string>>>({});
  if (wish !== taken) {
    setTaken(wish);
    if (wish?.operation) setOperation(wish.operation);
    const { timeline } = desk.run.getState();
    // What was offered before gives way to the task of now; what was typed stays while it is of use.
    const isOffered = fields.taskId === "" || fields.taskId === taken?.taskId;
    const isPast =
      isTaskFinished(timeline, fields.taskId) && !isTaskFinished(timeline, wish?.taskId ?? "");
    if (wish && (wish.operation || isOffered || isPast)) {
      setFields({ ...fields, taskId: wish.taskId });
    }
  }
  const [inboxes, setInboxes] = useState<readonly OpenInbox[]>([]);
  const change = (part: Partial<OperationFields>) => setFields((now) => ({ ...now, ...part }));
  const send = async (call: Call) => {
    // What came of it before is not what comes of it now.
    setSent(({ [call.operation as FormOperation]: _, ...others }) => others);
    const exchange = await sendOperation(desk, call);
    if (exchange !== null) setSent((now) => ({ ...now, [call.operation]: exchange }));
  };
  const nextPage = (pageToken: string) => {
    const call = parseOperationCall("list", { ...fields, pageToken });
    change({ pageToken });
    if (!isFieldError(call)) void send(call);
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
            <OperationResult
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
