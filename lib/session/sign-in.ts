/**
 * Signs in at an OAuth provider for a scheme of one origin: with the client's secret, on the
 * provider's page, or on another device. Continues while the dialog is closed.
 *
 * Guarantees: an authorization response is used once, by the sign-in that it belongs to, and only
 * if state and issuer match; every wait can be canceled; no window opens by itself.
 */

import {
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
} from "oauth4webapi";
import { createStore, type StoreApi } from "zustand/vanilla";
import {
  buildAuthorizationUrl,
  type PendingAuthorization,
  validateAuthorizationResponse,
} from "../oauth/authorization-code.ts";
import { type DeviceCode, pollForToken, requestDeviceCode } from "../oauth/device-code.ts";
import type { OAuthProvider } from "../oauth/provider.ts";
import type { ProviderAccess } from "../oauth/provider-call.ts";
import {
  createTokenRequester,
  type OAuthClient,
  type OAuthToken,
  type TokenEndpoint,
} from "../oauth/token.ts";
import type { FlowKind, SchemeDemand } from "../protocol/card/security.ts";
import { getErrorMessage } from "../text/error-message.ts";
import type { CredentialStore } from "./credentials.ts";
import { createProviderAccess, discoverProvider } from "./oauth-tokens.ts";
import type { ClientDraft, Grant } from "./origin-credentials.ts";
import { SIGN_IN_CHANNEL, SIGN_IN_PATH, type SignInReturnMessage } from "./sign-in-return.ts";

const SIGN_IN_KINDS = ["authorizationCode", "deviceCode", "clientCredentials"] as const;
export type SignInKind = (typeof SIGN_IN_KINDS)[number];

export type SignInPhase =
  | { readonly kind: "busy" }
  /** The user has to visit the provider's page. */
  | { readonly kind: "leave"; readonly url: string; readonly notice: string | null }
  | { readonly kind: "device"; readonly code: DeviceCode }
  | { readonly kind: "failed"; readonly message: string };

export interface SignInTarget {
  /** A URL of the origin that the token is for. */
  readonly url: string;
  readonly scheme: string;
  readonly demand: SchemeDemand;
  readonly draft: ClientDraft;
  readonly scope: string;
}

type SignInPhases = Readonly<Record<string, SignInPhase>>;

interface SignInStore extends StoreApi<SignInPhases> {
  begin(kind: SignInKind, target: SignInTarget): Promise<void>;
  giveUp(target: Pick<SignInTarget, "url" | "scheme">): void;
}

export const getSignInKey = ({ url, scheme }: Pick<SignInTarget, "url" | "scheme">) =>
  `${url} ${scheme}`;

/** The sign-in flows that a scheme supports. */
export function getSignInKinds(demand: SchemeDemand): readonly SignInKind[] {
  if (demand.kind !== "oauth2" || demand.flows.length === 0) return SIGN_IN_KINDS;
  const has = (kind: FlowKind) => demand.flows.some((flow) => flow.kind === kind);
  return SIGN_IN_KINDS.filter((kind) => has(kind) || demand.metadataUrl !== null);
}

function createSignInStore(credentials: CredentialStore): SignInStore {
  const store = createStore<SignInPhases>(() => ({}));
  const attempts = new Map<string, AbortController>();
  const show = (key: string, phase: SignInPhase | null) => {
    const { [key]: _, ...others } = store.getState();
    store.setState(phase ? { ...others, [key]: phase } : others, true);
  };

  return Object.assign(store, {
    async begin(kind: SignInKind, target: SignInTarget) {
      const key = getSignInKey(target);
      attempts.get(key)?.abort();
      const attempt = new AbortController();
      attempts.set(key, attempt);
      const { signal } = attempt;
      const onPhase = (phase: SignInPhase) => {
        if (!signal.aborted) show(key, phase);
      };
      onPhase({ kind: "busy" });
      try {
        await SIGN_IN_FLOWS[kind]({ credentials, target, signal, onPhase });
        if (!signal.aborted) show(key, null);
      } catch (error) {
        onPhase({
          kind: "failed",
          message: getErrorMessage(error),
        });
      }
    },
    giveUp(target: Pick<SignInTarget, "url" | "scheme">) {
      const key = getSignInKey(target);
      attempts.get(key)?.abort();
      show(key, null);
    },
  });
}

