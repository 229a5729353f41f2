/**
 * Signing in at a provider of tokens, for a scheme of one origin: with the client's own secret, on
 * the provider's page, or on another device. It goes on while the dialog is closed.
 *
 * Guarantees: an answer is taken once, by the sign-in that it belongs to, and only if state and
 * issuer say so; what is waited for can be given up; no window opens by itself.
 */

import { createStore, type StoreApi } from "zustand/vanilla";
import {
  buildAuthorizationUrl,
  createCodeChallenge,
  encodeBase64Url,
  type PendingAuthorization,
  parseAuthorizationResponse,
} from "../oauth/authorization-code.ts";
import { type DeviceCode, parseDeviceCode, resolveDevicePoll } from "../oauth/device-code.ts";
import type { OAuthProvider } from "../oauth/provider.ts";
import { grants, isOAuthFailure, type OAuthClient, parseToken } from "../oauth/token.ts";
import type { FlowKind, SchemeDemand } from "../protocol/card/security.ts";
import type { CredentialStore } from "./credentials.ts";
import { createGrant, createTokenRequester, discoverProvider } from "./oauth-tokens.ts";
import type { ClientDraft } from "./origin-credentials.ts";
import { SIGN_IN_CHANNEL, SIGN_IN_PATH, type SignInReturnMessage } from "./sign-in-return.ts";

export const SIGN_IN_KINDS = ["authorizationCode", "deviceCode", "clientCredentials"] as const;
export type SignInKind = (typeof SIGN_IN_KINDS)[number];

export type SignInPhase =
  | { readonly kind: "busy" }
  /** The user is to go to the provider's page, and to come back. */
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

export interface SignInStore extends StoreApi<SignInPhases> {
  begin(kind: SignInKind, target: SignInTarget): Promise<void>;
  giveUp(target: Pick<SignInTarget, "url" | "scheme">): void;
}

export const getSignInKey = ({ url, scheme }: Pick<SignInTarget, "url" | "scheme">) =>
  `${url} ${scheme}`;

/** The ways in which a token can be had by a scheme. */
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
      const tell = (phase: SignInPhase) => {
        if (!signal.aborted) show(key, phase);
      };
      tell({ kind: "busy" });
      try {
        await SIGN_IN_FLOWS[kind]({ credentials, target, signal, tell });
        if (!signal.aborted) show(key, null);
      } catch (error) {
        tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
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
  readonly tell: (phase: SignInPhase) => void;
}

/** Each ends once the token is held, or throws why there is none. */
const SIGN_IN_FLOWS: Readonly<Record<SignInKind, (attempt: SignInAttempt) => Promise<void>>> = {
  async clientCredentials({ credentials, target, signal }) {
    const provider = await getProvider(credentials, target, "clientCredentials");
    const client = createClient(target.draft, provider);
    const tokenUrl = requireUrl(provider.tokenUrl, "token");
    const answer = await createTokenRequester(credentials)(
      tokenUrl,
      grants.byClient(target.scope),
      client,
    );
    if (!signal.aborted)
      storeToken(credentials, target, answer, { tokenUrl, client, byClientAlone: true });
  },

  async authorizationCode({ credentials, target, signal, tell }) {
    const provider = await getProvider(credentials, target, "authorizationCode");
    const client = createClient(target.draft, provider);
    const tokenUrl = requireUrl(provider.tokenUrl, "token");
    const departure = {
      state: createRandomText(),
      verifier: createRandomText(),
      redirectUri: new URL(SIGN_IN_PATH, location.href).href,
    };
    const url = buildAuthorizationUrl(requireUrl(provider.authorizationUrl, "sign-in"), departure, {
      clientId: client.id,
      scope: target.scope,
      challenge: await createCodeChallenge(departure.verifier, sha256),
    });
    tell({ kind: "leave", url, notice: null });
    const query = await waitForReturn(departure, signal, (notice) =>
      tell({ kind: "leave", url, notice }),
    );
    const back = parseAuthorizationResponse(query, departure, provider);
    if (typeof back === "string") throw new Error(back);
    tell({ kind: "busy" });
    const fields = grants.byCode(back.code, departure.redirectUri, departure.verifier);
    const answer = await createTokenRequester(credentials)(tokenUrl, fields, client);
    if (!signal.aborted)
      storeToken(credentials, target, answer, { tokenUrl, client, byClientAlone: false });
  },

  async deviceCode({ credentials, target, signal, tell }) {
    const provider = await getProvider(credentials, target, "deviceCode");
    const client = createClient(target.draft, provider);
    const tokenUrl = requireUrl(provider.tokenUrl, "token");
    const ask = createTokenRequester(credentials);
    const deviceUrl = requireUrl(provider.deviceAuthorizationUrl, "device authorization");
    const scope = target.scope === "" ? {} : { scope: target.scope };
    const answer = await ask(deviceUrl, scope, client);
    const started = parseDeviceCode(answer.status, answer.body, Date.now());
    if (isOAuthFailure(started)) throw new Error(started.words);
    let code: DeviceCode = started;
    tell({ kind: "device", code });
    for (;;) {
      await pause(code.interval, signal);
      if (signal.aborted) return;
      const asked = await ask(tokenUrl, grants.byDevice(code.deviceCode), client);
      if (signal.aborted) return;
      const step = resolveDevicePoll(code, asked, Date.now());
      if (step.kind === "over") throw new Error(step.words);
      if (step.kind === "token") {
        return storeToken(credentials, target, asked, { tokenUrl, client, byClientAlone: false });
      }
      code = step.code;
      tell({ kind: "device", code });
    }
  },
};

