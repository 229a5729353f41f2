"use client";
// The exact request under one's hands: method, URL, headers and body, as they will go out.
import { useLayoutEffect, useState } from "react";
import { findJsonSyntaxError } from "../../lib/protocol/json-syntax-error.ts";
import { useAppContext } from "../app-context.tsx";
import { announce } from "../ui/announce.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { Kbd } from "../ui/kbd.tsx";
import { CopyEditedRequestMenu } from "./copy-request-menu.tsx";
import {
  type EditableRequest,
  findMasks,
  findRequestError,
  isJsonOrEmpty,
  parseGrpcBody,
  renewIds,
  toggleBodyLayout,
  toOutgoingRequest,
} from "./editable-request.ts";
import { JsonEditor } from "./json-editor.tsx";
import { useUiEvents } from "./use-ui-events.ts";

export default function RequestEditor({ raw }: { raw: EditableRequest }) {
  const { agent, store, view } = useAppContext();
  const [given, setGiven] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSending, setSending] = useState(false);
  const [wasTried, setTried] = useState(false);
  const masks = findMasks(raw);
  const missing = masks.filter((mask) => !given.get(mask));
  const isJson = isJsonOrEmpty(raw);
  const isGrpc = raw.bodyB64 !== null;
  const made = isGrpc ? parseGrpcBody(raw, given) : null;
  const left = made === null || typeof made === "string" ? [] : made.omitted;
  const fault = findRequestError(raw) ?? (isJson && typeof made === "string" ? made : null);
  const canGoAsItIs = (!isJson && !isGrpc) || missing.length > 0;
  const write = (changed: Partial<EditableRequest>) =>
    store.setState({ raw: { ...raw, ...changed } });
  const isChanged = (["method", "url", "headers", "body"] as const).some(
    (part) => raw[part] !== raw.original[part],
  );
  const send = async (asItIs: boolean) => {
    setTried(true);
    if (fault !== null || isSending || (isGrpc && !isJson)) return;
    if (!asItIs && (!isJson || missing.length > 0)) return;
    setSending(true);
    const exchange = await agent.sendRaw(toOutgoingRequest(raw, given));
    setSending(false);
    if (exchange === null) return;
    setTried(false);
    announce("Request sent");
    view.setState({ following: true, scope: "all", cursor: null, zoom: null });
  };
  useUiEvents({ "send-message": () => void send(false) });
  useLayoutEffect(() => document.getElementById(BODY_ID)?.focus(), []);
  const why = [
    fault,
    isJson
      ? null
      : `The body is ${getBodyProblem(raw.body)}. ${isGrpc ? NOT_ENCODABLE_ERROR : SENDABLE_ANYWAY_HINT}`,
    missing.length > 0 ? "A secret that was masked is missing: give it again." : null,
  ].filter((one) => one !== null);
  return (
    <form
      className="composer raw"
      data-filled
      aria-label="Edit request"
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
    >
      <div className="raw-head">
        <h2>{raw.sentIn === null ? "Edit request" : "Edit and send again"}</h2>
        <Button size={24} disabled={!isChanged} onClick={() => write(raw.original)}>
          Reset
        </Button>
        <IconButton
          icon="close"
          label="Back to the message"
          size={24}
          onClick={() => store.setState({ raw: null })}
        />
      </div>
      <div className="raw-body">
        <div className="raw-line">
          <TextField
            label="HTTP method"
            className="raw-method"
            mono
            value={raw.method}
            onChange={(method) => write({ method })}
          />
          <TextField
            label="Request URL"
            className="raw-url"
            mono
            value={raw.url}
            onChange={(url) => write({ url })}
          />
        </div>
        <TextArea
          label="Headers"
          className="raw-headers"
          spellCheck={false}
          value={raw.headers}
          onChange={(headers) => write({ headers })}
        />
        {masks.map((mask) => (
          <TextField
            key={mask}
            label={`Secret for ${mask}`}
            type="password"
            icon="key"
            mono
            placeholder={`${mask}: masked in the recording, give it again`}
            value={given.get(mask) ?? ""}
            invalid={wasTried && !given.get(mask)}
            onChange={(secret) => setGiven(new Map([...given, [mask, secret]]))}
          />
        ))}
        <JsonEditor
          id={BODY_ID}
          label="Request body"
          mayBeEmpty={!isGrpc}
          mostLines={12}
          value={raw.body}
          onChange={(body) => write({ body })}
        />
        <p className="options-why">
          {isGrpc ? GRPC_BODY_HINT : TEXT_BODY_HINT} Names that begin with A2A_ stand for
          credentials.
          {raw.omittedTexts.length > 0 && " What is too long to edit has a mark in its place."}
          {left.length > 0 && ` The message has no field for ${left.join(", ")}: it is not sent.`}
        </p>
        {wasTried && why.length > 0 && (
          <p role="alert" className="text-error">
            {why.join(" ")}
          </p>
        )}
      </div>
      <div className="composer-tools">
        <span className="composer-choices">
          <Button
            disabled={!isJson || raw.body === ""}
            onClick={() => write({ body: toggleBodyLayout(raw.body) })}
          >
            {raw.body.includes("\n") ? "On one line" : "Indent"}
          </Button>
          <Button
            disabled={!isJson}
            onClick={() => store.setState({ raw: renewIds(raw, () => crypto.randomUUID()) })}
          >
            Fresh ids
          </Button>
        </span>
        <span className="composer-end">
          <CopyEditedRequestMenu isGrpc={isGrpc} request={() => toOutgoingRequest(raw)} />
          {canGoAsItIs && (
            <Button variant="outline" disabled={isSending} onClick={() => void send(true)}>
              Send as it is
            </Button>
          )}
          <Button type="submit" variant="primary" disabled={isSending}>
            {isSending ? "Sending…" : "Send"} <Kbd keys="mod+enter" />
          </Button>
        </span>
      </div>
    </form>
  );
}

const BODY_ID = "request-body";
const SENDABLE_ANYWAY_HINT = "It can be sent as it is, on purpose.";
const NOT_ENCODABLE_ERROR = "Only JSON can be turned into the bytes of a message.";
const TEXT_BODY_HINT =
  "Goes out exactly as it stands here. Host and content-length are added on the way.";
const GRPC_BODY_HINT =
  "The body goes out as the bytes of a message that say this; a text in base64 is taken for the bytes themselves.";

function getBodyProblem(body: string): string {
  const problem = findJsonSyntaxError(body);
  return problem ? `no JSON from line ${problem.line}, column ${problem.column} on` : "JSON";
}