interface SignInAttempt {
  readonly credentials: CredentialStore;
  readonly target: SignInTarget;
  readonly signal: AbortSignal;
  readonly onPhase: (phase: SignInPhase) => void;
}

/** Each resolves once the token is stored, or throws the reason for the failure. */
const SIGN_IN_FLOWS: Readonly<Record<SignInKind, (attempt: SignInAttempt) => Promise<void>>> = {
  async clientCredentials({ credentials, target, signal }) {
    const access = createProviderAccess(credentials);
    const provider = await getProvider(access, target, "clientCredentials");
    const endpoint = getTokenEndpoint(provider, target.draft);
    const token = await createTokenRequester(access, endpoint).byClient(target.scope);
    if (!signal.aborted)
      storeToken(credentials, target, token, { ...endpoint, byClientAlone: true });
  },

  async authorizationCode({ credentials, target, signal, onPhase }) {
    const access = createProviderAccess(credentials);
    const provider = await getProvider(access, target, "authorizationCode");
    const endpoint = getTokenEndpoint(provider, target.draft);
    const authorizationUrl = requireUrl(provider.authorizationUrl, "sign-in");
    requireWebCrypto();
    const authorization = {
      state: generateRandomState(),
      verifier: generateRandomCodeVerifier(),
      redirectUri: new URL(SIGN_IN_PATH, location.href).href,
    };
    const { id: clientId } = endpoint.client;
    const challenge = await calculatePKCECodeChallenge(authorization.verifier);
    const url = buildAuthorizationUrl(authorizationUrl, authorization, {
      clientId,
      scope: target.scope,
      challenge,
    });
    onPhase({ kind: "leave", url, notice: null });
    const query = await waitForReturn(authorization, signal, (notice) =>
      onPhase({ kind: "leave", url, notice }),
    );
    const response = validateAuthorizationResponse(query, authorization, clientId, provider);
    onPhase({ kind: "busy" });
    const token = await createTokenRequester(access, endpoint).byCode({
      ...authorization,
      response,
    });
    if (!signal.aborted)
      storeToken(credentials, target, token, { ...endpoint, byClientAlone: false });
  },

  async deviceCode({ credentials, target, signal, onPhase }) {
    const access = createProviderAccess(credentials);
    const provider = await getProvider(access, target, "deviceCode");
    const endpoint = getTokenEndpoint(provider, target.draft);
    const deviceUrl = requireUrl(provider.deviceAuthorizationUrl, "device authorization");
    const { client } = endpoint;
    let code: DeviceCode = await requestDeviceCode(access, { deviceUrl, client }, target.scope);
    onPhase({ kind: "device", code });
    for (;;) {
      await pause(code.interval, signal);
      if (signal.aborted) return;
      const poll = await pollForToken(access, endpoint, code);
      if (signal.aborted) return;
      if (poll.kind === "token") {
        return storeToken(credentials, target, poll.token, { ...endpoint, byClientAlone: false });
      }
      code = poll.code;
      onPhase({ kind: "device", code });
    }
  },
};

