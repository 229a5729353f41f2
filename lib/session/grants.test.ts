// Tokens are renewed at a provider that takes a refresh token once, through a server of Loupe's.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CLIENT, type Provider, startProvider } from "../../e2e/agents/provider.ts";
import { oauthRoute, pageFetch, storage } from "../../fixtures/page.ts";
import { stopServers } from "../server/exchange.testkit.ts";
import { credentialOf, type Grant } from "./credential.ts";
import { createCredentialStore } from "./credentials.ts";
import { renew } from "./grants.ts";

const AGENT = "https://agent.example";
const SCHEME = "signIn";

let provider: Provider;
let machine: Storage;

beforeEach(async () => {
  provider = await startProvider();
  machine = storage();
  vi.stubGlobal("fetch", await pageFetch({ "POST /api/oauth": oauthRoute }));
  vi.stubGlobal("localStorage", machine);
  vi.stubGlobal("sessionStorage", storage());
});
afterEach(async () => {
  vi.unstubAllGlobals();
  stopServers();
  await provider.close();
});

/** As a device that was allowed in would get it. */
async function firstGrant(): Promise<Grant> {
  const client = { id: CLIENT.id, secret: CLIENT.secret, method: "post" } as const;
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
  provider.asked.length = 0;
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

function grantIn(credentials: ReturnType<typeof createCredentialStore>): Grant | null {
  const held = credentialOf(credentials.at(AGENT), SCHEME);
  return held?.kind === "oauth" ? held.grant : null;
}

describe("a token", () => {
  test("is renewed once for two addresses of one origin", async () => {
    const credentials = createCredentialStore();
    credentials.hold(AGENT, SCHEME, await firstGrant());
    const urls = [`${AGENT}/rpc`, `${AGENT}/v1/message:send`];
    const failures = await Promise.all(urls.map((url) => renew(credentials, url, "stale")));
    expect(failures).toEqual([null, null]);
    expect(provider.asked).toHaveLength(1);
    expect(provider.accepts(`Bearer ${grantIn(credentials)?.accessToken}`)).toBe(true);
  });
});
