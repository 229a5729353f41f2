"use client";
// One operation to be filled in and sent, with what speaks against it; nobody is kept from trying.
import { type FormEvent, useState } from "react";
import type { Call } from "../../lib/protocol/call.ts";
import { BINDING_NAMES } from "../../lib/protocol/card/card.ts";
import { getCardLimitation } from "../../lib/protocol/card/card-limitations.ts";
import { getMethodName, getUndefinedReason } from "../../lib/protocol/encode/operations.ts";
import { CopyCurlButton } from "../compose/copy-curl.tsx";
import { RequestPreview } from "../compose/request-preview.tsx";
import { useAgent, useRun } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icons.tsx";
import { FieldInput } from "./field-input.tsx";
import {
  type FormOperation,
  getOperationFields,
  isFieldError,
  type OperationFields,
  parseOperationCall,
} from "./operation-fields.ts";
import { OPERATION_DESCRIPTIONS, OPERATION_TITLES } from "./operation-labels.ts";

export interface OperationFormProps {
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
  const [insists, setInsists] = useState(false);
  const [tried, setTried] = useState(false);
  const [showsRequest, setShowsRequest] = useState(false);
  if (!endpoint) return null;
  const { binding } = endpoint;
  const lacking = getUndefinedReason(operation, version, binding);
  const denied = getCardLimitation(card?.raw, operation);
  const made = parseOperationCall(operation, fields);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isFieldError(made)) onSend(made);
    else event.currentTarget.querySelector<HTMLElement>(`[name="${made.field}"]`)?.focus();
  };
  const wrong = tried && isFieldError(made) ? made : null;
  return (
    <form
      className="operations-form"
      aria-label={OPERATION_TITLES[operation]}
      noValidate
      onSubmit={submit}
    >
      <div className="operations-head">
        <h3>{OPERATION_TITLES[operation]}</h3>
        <p>
          {OPERATION_DESCRIPTIONS[operation]} <code>{getMethodName(operation, version)}</code>, A2A{" "}
          {version} over {BINDING_NAMES[binding]}.
        </p>
      </div>
      {denied !== null && <SendWarning>{denied} It can be tried all the same.</SendWarning>}
      {lacking !== null && (
        <SendWarning>
          {lacking}
          <label className="operations-check">
            <input
              type="checkbox"
              checked={insists}
              onChange={(event) => setInsists(event.target.checked)}
            />
            Send it all the same
          </label>
        </SendWarning>
      )}
      <div className="operations-fields">
        {getOperationFields(operation, version).map((field) => (
          <FieldInput
            key={field}
            field={field}
            fields={fields}
            timeline={timeline}
            problem={wrong?.field === field ? wrong.problem : null}
            onChange={onChange}
          />
        ))}
      </div>
      <div className="operations-end">
        <Button
          aria-expanded={showsRequest}
          icon={showsRequest ? "chevron-down" : "chevron-right"}
          disabled={isFieldError(made)}
          onClick={() => setShowsRequest(!showsRequest)}
        >
          Request
        </Button>
        {!isFieldError(made) && <CopyCurlButton call={() => made} />}
        <Button type="submit" variant="primary" disabled={lacking !== null && !insists}>
          Send
        </Button>
      </div>
      {showsRequest && !isFieldError(made) && <RequestPreview call={made} />}
    </form>
  );
}

function SendWarning({ children }: { children: React.ReactNode }) {
  return (
    <div className="operations-against" data-hue="warning">
      <Icon name="warning" size={14} />
      <div>{children}</div>
    </div>
  );
}
