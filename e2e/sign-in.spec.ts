// Gets tokens for agents that require them: in every flow, renewed when they expire, and rejected if
// the response does not match the request.
import type { Page } from "@playwright/test";
import type { GuardOptions } from "./agents/guarded-agent.ts";
import { OAUTH_CLIENT, type TestOAuthProvider } from "./agents/oauth-provider.ts";
import type { Loupe } from "./panels/loupe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

const judge =
  (provider: TestOAuthProvider): GuardOptions["checkRequest"] =>
  ({ headers }) =>
    provider.accepts(headers.authorization) ? null : 'Bearer error="invalid_token"';

const wanting = (provider: TestOAuthProvider, scheme: object): GuardOptions => ({
  card: { securitySchemes: { pass: scheme }, security: [{ pass: ["read", "write"] }] },
  checkRequest: judge(provider),
});

const oauth2 = (flows: object) => ({ type: "oauth2", flows });

const codeFlow = ({ url }: TestOAuthProvider) =>
  oauth2({
    authorizationCode: {
      authorizationUrl: `${url}/authorize`,
      tokenUrl: `${url}/token`,
      scopes: { read: "Reads", write: "Writes" },
    },
  });

const clientFlow = ({ url }: TestOAuthProvider) =>
  oauth2({ clientCredentials: { tokenUrl: `${url}/token`, scopes: {} } });

/** Connects to the agent, and enters Loupe's client registration in the dialog. */
async function introduce({ credentials }: Loupe, secret = OAUTH_CLIENT.secret): Promise<void> {
  await credentials.open();
  await credentials.fill({
    "Client ID for pass": OAUTH_CLIENT.id,
    "Client secret for pass": secret,
  });
}

async function says({ composer, timeline }: Loupe, text: string, answers: number): Promise<void> {
  await composer.sendMessage(text);
  await expect(timeline.row("Message", "You showed")).toHaveCount(answers);
}

/** Follows the link to the provider, and the link on its page. */
async function goAndChoose(loupe: Loupe, choice: "Allow" | "Deny"): Promise<Page> {
  const opening = loupe.page.context().waitForEvent("page");
  await loupe.credentials.dialog.getByRole("link", { name: /^Sign in at/ }).click();
  const tab = await opening;
  await tab.getByRole("link", { name: choice }).click();
  return tab;
}

test(
  "a client secret gets a token, and another one when it has expired",
  LONG,
  async ({ loupe, startGuardedAgent, provider }) => {
    const agent = await startGuardedAgent(wanting(provider, clientFlow(provider)));
    await loupe.connectTo(agent.url);
    await introduce(loupe);
    const { credentials } = loupe;
    await expect(credentials.field("Scopes for pass")).toHaveValue("read write");
    // So short that it expires before it arrives.
    provider.lifetime = 4;
    await credentials.button("Get token").click();
    await expect(credentials.scheme("pass")).toContainText("expired, renewed on use");
    await credentials.close();
    provider.lifetime = 600;
    await says(loupe, "hello", 1);
    expect(provider.tokenRequests).toEqual([
      { grant: "client_credentials", method: "basic", scope: "read write" },
      { grant: "client_credentials", method: "basic", scope: "read write" },
    ]);
    expect(agent.calls).toHaveLength(1);
  },
);

test("a sign-in on the provider's page returns with a token", async ({
  loupe,
  startGuardedAgent,
  provider,
}) => {
  const { credentials, page } = loupe;
  const agent = await startGuardedAgent(wanting(provider, codeFlow(provider)));
  await loupe.connectTo(agent.url);
  await introduce(loupe, "");
  await credentials.button("Start sign-in").click();
  const tab = await goAndChoose(loupe, "Allow");
  await expect(tab.getByRole("heading")).toHaveText("You can close this tab");
  expect(new URL(tab.url()).search).toBe("");
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await expect(credentials.scheme("pass")).toContainText("set, expires in 10 min");
  await credentials.close();
  await says(loupe, "hello", 1);
  expect(provider.tokenRequests).toEqual([
    { grant: "authorization_code", method: "none", scope: "" },
  ]);
  await tab.close();

  // Revoked early: it is renewed once, and the message is sent again.
  provider.revoke();
  await says(loupe, "once more", 2);
  expect(provider.tokenRequests.at(-1)?.grant).toBe("refresh_token");
  expect(agent.calls).toHaveLength(3);
  await expect(credentials.unauthorized).toBeHidden();
  expect(page.url()).not.toContain("code=");
});

test(
  "OpenID Connect discovers its endpoints",
  LONG,
  async ({ loupe, startGuardedAgent, provider }) => {
    const { credentials } = loupe;
    const scheme = { type: "openIdConnect", openIdConnectUrl: provider.url };
    const agent = await startGuardedAgent(wanting(provider, scheme));
    await loupe.connectTo(agent.url);
    await introduce(loupe);
    await credentials.button("Start sign-in").click();
    const tab = await goAndChoose(loupe, "Allow");
    await expect(tab.getByRole("heading")).toHaveText("You can close this tab");
    await credentials.close();
    await says(loupe, "hello", 1);
    // As its metadata requires.
    expect(provider.tokenRequests[0]?.method).toBe("post");
  },
);

