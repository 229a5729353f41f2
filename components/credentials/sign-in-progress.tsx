"use client";
// Status of a sign-in: the link to follow, the code to enter, or the error.
import type { SignInPhase } from "../../lib/session/sign-in.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { Spinner } from "../ui/status.tsx";
import { formatTimeLeft } from "./credential-labels.ts";
import { useCurrentTime } from "./use-current-time.ts";

export interface SignInProgressProps {
  phase: SignInPhase | undefined;
  name: string;
  onGiveUp: () => void;
}

export function SignInProgress({ phase, name, onGiveUp }: SignInProgressProps) {
  if (!phase) return null;
  if (phase.kind === "failed") {
    return (
      <p role="alert" className="credential-problem">
        {phase.message}
      </p>
    );
  }
  return (
    <div className="sign-in" role="status" aria-label={`Sign-in for ${name}`}>
      {phase.kind === "busy" && (
        <p>
          <Spinner /> Contacting the provider…
        </p>
      )}
      {phase.kind === "leave" && (
        <>
          <p>
            <ProviderLink url={phase.url}>Sign in at {new URL(phase.url).host}</ProviderLink>
            <CopyButton text={phase.url} what="sign-in URL" size={24} />
          </p>
          <p className="credentials-hint">
            Opens in a new tab. Loupe continues here when you come back.
          </p>
          {phase.notice !== null && (
            <p role="alert" className="credential-problem">
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
      <p>
        Enter this code <b className="mono user-code">{userCode}</b>
        <CopyButton text={userCode} what="code" size={24} />
      </p>
      <p>
        at <span className="mono outward-url">{url}</span>
        <ProviderLink url={urlWithCode ?? url}>Open {new URL(url).host}</ProviderLink>
        <CopyButton text={url} what="URL" size={24} />
      </p>
      <p className="credentials-hint">
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
