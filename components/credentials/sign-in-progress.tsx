"use client";
// A sign-in under way: where to go, which code to enter there, or why it failed.
import type { SignInPhase } from "../../lib/session/sign-in.ts";
import { Button } from "../ui/button.tsx";
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
          <Spinner /> Asking the provider…
        </p>
      )}
      {phase.kind === "leave" && (
        <>
          <p>
            <ProviderLink url={phase.url}>Sign in at {new URL(phase.url).host}</ProviderLink>
            <CopyButton text={phase.url} what="the sign-in address" size={24} />
          </p>
          <p className="credentials-hint">
            It opens in a tab of its own. Loupe waits here until you come back.
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
        Give up
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
        <CopyButton text={userCode} what="the code" size={24} />
      </p>
      <p>
        at <span className="mono outward-url">{url}</span>
        <ProviderLink url={urlWithCode ?? url}>Open {new URL(url).host}</ProviderLink>
        <CopyButton text={url} what="the address" size={24} />
      </p>
      <p className="credentials-hint">
        {expiresAt > now
          ? `The code expires in ${formatTimeLeft(expiresAt - now)}.`
          : "The code has expired."}
      </p>
    </>
  );
}

/** Only ever followed by a click, and without a hold on this page. */
function ProviderLink({ url, children }: { url: string; children: React.ReactNode }) {
  return (
    <a
      className="ui-button"
      data-variant="outline"
      data-size={24}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
    >
      {children}
    </a>
  );
}
