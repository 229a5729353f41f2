"use client";

// Status of a sign-in: the link to follow, the code to enter, or the error.

import { useEffect, useState } from "react";
import type { SignInPhase } from "../../lib/session/sign-in.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { Spinner } from "../ui/status.tsx";
import { formatTimeLeft } from "./credential-labels.ts";
import { HINT, LINK_LINE, LINK_TEXT, PROBLEM } from "./credentials-section.tsx";

interface SignInProgressProps {
  phase: SignInPhase | undefined;
  name: string;
  onGiveUp: () => void;
}

export function SignInProgress({ phase, name, onGiveUp }: SignInProgressProps) {
  if (!phase) return null;
  if (phase.kind === "failed") {
    return (
      <p role="alert" className={PROBLEM}>
        {phase.message}
      </p>
    );
  }
  return (
    <div
      className="grid w-full grid-cols-1 justify-items-start gap-2 rounded-3 bg-bg-2 px-3 py-2.5 inset-ring inset-ring-line-2 forced-colors:border"
      role="status"
      aria-label={`Sign-in for ${name}`}
    >
      {phase.kind === "busy" && (
        <p className={LINK_LINE}>
          <Spinner /> Contacting the provider…
        </p>
      )}
      {phase.kind === "leave" && (
        <>
          <p className={LINK_LINE}>
            <ProviderLink url={phase.url}>Sign in at {new URL(phase.url).host}</ProviderLink>
            <CopyButton text={phase.url} what="sign-in URL" size={24} />
          </p>
          <p className={HINT}>Opens in a new tab. Loupe continues here when you come back.</p>
          {phase.notice !== null && (
            <p role="alert" className={PROBLEM}>
              {phase.notice}
            </p>
          )}
        </>
      )}
      {phase.kind === "device" && <DeviceCodePrompt code={phase.code} />}
      <Button size={24} onClick={onGiveUp}>
        Cancel
      </Button>
    </div>
  );
}

function DeviceCodePrompt({ code }: { code: (SignInPhase & { kind: "device" })["code"] }) {
  const now = useCurrentTime();
  const { userCode, url, urlWithCode, expiresAt } = code;
  return (
    <>
      <p className={LINK_LINE}>
        Enter this code{" "}
        <b className="font-mono text-[18px]/6 tracking-[0.06em] select-all">{userCode}</b>
        <CopyButton text={userCode} what="code" size={24} />
      </p>
      <p className={LINK_LINE}>
        at <span className={LINK_TEXT}>{url}</span>
        <ProviderLink url={urlWithCode ?? url}>Open {new URL(url).host}</ProviderLink>
        <CopyButton text={url} what="URL" size={24} />
      </p>
      <p className={HINT}>
        {expiresAt > now
          ? `The code expires in ${formatTimeLeft(expiresAt - now)}.`
          : "The code has expired."}
      </p>
    </>
  );
}

/** Opens only on a click, without an opener or a referrer. */
function ProviderLink({ url, children }: { url: string; children: React.ReactNode }) {
  return (
    <a
      className={buttonClass({ variant: "outline", size: 24 })}
      data-variant="outline"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </a>
  );
}

export function useCurrentTime(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
