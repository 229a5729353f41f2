"use client";
// Form for one security scheme of the card, with its status.

import { useState } from "react";
import { useStore } from "zustand";
import {
  type CardSecurity,
  getRequiredScopes,
  type SchemeDemand,
  type SecurityScheme,
} from "../../lib/protocol/card/security.ts";
import { formatDemand } from "../../lib/protocol/card/security-labels.ts";
import {
  type ClientDraft,
  type Credential,
  EMPTY_CLIENT_DRAFT,
  findCredential,
  matchesDemand,
} from "../../lib/session/origin-credentials.ts";
import {
  getSignInKey,
  getSignInKinds,
  getSignInStore,
  type SignInKind,
} from "../../lib/session/sign-in.ts";
import { SIGN_IN_PATH } from "../../lib/session/sign-in-return.ts";
import { useOriginCredentials, useSession } from "../session.tsx";
import { boundText } from "../ui/bounded-text.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { cx } from "../ui/cx.ts";
import { SecretField, TextField } from "../ui/field.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { Select } from "../ui/select.tsx";
import { Tag } from "../ui/tag.tsx";
import { getCredentialStatus } from "./credential-labels.ts";
import {
  CredentialsSection,
  FIELD_PAIR,
  HINT,
  LINK_LINE,
  LINK_TEXT,
} from "./credentials-section.tsx";
import { SignInProgress, useCurrentTime } from "./sign-in-progress.tsx";
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

type TokenSource = SignInKind | "paste";

const TOKEN_SOURCE_LABELS: Readonly<Record<TokenSource, readonly [label: string, action: string]>> =
  {
    authorizationCode: ["Sign in", "Start sign-in"],
    deviceCode: ["Device code", "Get code"],
    clientCredentials: ["Client credentials", "Get token"],
    paste: ["Paste token", ""],
  };

const CLIENT_AUTH_OPTIONS = [
  { value: "auto", label: "Automatic" },
  { value: "basic", label: "Basic header" },
  { value: "post", label: "Request body" },
  { value: "none", label: "No secret" },
] as const;

interface OAuthFormProps {
  origin: string;
  name: string;
  demand: SchemeDemand;
  security: CardSecurity;
  credential: Credential | undefined;
  put: (credential: Credential | null) => void;
}

/**
 * Form for an OAuth or OpenID Connect token: requests one from the provider, or takes a pasted one.
 */
function OAuthForm({ origin, name, demand, security, credential, put }: OAuthFormProps) {
  const { credentials } = useSession();
  const signIns = getSignInStore(credentials);
  const stored = useOriginCredentials(origin);
  const signInKinds = getSignInKinds(demand);
  const [source, setSource] = useState<TokenSource>(
    credential?.kind === "bearer" ? "paste" : (signInKinds[0] ?? "paste"),
  );
  const target = { url: origin, scheme: name };
  const phase = useStore(signIns, (phases) => phases[getSignInKey(target)]);
  const draft = (Object.hasOwn(stored.clients, name) && stored.clients[name]) || EMPTY_CLIENT_DRAFT;
  const scope = draft.scope ?? getDefaultScope(demand, security, name);
  const change = (part: Partial<ClientDraft>) =>
    credentials.change(origin, { clients: { ...stored.clients, [name]: { ...draft, ...part } } });
  const isWaiting = phase !== undefined && phase.kind !== "failed";
  return (
    <>
      <div className="mb-2 flex overflow-x-auto">
        <SegmentedControl
          label={`Token source for ${name}`}
          options={[...signInKinds, "paste" as const].map((value) => ({
            value,
            label: TOKEN_SOURCE_LABELS[value][0],
          }))}
          value={source}
          onChange={setSource}
        />
      </div>
      {credential?.kind === "oauth" && (
        <p className={cx(HINT, "mb-1.5")}>
          Token received{credential.grant.scope ? ` for ${credential.grant.scope}` : ""}.{" "}
          <Button size={24} onClick={() => put(null)}>
            Remove token
          </Button>
        </p>
      )}
      {source === "paste" ? (
        <TokenField credential={credential} put={put} of={name} />
      ) : (
        <form
          className="mt-2 grid grid-cols-1 justify-items-start gap-2"
          aria-label={`Token for ${name}`}
          onSubmit={(event) => {
            event.preventDefault();
            void signIns.begin(source, { ...target, demand, draft, scope });
          }}
        >
          <ProviderHosts demand={demand} signInKind={source} />
          <div className={FIELD_PAIR}>
            <TextField
              label={`Client ID for ${name}`}
              placeholder="Client ID"
              mono
              value={draft.id}
              onChange={(id) => change({ id })}
            />
            <SecretField
              label={`Client secret for ${name}`}
              placeholder={
                source === "clientCredentials" ? "Client secret" : "Client secret, if any"
              }
              value={draft.secret}
              onChange={(secret) => change({ secret })}
            />
            <TextField
              label={`Scopes for ${name}`}
              placeholder="Scopes, separated by spaces"
              mono
              value={scope}
              onChange={(typed) => change({ scope: typed })}
            />
            <Select
              label={`Client authentication for ${name}`}
              outlined
              fill
              options={CLIENT_AUTH_OPTIONS}
              value={draft.method}
              onChange={(method) => change({ method })}
            />
          </div>
          {source === "authorizationCode" && <RedirectUrl />}
          <SignInProgress phase={phase} name={name} onGiveUp={() => signIns.giveUp(target)} />
          {!isWaiting && (
            <Button type="submit" variant="outline">
              {credential?.kind === "oauth"
                ? `${TOKEN_SOURCE_LABELS[source][1]} again`
                : TOKEN_SOURCE_LABELS[source][1]}
            </Button>
          )}
        </form>
      )}
    </>
  );
}

function getDefaultScope(demand: SchemeDemand, security: CardSecurity, name: string): string {
  const scopes = getRequiredScopes(security, name);
  return scopes.length === 0 && demand.kind === "openIdConnect" ? "openid" : scopes.join(" ");
}

/** Names the hosts that receive the client credentials, because a card may name any host. */
function ProviderHosts({ demand, signInKind }: { demand: SchemeDemand; signInKind: SignInKind }) {
  const flow =
    demand.kind === "oauth2" ? demand.flows.find(({ kind }) => kind === signInKind) : undefined;
  const urls =
    demand.kind === "openIdConnect"
      ? [demand.url]
      : [
          flow?.tokenUrl,
          flow?.deviceAuthorizationUrl,
          demand.kind === "oauth2" && demand.metadataUrl,
        ];
  const hosts = urls.flatMap((url) => (url && URL.canParse(url) ? new URL(url).host : []));
  if (hosts.length === 0) return null;
  return (
    <p className={HINT}>
      The client ID and secret are sent to{" "}
      <b className="mono">{[...new Set(hosts)].join(" and ")}</b>, as named in the card. None of
      this is recorded.
    </p>
  );
}

function RedirectUrl() {
  const address = new URL(SIGN_IN_PATH, location.href).href;
  return (
    <p className={cx(HINT, LINK_LINE)}>
      Register this redirect URL with the provider:{" "}
      <span className={LINK_TEXT}>{boundText(address)}</span>
      <CopyButton text={address} what="redirect URL" size={24} />
    </p>
  );
}
