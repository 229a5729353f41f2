"use client";
// The request that would go out now, with ids of its own, as a curl command on the clipboard.
import { useEffect, useRef } from "react";
import type { Call } from "../../lib/protocol/call.ts";
import { toCurl } from "../../lib/protocol/code/curl.ts";
import { toGrpcurl } from "../../lib/protocol/code/grpcurl.ts";
import { freshIds } from "../../lib/session/agent.ts";
import { isNothing } from "../../lib/session/credential.ts";
import { onSignal } from "../../lib/session/signals.ts";
import { useDesk } from "../command/desk.tsx";
import { useAgent, useHeld } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { useCopy } from "../ui/copy.tsx";

/** Variables of the shell stand for credentials, unless these are asked for. */
export function useCurl(
  call: () => Call,
  withSecrets = false,
): [copied: boolean, copy: () => void] {
  const { agent } = useDesk();
  const hasOwn = !isNothing(useHeld(useAgent((state) => state.endpoint?.url ?? "")));
  const isGrpc = useAgent((state) => state.endpoint?.binding === "grpc");
  const program = isGrpc ? "grpcurl, which needs a2a.proto beside it" : "curl";
  return useCopy(
    () => {
      const request = (withSecrets ? agent.disclosed : agent.request)(call(), freshIds());
      if (!request || typeof request === "string")
        throw new Error(request ?? "no endpoint to call");
      const { bodyB64 } = request;
      return bodyB64 === undefined ? toCurl(request) : toGrpcurl({ ...request, bodyB64 });
    },
    `request as ${program}${saidOfSecrets(hasOwn, withSecrets)}`,
  );
}

function saidOfSecrets(hasOwn: boolean, withSecrets: boolean): string {
  if (!hasOwn) return "";
  return withSecrets ? ", with its secrets in it" : ", with variables in place of its secrets";
}

/** For a request that is at hand nowhere else. */
export function CopyCurlButton({ call }: { call: () => Call }) {
  const [copied, copy] = useCurl(call);
  return (
    <Button icon={copied ? "check" : "copy"} onClick={copy}>
      Copy as curl
    </Button>
  );
}

export function CopyCurl({ call }: { call: () => Call }) {
  const [copied, copy] = useCurl(call);
  const [, copyAll] = useCurl(call, true);
  const latest = useRef({ copy, copyAll });
  useEffect(() => {
    latest.current = { copy, copyAll };
  });
  useEffect(() => {
    const stops = [
      onSignal("copy-request", () => latest.current.copy()),
      onSignal("copy-request-secrets", () => latest.current.copyAll()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return (
    <Button
      className="copy-curl"
      icon={copied ? "check" : "copy"}
      aria-label="Copy as curl"
      onClick={copy}
    >
      <span>Copy as curl</span>
    </Button>
  );
}
