"use client";
// The request that would go out now, with ids of its own, as a curl command on the clipboard.
import { useEffect, useRef } from "react";
import type { Call } from "../../lib/protocol/call.ts";
import { toCurl } from "../../lib/protocol/curl.ts";
import { freshIds } from "../../lib/session/agent.ts";
import { onSignal } from "../../lib/session/signals.ts";
import { useDesk } from "../command/desk.tsx";
import { Button } from "../ui/button.tsx";
import { useCopy } from "../ui/copy.tsx";

export function useCurl(call: () => Call): [copied: boolean, copy: () => void] {
  const { agent } = useDesk();
  return useCopy(() => {
    const request = agent.request(call(), freshIds());
    if (!request) throw new Error("no endpoint to call");
    return toCurl(request);
  }, "request as curl");
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
  const latest = useRef(copy);
  useEffect(() => {
    latest.current = copy;
  });
  useEffect(() => onSignal("copy-request", () => latest.current()), []);
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
