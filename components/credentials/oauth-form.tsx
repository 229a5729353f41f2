"use client";
// A token from a provider: in which way, as which client, for which scopes; or one that is at hand.
import { useState } from "react";
import { useStore } from "zustand";
import {
  type CardSecurity,
  getRequiredScopes,
  type SchemeDemand,
} from "../../lib/protocol/card/security.ts";
import {
  type ClientDraft,
  type Credential,
  EMPTY_CLIENT_DRAFT,
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
import { TextField } from "../ui/field.tsx";
import { SegmentedControl } from "../ui/segmented.tsx";
import { Select } from "../ui/select.tsx";
import { SecretField } from "./secret-field.tsx";
import { SignInProgress } from "./sign-in-progress.tsx";
import { TokenField } from "./token-field.tsx";

type TokenSource = SignInKind | "paste";

const TOKEN_SOURCE_LABELS: Readonly<Record<TokenSource, readonly [label: string, action: string]>> =
  {
    authorizationCode: ["Sign in", "Prepare the sign-in"],
    deviceCode: ["Device code", "Get a code"],
    clientCredentials: ["Client alone", "Get a token"],
    paste: ["Paste a token", ""],
  };

const CLIENT_AUTH_OPTIONS = [
  { value: "auto", label: "As the provider wants" },
  { value: "basic", label: "In a Basic header" },
  { value: "post", label: "In the body" },
  { value: "none", label: "No secret" },
] as const;

export interface OAuthFormProps {
  origin: string;
  name: string;
  demand: SchemeDemand;
  security: CardSecurity;
  credential: Credential | undefined;
  put: (credential: Credential | null) => void;
}

export function OAuthForm({ origin, name, demand, security, credential, put }: OAuthFormProps) {
  const { credentials } = useSession();
  const signIns = getSignInStore(credentials);
  const held = useOriginCredentials(origin);
  const ways = getSignInKinds(demand);
  const [way, setWay] = useState<TokenSource>(
    credential?.kind === "bearer" ? "paste" : (ways[0] ?? "paste"),
  );
  const target = { url: origin, scheme: name };
  const phase = useStore(signIns, (phases) => phases[getSignInKey(target)]);
  const draft = (Object.hasOwn(held.clients, name) && held.clients[name]) || EMPTY_CLIENT_DRAFT;
  const scope = draft.scope ?? getDefaultScope(demand, security, name);
  const change = (part: Partial<ClientDraft>) =>
    credentials.change(origin, { clients: { ...held.clients, [name]: { ...draft, ...part } } });
  const isWaiting = phase !== undefined && phase.kind !== "failed";
  return (
    <>
      <SegmentedControl
        label={`How to get a token for ${name}`}
        options={[...ways, "paste" as const].map((value) => ({
          value,
          label: TOKEN_SOURCE_LABELS[value][0],
        }))}
        value={way}
        onChange={setWay}
      />
      {credential?.kind === "oauth" && (
        <p className="credentials-hint">
          A token was received{credential.grant.scope ? ` for ${credential.grant.scope}` : ""}.{" "}
          <Button size={24} onClick={() => put(null)}>
            Drop the token
          </Button>
        </p>
      )}
      {way === "paste" ? (
        <TokenField credential={credential} put={put} of={name} />
      ) : (
        <form
          className="oauth-form"
          aria-label={`Token for ${name}`}
          onSubmit={(event) => {
            event.preventDefault();
            void signIns.begin(way, { ...target, demand, draft, scope });
          }}
        >
          <ProviderHosts demand={demand} way={way} />
          <div className="credential-fields">
            <TextField
              label={`Client id for ${name}`}
              placeholder="Client id"
              mono
              value={draft.id}
              onChange={(id) => change({ id })}
            />
            <SecretField
              label={`Client secret for ${name}`}
              placeholder={way === "clientCredentials" ? "Client secret" : "Client secret, if any"}
              value={draft.secret}
              onChange={(secret) => change({ secret })}
            />
            <TextField
              label={`Scopes for ${name}`}
              placeholder="Scopes, with spaces between"
              mono
              value={scope}
              onChange={(typed) => change({ scope: typed })}
            />
            <Select
              label={`How the secret of ${name} is shown`}
              outlined
              options={CLIENT_AUTH_OPTIONS}
              value={draft.method}
              onChange={(method) => change({ method })}
            />
          </div>
          {way === "authorizationCode" && <RedirectUrl />}
          <SignInProgress phase={phase} name={name} onGiveUp={() => signIns.giveUp(target)} />
          {!isWaiting && (
            <Button type="submit" variant="outline">
              {credential?.kind === "oauth"
                ? `${TOKEN_SOURCE_LABELS[way][1]} anew`
                : TOKEN_SOURCE_LABELS[way][1]}
            </Button>
          )}
        </form>
      )}
    </>
  );
}

function getDefaultScope(demand: SchemeDemand, security: CardSecurity, name: string): string {
  const wanted = getRequiredScopes(security, name);
  return wanted.length === 0 && demand.kind === "openIdConnect" ? "openid" : wanted.join(" ");
}

/** Who will be told who Loupe is: the card says so, and a card may say anything. */
function ProviderHosts({ demand, way }: { demand: SchemeDemand; way: SignInKind }) {
  const flow = demand.kind === "oauth2" ? demand.flows.find(({ kind }) => kind === way) : undefined;
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
    <p className="credentials-hint">
      Client id and secret go to <b className="mono">{[...new Set(hosts)].join(" and ")}</b>, which
      the card names. Nothing of it is recorded.
    </p>
  );
}

function RedirectUrl() {
  const address = new URL(SIGN_IN_PATH, location.href).href;
  return (
    <p className="credentials-hint outward-link">
      The provider must know this redirect address:{" "}
      <span className="mono outward-url">{boundText(address)}</span>
      <CopyButton text={address} what="the redirect address" size={24} />
    </p>
  );
}
