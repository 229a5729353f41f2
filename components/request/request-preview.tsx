"use client";
// Live preview of the exact request that would be sent.
import type { ReactNode } from "react";
import { SECRET_MASK } from "../../lib/dialects/payloads/secrets.ts";
import type { Call } from "../../lib/protocol/call.ts";
import type { OutgoingRequest } from "../../lib/protocol/encode/encode.ts";
import { readGrpcBody } from "../../lib/protocol/grpc/body.ts";
import { ID_PLACEHOLDERS } from "../../lib/session/request-ids.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent, useOriginCredentials } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";

/** Longer bodies are sent whole, but only shown up to here. */
const MAX_SHOWN = 20_000;

interface RequestPreviewProps {
  call: Call;
  /** Action buttons. */
  children?: ReactNode;
  className?: string;
}

export function RequestPreview({ call, children, className }: RequestPreviewProps) {
  const { agent } = useAppContext();
  // Render again when anything that the request depends on changes.
  useAgent((state) => state.version);
  useAgent((state) => state.endpoint);
  useAgent((state) => state.extensions);
  useOriginCredentials(useAgent((state) => state.endpoint?.url ?? ""));
  const request = agent.request(call);
  if (!request) return null;
  const { secrets = [], omitted = [] } = request;
  const isBinary = request.bodyB64 !== undefined;
  const json = getJsonBody(request);
  const body = json === null ? "" : JSON.stringify(maskBody(json, secrets), null, 2);
  return (
    <section
      className={cx(
        "overflow-auto rounded-2 bg-well px-2.5 py-2 text-11/4.25 text-fg-2 inset-ring inset-ring-line-2 forced-colors:border",
        className,
      )}
      aria-label="Request preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
    >
      {children && <div className="float-right -mt-0.5 -mr-1 ml-2">{children}</div>}
      <pre className="mono wrap-anywhere whitespace-pre-wrap">
        <b className="font-semibold text-fg-1">{request.method}</b> {boundText(request.url)}
        {"\n"}
        {request.headers.map(([name, value]) => (
          <span key={name}>
            <span className="text-fg-3">{name}:</span> {value}
            {"\n"}
          </span>
        ))}
        {"\n"}
        {highlightIds(body.slice(0, MAX_SHOWN))}
        {body.length > MAX_SHOWN && "\n…"}
      </pre>
      <p className="mt-2 text-fg-3">
        {isBinary
          ? "The body is sent as protocol buffers and shown as JSON. IDs in ‹ › are generated when it is sent; grpc-accept-encoding: identity and user-agent are added."
          : "The body is sent on one line. IDs in ‹ › are generated when it is sent; host, content-length, accept-encoding: identity and user-agent are added."}
        {omitted.length > 0 &&
          ` Not sent, because gRPC has no field for it: ${omitted.join(", ")}.`}
        {request.variables.length > 0 &&
          " Names that start with A2A_ are placeholders for credentials."}
        {secrets.length > 0 && " Secrets are hidden here and sent unchanged."}
      </p>
    </section>
  );
}

function getJsonBody({ url, body, bodyB64 }: OutgoingRequest): string | null {
  if (bodyB64 === undefined) return body ?? null;
  return JSON.stringify(readGrpcBody(url, bodyB64)?.value ?? {});
}

/** Longest first, because one secret may contain another. */
function maskBody(body: string, secrets: readonly string[]): unknown {
  const hidden = secrets.toSorted((a, b) => b.length - a.length);
  return JSON.parse(body, (_, value) =>
    typeof value === "string"
      ? hidden.reduce((shown, secret) => shown.replaceAll(secret, SECRET_MASK), value)
      : value,
  );
}

const ID_PLACEHOLDER_PATTERN = new RegExp(`(${Object.values(ID_PLACEHOLDERS).join("|")})`, "g");

function highlightIds(body: string) {
  return body.split(ID_PLACEHOLDER_PATTERN).map((segment, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the segments have no other key
      <i key={index} className="text-accent not-italic">
        {segment}
      </i>
    ) : (
      segment
    ),
  );
}
