"use client";
// Form for one security scheme of the card, with its status.
import type { CardSecurity, SecurityScheme } from "../../lib/protocol/card/security.ts";
import { formatDemand } from "../../lib/protocol/card/security-labels.ts";
import {
  type Credential,
  findCredential,
  matchesDemand,
} from "../../lib/session/origin-credentials.ts";
import { useOriginCredentials, useSession } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { cx } from "../ui/cx.ts";
import { SecretField } from "../ui/secret-field.tsx";
import { Tag } from "../ui/tag.tsx";
import { getCredentialStatus } from "./credential-labels.ts";
import { CredentialsSection, HINT, LINK_TEXT } from "./credentials-section.tsx";
import { OAuthForm } from "./oauth-form.tsx";
import { useCurrentTime } from "./sign-in-progress.tsx";
import { BasicFields, TokenField } from "./token-field.tsx";

interface SchemeFormProps {
  origin: string;
  scheme: SecurityScheme;
  security: CardSecurity;
}

export function SchemeForm(props: SchemeFormProps) {
  const { origin, scheme } = props;
  const { name, description, demand } = scheme;
  const stored = useOriginCredentials(origin);
  const now = useCurrentTime();
  const found = findCredential(stored, name);
  const credential = found && matchesDemand(found, demand) ? found : undefined;
  const status =
    demand.kind === "mutualTls" && stored.tls.certificate !== undefined
      ? { label: "set", hue: "ok" as const }
      : getCredentialStatus(credential, now);
  return (
    <CredentialsSection
      titleClassName="mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-0.5"
      title={
        <>
          <span className={LINK_TEXT}>{boundText(name)}</span>
          <span className="min-w-[12ch] flex-1 font-normal text-fg-3">{formatDemand(demand)}</span>
          {demand.kind !== "unknown" && <Tag hue={status.hue}>{status.label}</Tag>}
        </>
      }
    >
      {description !== null && <p className={cx(HINT, "mb-1.5")}>{boundText(description)}</p>}
      <SchemeFields {...props} credential={credential} />
    </CredentialsSection>
  );
}

function SchemeFields({
  origin,
  scheme,
  security,
  credential,
}: SchemeFormProps & { credential: Credential | undefined }) {
  const put = useSetCredential(origin, scheme.name);
  const { demand } = scheme;
  switch (demand.kind) {
    case "apiKey": {
      const { place, parameter } = demand;
      const value = credential?.kind === "key" ? credential.value : "";
      return (
        <SecretField
          label={`Key for ${scheme.name}`}
          placeholder="Key"
          value={value}
          onChange={(typed) =>
            put(typed === "" ? null : { kind: "key", place, name: parameter, value: typed })
          }
        />
      );
    }
    case "http":
      if (demand.scheme === "basic")
        return <BasicFields {...{ credential, put }} of={scheme.name} />;
      if (demand.scheme !== "bearer") {
        const value = credential?.kind === "other" ? credential.value : "";
        return (
          <SecretField
            label={`Value after “${demand.scheme}” for ${scheme.name}`}
            placeholder={`Value after “${demand.scheme}”`}
            value={value}
            onChange={(typed) =>
              put(typed === "" ? null : { kind: "other", scheme: demand.scheme, value: typed })
            }
          />
        );
      }
      return <TokenField {...{ credential, put }} of={scheme.name} />;
    case "oauth2":
    case "openIdConnect":
      return <OAuthForm {...{ origin, demand, security, credential, put }} name={scheme.name} />;
    case "mutualTls":
      return (
        <p className={HINT}>
          {origin.startsWith("https:")
            ? "Add the certificate and its key under “TLS” below."
            : "Client certificates require https, but this origin uses http."}
        </p>
      );
    case "unknown":
      return (
        <p className={HINT}>
          If you know what the agent expects, add it under “Sent with every request” below.
        </p>
      );
  }
}

type SetCredential = (credential: Credential | null) => void;

function useSetCredential(origin: string, scheme: string): SetCredential {
  const { credentials } = useSession();
  return (credential) => {
    const { [scheme]: _, ...others } = credentials.getForUrl(origin).schemes;
    const schemes = credential === null ? others : { ...others, [scheme]: credential };
    credentials.change(origin, { schemes });
  };
}
