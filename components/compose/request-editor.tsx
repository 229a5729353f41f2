"use client";
// Editor for the exact request to send: method, URL, headers and body.
import { useState } from "react";
import { findJsonSyntaxError } from "../../lib/json/json-syntax-error.ts";
import { useAppContext, useLayout } from "../app-context.tsx";
import {
  type EditableRequest,
  findMasks,
  findRequestError,
  isJsonOrEmpty,
  parseGrpcBody,
  renewIds,
  toggleBodyLayout,
  toOutgoingRequest,
} from "../request/editable-request.ts";
import { JsonEditor } from "../request/json-editor.tsx";
import { RequestHeadFields } from "../request/request-head-fields.tsx";
import { announce } from "../ui/announce.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { TextField } from "../ui/field.tsx";
import { isEdited, useComposeStore } from "./compose-store.ts";
import { ComposerTools, composerClass, SendButton } from "./composer-form.tsx";
import { ComposerMenu } from "./composer-menu.tsx";
import { SendFailed } from "./send-failed.tsx";
import { listEditedCopyItems } from "./use-copy-items.ts";
import { useSavedItems } from "./use-saved-items.ts";
import { useUiEvents } from "./use-ui-events.ts";

export default function RequestEditor({ raw }: { raw: EditableRequest }) {
  const { agent, view } = useAppContext();
  const { updateRequest, closeEditor } = useComposeStore((compose) => compose);
  const [maskValues, setMaskValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSending, setSending] = useState(false);
  const [wasTried, setTried] = useState(false);
  const savedItems = useSavedItems("request", false);
  const masks = findMasks(raw);
  const missing = masks.filter((mask) => !maskValues.get(mask));
  const isJson = isJsonOrEmpty(raw);
  const isGrpc = raw.bodyB64 !== null;
  const encoded = isGrpc ? parseGrpcBody(raw, maskValues) : null;
  const omitted = encoded === null || typeof encoded === "string" ? [] : encoded.omitted;
  const error = findRequestError(raw) ?? (isJson && typeof encoded === "string" ? encoded : null);
  const canSendAsIs = (!isJson && !isGrpc) || missing.length > 0;
  const send = async (asIs: boolean) => {
    setTried(true);
    if (error !== null || isSending || (isGrpc && !isJson)) return;
    if (!asIs && (!isJson || missing.length > 0)) return;
    setSending(true);
    const exchange = await agent.sendRaw(toOutgoingRequest(raw, maskValues));
    setSending(false);
    if (exchange === null) return;
    setTried(false);
    announce("Request sent");
    view.setState({ following: true, scope: "all", cursor: null, zoom: null });
  };
  const isShown = useLayout(({ sideTab }) => sideTab === "request");
  useUiEvents({ "send-message": () => isShown && void send(false) });
  const reasons = [
    error,
    isJson
      ? null
      : `The body is ${getBodyProblem(raw.body)}. ${isGrpc ? NOT_ENCODABLE_ERROR : SENDABLE_ANYWAY_HINT}`,
    missing.length > 0 ? "A masked secret is missing. Enter it again." : null,
  ].filter((one) => one !== null);
  return (
    <>
      <SendFailed onRetry={() => void send(false)} />
      <form
        className={cx(composerClass(), "flex min-h-0 flex-col")}
        aria-label="Edit request"
        onSubmit={(event) => {
          event.preventDefault();
          void send(false);
        }}
      >
        <div className="flex flex-none items-center gap-1.5 pt-1.5 pr-1.5 pl-3">
          <h2 className="flex-1 text-12/5 font-semibold">
            {raw.sentIn === null ? "Edit request" : "Edit and resend"}
          </h2>
          <Button size={24} disabled={!isEdited(raw)} onClick={() => updateRequest(raw.original)}>
            Reset
          </Button>
          <IconButton icon="close" label="Back to message" size={24} onClick={closeEditor} />
        </div>
        {/* The content scrolls; the heading and the Send button stay visible. */}
        <div className="grid min-h-0 gap-2 overflow-auto px-2.5 py-1.5 text-12">
          <RequestHeadFields head={raw} onChange={updateRequest} />
          {masks.map((mask) => (
            <TextField
              key={mask}
              label={`Secret for ${mask}`}
              type="password"
              icon="key"
              mono
              placeholder={`${mask}: masked in the recording, enter it again`}
              value={maskValues.get(mask) ?? ""}
              invalid={wasTried && !maskValues.get(mask)}
              onChange={(secret) => setMaskValues(new Map([...maskValues, [mask, secret]]))}
            />
          ))}
          <JsonEditor
            autoFocus
            label="Request body"
            mayBeEmpty={!isGrpc}
            mostLines={24}
            value={raw.body}
            onChange={(body) => updateRequest({ body })}
          />
          <p className="text-fg-3">
            {isGrpc ? GRPC_BODY_HINT : TEXT_BODY_HINT} Names that start with A2A_ are placeholders
            for credentials.
            {raw.omittedTexts.length > 0 &&
              " Text that is too long to edit is shown as a placeholder."}
            {omitted.length > 0 &&
              ` Not sent, because the message has no field for it: ${omitted.join(", ")}.`}
          </p>
          {wasTried && reasons.length > 0 && (
            <p role="alert" className="text-error">
              {reasons.join(" ")}
            </p>
          )}
        </div>
        <ComposerTools
          className="flex-none"
          choices={
            <>
              <Button
                disabled={!isJson || raw.body === ""}
                onClick={() => updateRequest({ body: toggleBodyLayout(raw.body) })}
              >
                {raw.body.includes("\n") ? "Minify" : "Format"}
              </Button>
              <Button
                disabled={!isJson}
                onClick={() => updateRequest(renewIds(raw, () => crypto.randomUUID()))}
              >
                New IDs
              </Button>
            </>
          }
          end={
            <>
              <ComposerMenu
                label="Request menu"
                groups={[savedItems, listEditedCopyItems(isGrpc, () => toOutgoingRequest(raw))]}
              />
              {canSendAsIs && (
                <Button variant="outline" disabled={isSending} onClick={() => void send(true)}>
                  Send as is
                </Button>
              )}
              <SendButton disabled={isSending}>{isSending ? "Sending…" : "Send"}</SendButton>
            </>
          }
        />
      </form>
    </>
  );
}

const SENDABLE_ANYWAY_HINT = "To send it anyway, use “Send as is”.";
const NOT_ENCODABLE_ERROR = "Only JSON can be encoded as a gRPC message.";
const TEXT_BODY_HINT = "Sent exactly as shown. Host and content-length are added.";
const GRPC_BODY_HINT =
  "The JSON is encoded as a gRPC message. A body that is one base64 string is sent as those bytes.";

function getBodyProblem(body: string): string {
  const problem = findJsonSyntaxError(body);
  return problem ? `not valid JSON (line ${problem.line}, column ${problem.column})` : "JSON";
}
