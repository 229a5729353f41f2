"use client";
// Dialog for all operations except sending messages: choose, fill in, send, and see the result.
import { useState } from "react";
import type { Call } from "../../lib/protocol/call.ts";
import { getMethodName, getUndefinedReason } from "../../lib/protocol/encode/operations.ts";
import { isTaskFinished } from "../../lib/session/run-selectors.ts";
import { sendOperation } from "../../lib/session/send-operation.ts";
import { useAppContext, useDialogParameters } from "../app-context.tsx";
import type { OperationChoice } from "../app-shell/dialogs.ts";
import { NARROW_QUERY } from "../app-shell/layout.ts";
import { useAgent } from "../session.tsx";
import { Banner } from "../ui/banner.tsx";
import { cx } from "../ui/cx.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Select } from "../ui/select.tsx";
import { useListKeys } from "../ui/use-list-keys.ts";
import { useMedia } from "../ui/use-media.ts";
import { Inboxes, type OpenInbox } from "./inboxes.tsx";
import {
  EMPTY_FIELDS,
  type FormOperation,
  isFieldError,
  type OperationFields,
  parseOperationCall,
} from "./operation-fields.ts";
import { OperationForm } from "./operation-form.tsx";
import { FORM_OPERATIONS, OPERATION_TITLES } from "./operation-labels.ts";
import { OperationResult } from "./operation-result.tsx";

/** Stays mounted when closed, so that typed values are kept. */
export default function OperationsDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}) {
  const app = useAppContext();
  const requested = useDialogParameters("operations") ?? null;
  const problem = useAgent((agent) => agent.sendProblem);
  const [applied, setApplied] = useState<OperationChoice | null>(null);
  const [operation, setOperation] = useState<FormOperation>("get");
  const [fields, setFields] = useState(EMPTY_FIELDS);
  /** The newest exchange of each operation. */
  const [sent, setSent] = useState<Partial<Record<FormOperation, string>>>({});
  if (requested !== applied) {
    setApplied(requested);
    if (requested?.operation) setOperation(requested.operation);
    const { timeline } = app.run.getState();
    // Replaces a suggested or finished task with the current one, but keeps a task that was typed.
    const isSuggested = fields.taskId === "" || fields.taskId === applied?.taskId;
    const isFinished =
      isTaskFinished(timeline, fields.taskId) && !isTaskFinished(timeline, requested?.taskId ?? "");
    if (requested && (requested.operation || isSuggested || isFinished)) {
      setFields({ ...fields, taskId: requested.taskId });
    }
  }
  const [inboxes, setInboxes] = useState<readonly OpenInbox[]>([]);
  const change = (part: Partial<OperationFields>) => setFields((now) => ({ ...now, ...part }));
  const send = async (call: Call) => {
    // Hides the previous result.
    setSent(({ [call.operation as FormOperation]: _, ...others }) => others);
    const exchange = await sendOperation(app, call);
    if (exchange !== null) setSent((now) => ({ ...now, [call.operation]: exchange }));
  };
  const nextPage = (pageToken: string) => {
    const call = parseOperationCall("list", { ...fields, pageToken });
    change({ pageToken });
    if (!isFieldError(call)) void send(call);
  };
  const exchangeId = sent[operation];
  return (
    <Dialog open={open} onClose={onClose} title="Operations" width="large">
      <div className="grid min-h-105 grid-cols-[236px_minmax(0,1fr)] gap-5 max-phone:grid-cols-1 max-phone:content-start">
        <OperationList operation={operation} onChoose={setOperation} />
        <div className="grid min-w-0 content-start gap-3.5">
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
              onClose={app.agent.dismissProblem}
            >
              {problem.what}
            </Banner>
          )}
          {operation === "push-set" && (
            <Inboxes
              inboxes={inboxes}
              onOpened={(inbox, inboxFields) => {
                setInboxes((now) => [...now, inbox]);
                change(inboxFields);
              }}
            />
          )}
          {exchangeId !== undefined && (
            <OperationResult
              key={exchangeId}
              exchangeId={exchangeId}
              onNextPage={nextPage}
              onAsk={(next, taskId, configId) => {
                change({ taskId, configId });
                setOperation(next);
              }}
              onClose={onClose}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}

interface OperationListProps {
  operation: FormOperation;
  onChoose: (operation: FormOperation) => void;
}

/** List of the protocol's operations, with their method names in the current version. */
function OperationList({ operation, onChoose }: OperationListProps) {
  const endpoint = useAgent((agent) => agent.endpoint);
  const version = useAgent((agent) => agent.version) ?? endpoint?.version ?? "1.0";
  const binding = endpoint?.binding ?? "jsonrpc";
  const isNarrow = useMedia(NARROW_QUERY);
  const { list, onListKeyDown } = useListKeys<HTMLUListElement>();
  const isUndefined = (one: FormOperation) => getUndefinedReason(one, version, binding) !== null;
  if (isNarrow) {
    return (
      <Select
        label="Operation"
        outlined
        fill
        options={FORM_OPERATIONS.map((value) => ({
          value,
          label: `${OPERATION_TITLES[value]}${isUndefined(value) ? ` (not in ${version})` : ""}`,
        }))}
        value={operation}
        onChange={onChoose}
      />
    );
  }
  return (
    <ul ref={list} aria-label="Operations" onKeyDown={onListKeyDown}>
      {FORM_OPERATIONS.map((one) => (
        <li key={one}>
          <button
            type="button"
            aria-current={one === operation || undefined}
            className={cx(
              "grid w-full rounded-2 px-2.5 py-1.25 text-left text-12 text-fg-1",
              one === operation ? "bg-accent-bg forced-colors:outline" : "hover:bg-bg-3",
            )}
            onClick={() => onChoose(one)}
          >
            <span className={isUndefined(one) ? "text-fg-3" : undefined}>
              {OPERATION_TITLES[one]}
            </span>
            <span className="mono truncate text-11 text-fg-3">
              {isUndefined(one) ? "not defined here" : getMethodName(one, version)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