/** The provider as described by the card, completed by the provider's own metadata. */
async function getProvider(
  access: ProviderAccess,
  { demand }: SignInTarget,
  kind: SignInKind,
): Promise<OAuthProvider> {
  if (demand.kind === "openIdConnect") return discoverProvider(access, demand.url);
  if (demand.kind !== "oauth2") throw new Error("This scheme does not use tokens.");
  const flow = demand.flows.find((one) => one.kind === kind);
  const metadata =
    demand.metadataUrl === null ? null : await discoverProvider(access, demand.metadataUrl);
  if (!flow && !metadata)
    throw new Error("The card does not say where to get a token for this sign-in.");
  return {
    issuer: metadata?.issuer ?? null,
    authorizationUrl: flow?.authorizationUrl ?? metadata?.authorizationUrl ?? null,
    deviceAuthorizationUrl:
      flow?.deviceAuthorizationUrl ?? metadata?.deviceAuthorizationUrl ?? null,
    tokenUrl: flow?.tokenUrl ?? metadata?.tokenUrl ?? null,
    clientMethods: metadata?.clientMethods ?? null,
    namesItself: metadata?.namesItself ?? false,
  };
}

function requireUrl(url: string | null, what: string): string {
  if (url !== null && /^https?:/i.test(url) && URL.canParse(url)) return url;
  throw new Error(
    url === null
      ? `Neither the card nor the provider has a ${what} URL.`
      : `The ${what} URL is not a web address: ${url.slice(0, 200)}`,
  );
}

function getTokenEndpoint(provider: OAuthProvider, draft: ClientDraft): TokenEndpoint {
  const client = createClient(draft, provider);
  return { tokenUrl: requireUrl(provider.tokenUrl, "token"), client };
}

function createClient(
  { id, secret, method }: ClientDraft,
  { clientMethods }: OAuthProvider,
): OAuthClient {
  if (id.trim() === "") throw new Error("Enter the client ID that the provider knows Loupe by.");
  if (secret === "") return { id: id.trim(), secret, method: "none" };
  if (method !== "auto") return { id: id.trim(), secret, method };
  const accepts = (name: string) => clientMethods?.includes(name) ?? false;
  const inBody = accepts("client_secret_post") && !accepts("client_secret_basic");
  return { id: id.trim(), secret, method: inBody ? "post" : "basic" };
}

function storeToken(
  credentials: CredentialStore,
  { url, scheme, scope }: SignInTarget,
  token: OAuthToken,
  from: TokenEndpoint & Pick<Grant, "byClientAlone">,
): void {
  const requested = scope === "" ? null : scope;
  credentials.setGrant(url, scheme, { ...token, scope: token.scope ?? requested, ...from });
}

/** Resolves to the query of the redirect page once its state matches this authorization. */
function waitForReturn(
  { state }: PendingAuthorization,
  signal: AbortSignal,
  onUnclaimed: (notice: string) => void,
): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    // The abort event does not fire again if the signal is already aborted.
    if (signal.aborted) return reject(new Error("Sign-in canceled."));
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
    signal.addEventListener("abort", () => {
      channel.close();
      reject(new Error("Sign-in canceled."));
    });
    channel.addEventListener("message", ({ data }: MessageEvent<SignInReturnMessage>) => {
      if (data.kind === "unclaimed") onUnclaimed(UNKNOWN_RETURN_NOTICE);
      if (data.kind !== "returned") return;
      const query = new URLSearchParams(data.query);
      if (query.get("state") !== state) return;
      channel.postMessage({ kind: "taken", state } satisfies SignInReturnMessage);
      channel.close();
      resolve(query);
    });
  });
}

const UNKNOWN_RETURN_NOTICE =
  "Rejected a sign-in that was not started here: its state is unknown or already used.";

function requireWebCrypto(): void {
  // Browsers provide `crypto.subtle` only in secure contexts.
  if (crypto.subtle) return;
  throw new Error(
    "This sign-in needs Loupe at https:// or at 127.0.0.1. Browsers allow its cryptography only there.",
  );
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const signInStores = new WeakMap<CredentialStore, SignInStore>();

/** The sign-ins of the page, which continue while no dialog shows them. */
export function getSignInStore(credentials: CredentialStore): SignInStore {
  const signIns = signInStores.get(credentials) ?? createSignInStore(credentials);
  signInStores.set(credentials, signIns);
  return signIns;
}
