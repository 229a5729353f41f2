// Canceling a sign-in, also while the provider's metadata is being fetched.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  OAUTH_CLIENT,
  startOAuthProvider,
  type TestOAuthProvider,
} from "../../e2e/agents/oauth-provider.ts";
import { createPageFetch, createStorage, oauthRoute } from "../../fixtures/page-environment.ts";
import { stopServers } from "../server/exchange/exchange.testkit.ts";
import { createCredentialStore } from "./credentials.ts";
import { getSignInStore, type SignInTarget } from "./sign-in.ts";
import { SIGN_IN_CHANNEL } from "./sign-in-return.ts";

let provider: TestOAuthProvider;
/** Called when the provider gets a request, before the response. */
let whenAsked: () => void;
/** The open broadcast channels. */
let open: Set<BroadcastChannel>;
let whenOpened: () => void;

beforeEach(async () => {
  provider = await startOAuthProvider();
  open = new Set();
  whenAsked = whenOpened = () => undefined;
  class Counted extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      open.add(this);
      whenOpened();
    }
    override close(): void {
      open.delete(this);
      super.close();
    }
  }
  const held = (request: Request) => {
    whenAsked();
    return oauthRoute(request);
  };
  vi.stubGlobal("fetch", await createPageFetch({ "POST /api/oauth": held }));
  vi.stubGlobal("BroadcastChannel", Counted);
  vi.stubGlobal("location", { href: "http://127.0.0.1:4100/" });
  vi.stubGlobal("localStorage", createStorage());
  vi.stubGlobal("sessionStorage", createStorage());
});
afterEach(async () => {
  for (const channel of open) channel.close();
  vi.unstubAllGlobals();
  stopServers();
  await provider.close();
});

function target(): SignInTarget {
  return {
    url: "https://agent.example",
    scheme: "oidc",
    demand: {
      kind: "openIdConnect",
      url: `${provider.url}/.well-known/openid-configuration`,
    },
    draft: { id: OAUTH_CLIENT.id, secret: OAUTH_CLIENT.secret, method: "post", scope: null },
    scope: "",
  };
}

test("canceling before the provider's response leaves nothing waiting", async () => {
  const signIns = getSignInStore(createCredentialStore());
  whenAsked = () => signIns.giveUp(target());
  const waits = new Promise((resolve) => {
    whenOpened = () => resolve("waits");
  });
  const begun = signIns.begin("authorizationCode", target()).then(() => "over");
  expect(await Promise.race([begun, waits])).toBe("over");
  expect(open.size).toBe(0);
  expect(signIns.getState()).toEqual({});
});

test("canceling later leaves nothing waiting either", async () => {
  const signIns = getSignInStore(createCredentialStore());
  const leaves = new Promise<void>((resolve) => {
    whenOpened = resolve;
  });
  const begun = signIns.begin("authorizationCode", target());
  await leaves;
  expect([...open].map(({ name }) => name)).toEqual([SIGN_IN_CHANNEL]);
  signIns.giveUp(target());
  await begun;
  expect(open.size).toBe(0);
});
