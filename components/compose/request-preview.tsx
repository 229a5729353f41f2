"use client";
// Exactly the request that would go out, in step with what is typed.
import type { ReactNode } from "react";
import { SECRET_MASK } from "../../lib/dialects/payloads/secrets.ts";
import type { Call } from "../../lib/protocol/call.ts";
import type { OutgoingRequest } from "../../lib/protocol/encode/encode.ts";
import { readGrpcBody } from "../../lib/protocol/grpc/body.ts";
import { ID_PLACEHOLDERS } from "../../lib/session/request-ids.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent, useOriginCredentials } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";

/** A message of megabytes is sent whole, and shown as far as anybody reads. */
const MAX_SHOWN = 20_000;

export interface RequestPreviewProps {
  call: Call;
  /** What can be done with it. */
  children?: ReactNode;
}

export function RequestPreview({ call, children }: RequestPreviewProps) {
  const { agent } = useAppContext();
  // What the request is made of besides the call.
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="request-preview" aria-label="The request" tabIndex={0}>
      {children && <div className="request-actions">{children}</div>}
      <pre>
        <b>{request.method}</b> {boundText(request.url)}
        {"\n"}
        {request.headers.map(([name, value]) => (
          <span key={name}>
            <span className="request-name">{name}:</span> {value}
            {"\n"}
          </span>
        ))}
        {"\n"}
        {highlightIds(body.slice(0, MAX_SHOWN))}
        {body.length > MAX_SHOWN && "\n…"}
      </pre>
      <p>
        {isBinary
          ? "The body goes out as bytes of protocol buffers; this is what they say. Ids in ‹ › are made when it is sent; grpc-accept-encoding: identity and user-agent are added on the way."
          : "The body goes out on one line. Ids in ‹ › are made when it is sent; host, content-length, accept-encoding: identity and user-agent are added on the way."}
        {omitted.length > 0 && ` gRPC has no field for ${omitted.join(", ")}: it is not sent.`}
        {request.variables.length > 0 && " Names that begin with A2A_ stand for credentials."}
        {secrets.length > 0 && " Secrets go out as they are, and are hidden here."}
      </p>
    </section>
  );
}

function getJsonBody({ url, body, bodyB64 }: OutgoingRequest): string | null {
  if (bodyB64 === undefined) return body ?? null;
  return JSON.stringify(readGrpcBody(url, bodyB64)?.value ?? {});
}

/** The longest first: one may lie inside another. */
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
  return body.split(ID_PLACEHOLDER_PATTERN).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place
      <i key={index}>{piece}</i>
    ) : (
      piece
    ),
  );
}