/** What the card says of the provider, and where that is not enough what the provider says. */
async function getProvider(
  credentials: CredentialStore,
  { demand }: SignInTarget,
  kind: SignInKind,
): Promise<OAuthProvider> {
  if (demand.kind === "openIdConnect") return discoverProvider(credentials, demand.url);
  if (demand.kind !== "oauth2") throw new Error("This scheme does not use tokens.");
  const flow = demand.flows.find((one) => one.kind === kind);
  const said =
    demand.metadataUrl === null ? null : await discoverProvider(credentials, demand.metadataUrl);
  if (!flow && !said)
    throw new Error("The card does not say where to get a token for this sign-in.");
  return {
    issuer: said?.issuer ?? null,
    authorizationUrl: flow?.authorizationUrl ?? said?.authorizationUrl ?? null,
    deviceAuthorizationUrl: flow?.deviceAuthorizationUrl ?? said?.deviceAuthorizationUrl ?? null,
    tokenUrl: flow?.tokenUrl ?? said?.tokenUrl ?? null,
    clientMethods: said?.clientMethods ?? null,
    namesItself: said?.namesItself ?? false,
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

function createClient(
  { id, secret, method }: ClientDraft,
  { clientMethods }: OAuthProvider,
): OAuthClient {
  if (id.trim() === "") throw new Error("Enter the client ID that the provider knows Loupe by.");
  if (secret === "") return { id: id.trim(), secret, method: "none" };
  if (method !== "auto") return { id: id.trim(), secret, method };
  const takes = (name: string) => clientMethods?.includes(name) ?? false;
  const inBody = takes("client_secret_post") && !takes("client_secret_basic");
  return { id: id.trim(), secret, method: inBody ? "post" : "basic" };
}

function storeToken(
  credentials: CredentialStore,
  { url, scheme, scope }: SignInTarget,
  { status, body }: { status: number; body: string },
  from: Parameters<typeof createGrant>[1],
): void {
  const token = parseToken(status, body, Date.now());
  if (isOAuthFailure(token)) throw new Error(token.words);
  const grant = createGrant(token, from);
  credentials.setGrant(url, scheme, {
    ...grant,
    scope: grant.scope ?? (scope === "" ? null : scope),
  });
}

/** Resolves to what the page of the return was called with, once that belongs to this departure. */
function waitForReturn(
  { state }: PendingAuthorization,
  signal: AbortSignal,
  onStranger: (notice: string) => void,
): Promise<URLSearchParams> {
  return new Promise((resolve, reject) => {
    // It may have been given up before there was anything to wait for, and that is told only once.
    if (signal.aborted) return reject(new Error("Sign-in canceled."));
    const channel = new BroadcastChannel(SIGN_IN_CHANNEL);
    signal.addEventListener("abort", () => {
      channel.close();
      reject(new Error("Sign-in canceled."));
    });
    channel.addEventListener("message", ({ data }: MessageEvent<SignInReturnMessage>) => {
      if (data.kind === "unclaimed") onStranger(UNKNOWN_RETURN_NOTICE);
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

function createRandomText(): string {
  return encodeBase64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  // Browsers have it only where nobody can have changed the page on its way.
  if (!crypto.subtle) {
    throw new Error(
      "This sign-in needs Loupe at https:// or at 127.0.0.1. Browsers allow its cryptography only there.",
    );
  }
  return crypto.subtle.digest("SHA-256", bytes);
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

/** Those of a page: they go on while nobody looks. */
export function getSignInStore(credentials: CredentialStore): SignInStore {
  const signIns = signInStores.get(credentials) ?? createSignInStore(credentials);
  signInStores.set(credentials, signIns);
  return signIns;
}
