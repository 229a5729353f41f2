"use client";
// Dialog for the credentials of one origin: requirements, a form per scheme, custom headers, TLS, and
// how long they are stored.
import { useState } from "react";
import { NO_SECURITY } from "../../lib/protocol/card/security.ts";
import { getOrigin, hasNoCredentials } from "../../lib/session/origin-credentials.ts";
import { useDialogParameters } from "../app-context.tsx";
import { useAgent, useOriginCredentials, useSession } from "../session.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { CredentialRequirements } from "./credential-requirements.tsx";
import { HINT } from "./credentials-section.tsx";
import { CustomCredentials } from "./custom-credentials.tsx";
import { OtherOrigins } from "./other-origins.tsx";
import { SchemeForm } from "./scheme-form.tsx";
import { StorageChoice } from "./storage-choice.tsx";
import { TlsSection } from "./tls-section.tsx";

export default function CredentialsDialog({
  open,
  onClose,
}: {
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Credentials"
      width="w-160"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="text-12 max-[560px]:[&_input]:text-[16px]">
        <CredentialsBody />
      </div>
    </Dialog>
  );
}

function CredentialsBody() {
  const origins = useOrigins();
  const [chosen, setChosen] = useState(origins[0] ?? "");
  const origin = origins.includes(chosen) ? chosen : (origins[0] ?? "");
  return (
    <>
      {origins.length > 1 && (
        <div className="mb-2 flex overflow-x-auto">
          <SegmentedControl
            label="Origin"
            options={origins.map((value) => ({ value, label: value }))}
            value={origin}
            onChange={setChosen}
          />
        </div>
      )}
      {origin === "" ? (
        <p className="text-12/5 text-fg-2">
          Credentials belong to an origin. Enter an agent address or connect to an agent first.
        </p>
      ) : (
        <OriginCredentialsSection key={origin} origin={origin} />
      )}
      <OtherOrigins shown={origins} />
    </>
  );
}

/** The requested origin first, then the one of the endpoint, then the one of the card. */
function useOrigins(): string[] {
  const requested = useDialogParameters("credentials")?.url ?? null;
  const called = useAgent((agent) => agent.endpoint?.url ?? null);
  const card = useAgent((agent) => agent.cardUrl);
  const origins = [requested, called, card].map((url) => (url === null ? "" : getOrigin(url)));
  return [...new Set(origins.filter((origin) => origin !== ""))];
}

function OriginCredentialsSection({ origin }: { origin: string }) {
  const { credentials } = useSession();
  const stored = useOriginCredentials(origin);
  const called = useAgent((agent) => agent.endpoint?.url ?? null);
  const cardSecurity = useAgent((agent) => agent.card?.security ?? NO_SECURITY);
  const isCalled = called !== null && getOrigin(called) === origin;
  const security = isCalled ? cardSecurity : NO_SECURITY;
  return (
    <>
      <p className="text-12/5 text-fg-2">
        Only for <b className="mono font-medium wrap-anywhere text-fg-1">{origin}</b>. Credentials
        are masked in every recording, and never part of an export, a URL or a log.
      </p>
      <UnsentNotice origin={origin} />
      {isCalled && <CredentialRequirements security={security} stored={stored} />}
      {security.schemes.map((scheme) => (
        <SchemeForm key={scheme.name} origin={origin} scheme={scheme} security={security} />
      ))}
      <CustomCredentials origin={origin} />
      <TlsSection origin={origin} />
      <StorageChoice origin={origin} />
      {!hasNoCredentials(stored) && (
        <div className="mt-3.5 flex">
          <Button variant="danger" onClick={() => credentials.forget(origin)}>
            Remove all
          </Button>
        </div>
      )}
    </>
  );
}

/** Notice that credentials for another origin of the same agent are not sent here. */
function UnsentNotice({ origin }: { origin: string }) {
  const card = getOrigin(useAgent((agent) => agent.cardUrl ?? ""));
  const called = getOrigin(useAgent((agent) => agent.endpoint?.url ?? ""));
  const other = origin === called ? card : called;
  const stored = useOriginCredentials(other);
  if (other === "" || other === origin || hasNoCredentials(stored)) return null;
  return (
    <p className={HINT}>
      Your credentials for <span className="mono">{other}</span> are not sent here. This is another
      origin, although the same card names it.
    </p>
  );
}
