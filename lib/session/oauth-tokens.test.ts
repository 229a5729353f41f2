// Token renewal at a provider with single-use refresh tokens, through Loupe's server.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  OAUTH_CLIENT,
  startOAuthProvider,
  type TestOAuthProvider,
} from "../../e2e/agents/oauth-provider.ts";
import {
  createLocks,
  createPageFetch,
  createStorage,
  oauthRoute,
} from "../../fixtures/page-environment.ts";
import { stopServers } from "../server/exchange/exchange.testkit.ts";
import { type CredentialStore, createCredentialStore } from "./credentials.ts";
import { renewTokens } from "./oauth-tokens.ts";
import { findCredential, type Grant } from "./origin-credentials.ts";

const AGENT = "https://agent.example";
const SCHEME = "signIn";

let provider: TestOAuthProvider;
let machine: Storage;

beforeEach(async () => {
  provider = await startOAuthProvider();
  machine = createStorage();
  vi.stubGlobal("fetch", await createPageFetch({ "POST /api/oauth": oauthRoute }));
  vi.stubGlobal("localStorage", machine);
  vi.stubGlobal("sessionStorage", createStorage());
  vi.stubGlobal("navigator", {});
});
afterEach(async () => {
  vi.unstubAllGlobals();
  stopServers();
  await provider.close();
});

/** A grant as a device authorization returns it. */
async function firstGrant(): Promise<Grant> {
  const client = { id: OAUTH_CLIENT.id, secret: OAUTH_CLIENT.secret, method: "post" } as const;
  const ask = async (path: string, fields: Record<string, string>) => {
    const identity = { client_id: client.id, client_secret: client.secret };
    const body = new URLSearchParams({ ...fields, ...identity });
    const said: unknown = await (
      await fetch(`${provider.url}${path}`, { method: "POST", body })
    ).json();
    return said as Record<string, string>;
  };
  const { device_code = "" } = await ask("/device", {});
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const { access_token = "", refresh_token = "" } = await ask("/token", {
    grant_type,
    device_code,
  });
  provider.tokenRequests.length = 0;
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    expiresAt: 0,
    scope: null,
    tokenUrl: `${provider.url}/token`,
    client,
    byClientAlone: false,
  };
}

function grantIn(credentials: CredentialStore): Grant | null {
  const held = findCredential(credentials.getForUrl(AGENT), SCHEME);
  return held?.kind === "oauth" ? held.grant : null;
}

describe("a token", () => {
  test("is renewed once for two URLs of one origin", async () => {
    const credentials = createCredentialStore();
    credentials.setGrant(AGENT, SCHEME, await firstGrant());
    const urls = [`${AGENT}/rpc`, `${AGENT}/v1/message:send`];
    const failures = await Promise.all(urls.map((url) => renewTokens(credentials, url, "stale")));
    expect(failures).toEqual([null, null]);
    expect(provider.tokenRequests).toHaveLength(1);
    expect(provider.accepts(`Bearer ${grantIn(credentials)?.accessToken}`)).toBe(true);
  });
});

/** Tabs that share one sign-in on this machine, before any storage event is delivered. */
async function tabs(): Promise<[Tab, Tab]> {
  const credentials = createCredentialStore();
  credentials.change(AGENT, { keep: "machine" });
  credentials.setGrant(AGENT, SCHEME, await firstGrant());
  return [await tab(), await tab()];
}

interface Tab {
  readonly credentials: CredentialStore;
  renew(which?: "stale" | "all"): Promise<string | null>;
}

/** Each tab has its own module instances. */
async function tab(): Promise<Tab> {
  vi.resetModules();
  const credentials = (await import("./credentials.ts")).createCredentialStore();
  credentials.load();
  const grants = await import("./oauth-tokens.ts");
  return { credentials, renew: (which = "stale") => grants.renewTokens(credentials, AGENT, which) };
}

function keptGrant(): Grant | null {
  const credentials = createCredentialStore();
  credentials.load();
  return grantIn(credentials);
}

describe("a sign-in that two tabs share", () => {
  beforeEach(() => {
    vi.stubGlobal("addEventListener", () => undefined);
  });

  test.each(["stale", "all"] as const)("is renewed by one of them (%s)", async (which) => {
    const [one, other] = await tabs();
    expect(await one.renew()).toBeNull();
    expect(await other.renew(which)).toBeNull();
    expect(provider.tokenRequests).toHaveLength(1);
    expect(grantIn(other.credentials)).toEqual(grantIn(one.credentials));
    expect(keptGrant()).toEqual(grantIn(one.credentials));
  });

  test("is renewed by one of them also if both need it at once", async () => {
    vi.stubGlobal("navigator", { locks: createLocks() });
    const both = await tabs();
    expect(await Promise.all(both.map((it) => it.renew()))).toEqual([null, null]);
    expect(provider.tokenRequests).toHaveLength(1);
  });

  test("keeps the renewed token if the browser has no locks", async () => {
    let isRenewed: () => void = () => undefined;
    const renewed = new Promise<void>((resolve) => {
      isRenewed = resolve;
    });
    // The rejected tab gets its response after the other tab has stored the token.
    const refusedLast = async (request: Request) => {
      const answer = await oauthRoute(request);
      const { status } = (await answer.clone().json()) as { status: number };
      if (status !== 200) await renewed;
      return answer;
    };
    const [one, other] = await tabs();
    vi.stubGlobal("fetch", await createPageFetch({ "POST /api/oauth": refusedLast }));
    const both = [one.renew(), other.renew()];
    await Promise.race(both).then(isRenewed);
    expect(await Promise.all(both)).toEqual([null, null]);
    expect(provider.tokenRequests).toHaveLength(2);
    const kept = keptGrant();
    expect(kept?.refreshToken).not.toBeNull();
    expect(provider.accepts(`Bearer ${kept?.accessToken}`)).toBe(true);
  });

  test("is not renewed any more once the provider rejects it, and that is stored", async () => {
    const [one, other] = await tabs();
    const stolen = grantIn(one.credentials);
    await fetch(`${provider.url}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: stolen?.refreshToken ?? "",
        client_id: OAUTH_CLIENT.id,
        client_secret: OAUTH_CLIENT.secret,
      }),
    });
    expect(await one.renew()).toContain("invalid_grant");
    expect(keptGrant()?.refreshToken).toBeNull();
    expect(await other.renew()).toBeNull();
    expect(provider.tokenRequests).toHaveLength(2);
  });
});
