"use client";
// Form of one operation. Warns if the version or the card does not support it, but allows sending it.
import { type FormEvent, useState } from "react";
import type { Call } from "../../lib/protocol/call.ts";
import { BINDING_NAMES } from "../../lib/protocol/card/card.ts";
import { getCardLimitation } from "../../lib/protocol/card/card-limitations.ts";
import { getMethodName, getUndefinedReason } from "../../lib/protocol/encode/operations.ts";
import { CopyCurlButton } from "../request/copy-curl.tsx";
import { RequestPreview } from "../request/request-preview.tsx";
import { useAgent, useRun } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { CheckLine } from "../ui/check-line.tsx";
import { Icon } from "../ui/icons.tsx";
import { FIELD_GRID, FieldInput } from "./field-input.tsx";
import {
  type FormOperation,
  getOperationFields,
  isFieldError,
  type OperationFields,
  parseOperationCall,
} from "./operation-fields.ts";
import { OPERATION_DESCRIPTIONS, OPERATION_TITLES } from "./operation-labels.ts";

interface OperationFormProps {
  operation: FormOperation;
  fields: OperationFields;
  onChange: (part: Partial<OperationFields>) => void;
  onSend: (call: Call) => void;
}

export function OperationForm({ operation, fields, onChange, onSend }: OperationFormProps) {
  const endpoint = useAgent((agent) => agent.endpoint);
  const version = useAgent((agent) => agent.version) ?? endpoint?.version ?? "1.0";
  const card = useAgent((agent) => agent.card);
  const timeline = useRun((run) => run.timeline);
  const [sendsAnyway, setSendsAnyway] = useState(false);
  const [wasSubmitted, setSubmitted] = useState(false);
  const [showsRequest, setShowsRequest] = useState(false);
  if (!endpoint) return null;
  const { binding } = endpoint;
  const undefinedReason = getUndefinedReason(operation, version, binding);
  const limitation = getCardLimitation(card?.raw, operation);
  const call = parseOperationCall(operation, fields);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isFieldError(call)) onSend(call);
    else event.currentTarget.querySelector<HTMLElement>(`[name="${call.field}"]`)?.focus();
  };
  const error = wasSubmitted && isFieldError(call) ? call : null;
  return (
    <form
      className="grid min-w-0 gap-3 text-12/5"
      aria-label={OPERATION_TITLES[operation]}
      noValidate
      onSubmit={submit}
    >
      <div>
        <h3 className="text-14 font-semibold">{OPERATION_TITLES[operation]}</h3>
        <p className="text-12 wrap-anywhere text-fg-2">
          {OPERATION_DESCRIPTIONS[operation]} <code>{getMethodName(operation, version)}</code>, A2A{" "}
          {version} over {BINDING_NAMES[binding]}.
        </p>
      </div>
      {limitation !== null && <SendWarning>{limitation} You can still try it.</SendWarning>}
      {undefinedReason !== null && (
        <SendWarning>
          {undefinedReason}
          <div>
            <CheckLine checked={sendsAnyway} onChange={setSendsAnyway}>
              Send anyway
            </CheckLine>
          </div>
        </SendWarning>
      )}
      <div className={FIELD_GRID}>
        {getOperationFields(operation, version).map((field) => (
          <FieldInput
            key={field}
            field={field}
            fields={fields}
            timeline={timeline}
            problem={error?.field === field ? error.problem : null}
            onChange={onChange}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
        <Button
          className="mr-auto -ml-2"
          aria-expanded={showsRequest}
          icon={showsRequest ? "chevron-down" : "chevron-right"}
          disabled={isFieldError(call)}
          onClick={() => setShowsRequest(!showsRequest)}
        >
          Request
        </Button>
        {!isFieldError(call) && <CopyCurlButton call={() => call} />}
        <Button type="submit" variant="primary" disabled={undefinedReason !== null && !sendsAnyway}>
          Send
        </Button>
      </div>
      {showsRequest && !isFieldError(call) && (
        <RequestPreview className="max-h-[min(280px,34vh)]" call={call} />
      )}
    </form>
  );
}

function SendWarning({ children }: { children: React.ReactNode }) {
  return (
    <div className="flex gap-2 rounded-2 bg-tint px-2.5 py-2 text-12" data-hue="warning">
      <Icon name="warning" size={14} className="mt-0.5 text-hue" />
      <div>{children}</div>
    </div>
  );
}