test.describe("a sign-in is rejected", () => {
  test.beforeEach(async ({ loupe, startGuardedAgent, provider }) => {
    const scheme = { type: "openIdConnect", openIdConnectUrl: provider.url };
    const agent = await startGuardedAgent(wanting(provider, scheme));
    await loupe.connectTo(agent.url);
    await introduce(loupe);
    await loupe.credentials.button("Start sign-in").click();
  });

  test("by the user", LONG, async ({ loupe }) => {
    await goAndChoose(loupe, "Deny");
    await expect(loupe.credentials.dialog.getByRole("alert")).toContainText("access_denied");
    await expect(loupe.credentials.field("Client ID for pass")).toHaveValue(OAUTH_CLIENT.id);
  });

  test("with a different state", LONG, async ({ loupe, provider }) => {
    provider.falseState = "somebody-elses";
    const tab = await goAndChoose(loupe, "Allow");
    await expect(tab.getByRole("heading")).toHaveText("Sign-in rejected");
    expect(new URL(tab.url()).search).toBe("");
    await expect(loupe.credentials.dialog.getByRole("alert")).toContainText("its state is unknown");
    expect(provider.tokenRequests).toEqual([]);
  });

  test("if it names another provider", LONG, async ({ loupe, provider }) => {
    provider.falseIssuer = "https://evil.example";
    await goAndChoose(loupe, "Allow");
    await expect(loupe.credentials.dialog.getByRole("alert")).toContainText("another provider");
    expect(provider.tokenRequests).toEqual([]);
  });

  test("if it was abandoned, or has already completed", LONG, async ({ loupe, provider }) => {
    const tab = await goAndChoose(loupe, "Allow");
    await expect(tab.getByRole("heading")).toHaveText("You can close this tab");
    await expect(loupe.credentials.scheme("pass")).toContainText("set");
    await tab.goBack();
    await tab.getByRole("link", { name: "Allow" }).click();
    await expect(tab.getByRole("heading")).toHaveText("Sign-in rejected");
    expect(provider.tokenRequests).toHaveLength(1);
  });
});

test.describe("a device code", () => {
  test.beforeEach(async ({ loupe, startGuardedAgent, provider }) => {
    const { url } = provider;
    const scheme = oauth2({
      deviceCode: {
        deviceAuthorizationUrl: `${url}/device`,
        tokenUrl: `${url}/token`,
        scopes: {},
      },
    });
    const agent = await startGuardedAgent(wanting(provider, scheme));
    await loupe.connectTo(agent.url);
    await introduce(loupe);
  });

  test("is shown, polled, and becomes a token", async ({ loupe, provider }) => {
    const { credentials } = loupe;
    provider.deviceAnswers.push(...Array.from({ length: 1000 }, () => "authorization_pending"));
    await credentials.button("Get code").click();
    const waiting = credentials.dialog.getByRole("status", { name: "Sign-in for pass" });
    await expect(waiting).toContainText("WDJB-MJHT");
    await expect(waiting).toContainText(`${provider.url}/enter`);
    const link = waiting.getByRole("link", { name: `Open ${new URL(provider.url).host}` });
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    await expect.poll(() => provider.tokenRequests.length).toBeGreaterThan(0);
    // The user enters the code.
    provider.deviceAnswers.length = 0;
    await expect(credentials.scheme("pass")).toContainText("set");
    await credentials.close();
    await says(loupe, "hello", 1);
    const polls = provider.tokenRequests.length;
    await says(loupe, "again", 2);
    expect(provider.tokenRequests).toHaveLength(polls);
  });

  test("that was not entered in time is reported", LONG, async ({ loupe, provider }) => {
    const { credentials } = loupe;
    provider.deviceAnswers.push("authorization_pending", "expired_token");
    await credentials.button("Get code").click();
    await expect(credentials.dialog.getByRole("alert")).toContainText("The code expired");
    await expect(credentials.button("Get code")).toBeVisible();
  });
});

test(
  "an unknown client, and a token that cannot be renewed, are reported",
  LONG,
  async ({ loupe, startGuardedAgent, provider }) => {
    const { composer, credentials, page } = loupe;
    const agent = await startGuardedAgent(wanting(provider, clientFlow(provider)));
    await loupe.connectTo(agent.url);
    await introduce(loupe, "wrong");
    await credentials.button("Get token").click();
    await expect(credentials.dialog.getByRole("alert")).toContainText("invalid_client");
    await credentials.fill({ "Client secret for pass": OAUTH_CLIENT.secret });
    provider.lifetime = 1;
    await credentials.button("Get token").click();
    await expect(credentials.scheme("pass")).toContainText("expired, renewed on use");
    await credentials.close();
    await provider.close();
    await composer.message.fill("keep this");
    await composer.send.click();
    await expect(page.getByRole("alert").filter({ hasText: "could not be renewed" })).toBeVisible();
    await expect(composer.message).toHaveValue("keep this");
    expect(agent.calls).toHaveLength(0);
  },
);

test("nothing of a sign-in is written to disk", async ({
  page,
  loupe,
  startGuardedAgent,
  provider,
  ownServer,
}) => {
  const agent = await startGuardedAgent(wanting(provider, codeFlow(provider)));
  await loupe.open(ownServer.url);
  await loupe.connect.connectTo(agent.url);
  await introduce(loupe);
  await loupe.credentials.button("Start sign-in").click();
  const tab = await goAndChoose(loupe, "Allow");
  await expect(tab.getByRole("heading")).toHaveText("You can close this tab");
  await tab.close();
  await loupe.credentials.close();
  await says(loupe, "hello", 1);
  const storage = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  );
  const files = await ownServer.stopAndReadAll();
  const everything = [...files, storage, page.url(), ownServer.output].join("\n");
  expect(everything).toContain("You showed");
  expect(provider.secrets.size).toBeGreaterThan(3);
  for (const secret of provider.secrets) expect(everything).not.toContain(secret);
});
