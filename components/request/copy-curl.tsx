"use client";
// Copies the request that would be sent now, with new IDs, as a curl or grpcurl command.
import type { Call } from "../../lib/protocol/call.ts";
import { toCurl } from "../../lib/protocol/snippets/curl.ts";
import { toGrpcurl } from "../../lib/protocol/snippets/grpcurl.ts";
import type { SnippetRequest } from "../../lib/protocol/snippets/secret-placeholders.ts";
import { hasNoCredentials } from "../../lib/session/origin-credentials.ts";
import { createRequestIds } from "../../lib/session/request-ids.ts";
import { useAppContext } from "../app-context.tsx";
import { useAgent, useOriginCredentials } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { useCopy } from "../ui/copy.tsx";

/** Secrets are replaced by shell variables. */
export function useCopyCurl(call: () => Call): [copied: boolean, copy: () => void] {
  const { agent } = useAppContext();
  const hasOwn = !hasNoCredentials(
    useOriginCredentials(useAgent((state) => state.endpoint?.url ?? "")),
  );
  const suffix = hasOwn ? ", with variables for secrets" : "";
  const isGrpc = useAgent((state) => state.endpoint?.binding === "grpc");
  const program = isGrpc ? GRPCURL_HINT : "curl";
  return useCopy(() => {
    const request = agent.request(call(), createRequestIds());
    if (!request) throw new Error("No agent is connected.");
    return formatCurlCommand(request);
  }, `request as ${program}${suffix}`);
}

export const GRPCURL_HINT = "grpcurl, which needs a2a.proto in the current folder";

/** Formats a curl command, or a grpcurl command for gRPC. */
export function formatCurlCommand(request: SnippetRequest, discloses = false): string {
  const { bodyB64 } = request;
  if (bodyB64 === undefined) return toCurl(request, discloses);
  return toGrpcurl({ ...request, bodyB64 }, discloses);
}

/** Button for requests that have no menu with other formats. */
export function CopyCurlButton({ call }: { call: () => Call }) {
  const [copied, copy] = useCopyCurl(call);
  return (
    <Button icon={copied ? "check" : "copy"} onClick={copy}>
      Copy as curl
    </Button>
  );
}
