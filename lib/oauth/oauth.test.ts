import { calculatePKCECodeChallenge } from "oauth4webapi";
import { describe, expect, test } from "vitest";
import type { OAuthRequest } from "../api/schemas/api-requests.ts";
import { buildAuthorizationUrl, validateAuthorizationResponse } from "./authorization-code.ts";
import { type DeviceCode, pollForToken, requestDeviceCode } from "./device-code.ts";
import { getIssuer, getMetadataUrls, type OAuthProvider, parseProvider } from "./provider.ts";
import { OAuthError, type ProviderAccess } from "./provider-call.ts";
import { createTokenRequester, type OAuthClient, type TokenEndpoint } from "./token.ts";

const NOW = 1_000_000;
const json = JSON.stringify;
const CLIENT = { id: "me", secret: "", method: "none" } as const;
const ENDPOINT = { tokenUrl: "https://idp.example/t", client: CLIENT };

/** A provider with one response. */
const createAccess = (status: number, body: string, now = NOW): ProviderAccess => ({
  send: async () => ({ status, body }),
  now: () => now,
});

describe("metadata", () => {
  test("has a URL for each location that the two standards define", () => {
    expect(getMetadataUrls("https://idp.example")).toEqual([
      "https://idp.example/.well-known/openid-configuration",
      "https://idp.example/.well-known/oauth-authorization-server",
    ]);
    expect(getMetadataUrls("https://idp.example/realm/")).toEqual([
      "https://idp.example/realm/.well-known/openid-configuration",
      "https://idp.example/.well-known/oauth-authorization-server/realm",
      "https://idp.example/.well-known/openid-configuration/realm",
    ]);
    const wellKnown = "https://idp.example/realm/.well-known/openid-configuration";
    expect(getMetadataUrls(wellKnown)).toEqual([wellKnown]);
    expect(getMetadataUrls("javascript:alert(1)")).toEqual([]);
    expect(getMetadataUrls("nonsense")).toEqual([]);
  });

  test("has its issuer in its URL", () => {
    const issuers = getMetadataUrls("https://idp.example/realm").map(getIssuer);
    expect(new Set(issuers)).toEqual(new Set(["https://idp.example/realm"]));
    expect(getIssuer("https://idp.example/meta.json")).toBeNull();
  });

  const url = "https://idp.example/.well-known/openid-configuration";

  const parse = (value: unknown, status = 200) => parseProvider({ status, body: json(value) }, url);

  test("is parsed, without unusable values", async () => {
    const value = {
      issuer: "https://idp.example/",
      authorization_endpoint: "https://idp.example/a",
      token_endpoint: "ftp://idp.example/t",
      device_authorization_endpoint: 3,
      token_endpoint_auth_methods_supported: ["client_secret_post", 3],
      authorization_response_iss_parameter_supported: true,
    };
    expect(await parse(value)).toEqual({
      issuer: "https://idp.example/",
      authorizationUrl: "https://idp.example/a",
      deviceAuthorizationUrl: null,
      tokenUrl: null,
      clientMethods: ["client_secret_post"],
      namesItself: true,
    });
  });

  test.each([
    [{ issuer: "https://evil.example" }, /another issuer: .*evil\.example instead of .*idp\.ex/],
    [{ issuer: "https://idp.example/realm" }, /another issuer/],
    [{ token_endpoint: "https://idp.example/t" }, /has no issuer URL/],
    [{ issuer: "idp" }, /has no issuer URL/],
    [[], /not a JSON object/],
  ])("%j is rejected", async (value, message) => {
    await expect(parse(value)).rejects.toThrow(message);
    await expect(parse(value)).rejects.toThrow(OAuthError);
  });

  test("is not in another response", async () => {
    await expect(parse({ issuer: "https://idp.example" }, 404)).rejects.toThrow(/^HTTP 404\.$/);
    const own = { status: 200, body: json({ issuer: "https://any.example/x" }) };
    const { issuer } = await parseProvider(own, "https://idp.example/meta.json");
    expect(issuer).toBe("https://any.example/x");
  });
});

describe("a token request", () => {
  const client = { id: "a:b c", secret: "s+/&", method: "basic" } as const;
  const identity = { client_id: "a:b c" };

  /** The form and the headers that the provider gets. */
  async function requestAs(
    changes: Partial<OAuthClient>,
    request: (access: ProviderAccess, endpoint: TokenEndpoint) => Promise<unknown>,
  ) {
    const requests: OAuthRequest[] = [];
    const access: ProviderAccess = {
      async send(one) {
        requests.push(one);
        return { status: 200, body: json({ access_token: "a" }) };
      },
      now: () => NOW,
    };
    await request(access, { ...ENDPOINT, client: { ...client, ...changes } });
    const [sent] = requests;
    expect(sent).toMatchObject({ method: "POST", url: ENDPOINT.tokenUrl });
    return {
      form: Object.fromEntries(new URLSearchParams(sent?.form)),
      headers: Object.fromEntries(sent?.headers ?? []),
    };
  }

  test("authenticates the client with the chosen method", async () => {
    const basic = await requestAs({}, (access, endpoint) =>
      createTokenRequester(access, endpoint).byClient("x y"),
    );
    const encoded = Buffer.from("a%3Ab+c:s%2B%2F%26").toString("base64");
    expect(basic.headers.authorization).toBe(`Basic ${encoded}`);
    expect(basic.form).toEqual({ grant_type: "client_credentials", scope: "x y" });
    const post = await requestAs({ method: "post" }, (access, endpoint) =>
      createTokenRequester(access, endpoint).byClient(""),
    );
    expect(post.form).toEqual({
      grant_type: "client_credentials",
      ...identity,
      client_secret: "s+/&",
    });
    const none = await requestAs({ method: "none" }, (access, endpoint) =>
      createTokenRequester(access, endpoint).byRefresh("r"),
    );
    expect(none.form).toEqual({ grant_type: "refresh_token", refresh_token: "r", ...identity });
    for (const { headers } of [post, none]) {
      expect(headers).not.toHaveProperty("authorization");
      expect(headers).toMatchObject({
        accept: "application/json",
        "content-type": expect.stringContaining("application/x-www-form-urlencoded"),
      });
    }
  });

  test("sends characters that need no encoding as they are", async () => {
    const basic = await requestAs({ id: "my-client_1.0", secret: "a*b" }, (access, endpoint) =>
      createTokenRequester(access, endpoint).byClient(""),
    );
    const encoded = Buffer.from("my-client_1.0:a*b").toString("base64");
    expect(basic.headers.authorization).toBe(`Basic ${encoded}`);
  });

  test("sends the code with its verifier", async () => {
    const redirectUri = "http://127.0.0.1:1/oauth/callback";
    const query = new URLSearchParams({ state: "st", code: "c" });
    const unknown = { issuer: null, namesItself: false };
    const response = validateAuthorizationResponse(query, { state: "st" }, "me", unknown);
    const { form } = await requestAs({ method: "none" }, (access, endpoint) =>
      createTokenRequester(access, endpoint).byCode({ response, redirectUri, verifier: "v" }),
    );
    expect(form).toEqual({
      grant_type: "authorization_code",
      code: "c",
      redirect_uri: redirectUri,
      code_verifier: "v",
      ...identity,
    });
  });
});

describe("a token response", () => {
  const parse = (status: number, body: string) =>
    createTokenRequester(createAccess(status, body), ENDPOINT).byClient("");

  test("is parsed as a token with its expiry", async () => {
    const body = json({ access_token: "a", token_type: "BEARER", expires_in: "60", scope: "x" });
    expect(await parse(200, body)).toEqual({
      accessToken: "a",
      expiresAt: NOW + 60_000,
      refreshToken: null,
      scope: "x",
    });
    expect(await parse(200, "access_token=a&refresh_token=r")).toEqual({
      accessToken: "a",
      expiresAt: null,
      refreshToken: "r",
      scope: null,
    });
  });

  test.each([
    [201, {}],
    [200, { token_type: null, expires_in: null, refresh_token: null, scope: null }],
    [200, { expires_in: "soon", refresh_token: "", scope: ["x"] }],
    [200, { id_token: "not.a.jwt" }],
  ])("with HTTP %s and %j has a token nevertheless", async (status, fields) => {
    expect(await parse(status, json({ access_token: "a", ...fields }))).toEqual({
      accessToken: "a",
      expiresAt: null,
      refreshToken: null,
      scope: null,
    });
  });

  test.each([
    [
      400,
      json({ error: "invalid_grant", error_description: "Used before." }),
      "invalid_grant",
      /Used before\)\.$/,
    ],
    [200, json({ error: "slow_down" }), "slow_down", /The provider refused \(slow_down\)/],
    [503, json({ error: "server_error" }), "server_error", /The provider failed \(server_error\)/],
    [500, "<h1>oops</h1>", null, /HTTP 500 without an error code/],
    [302, "", null, /HTTP 302 without an error code/],
    [204, "", null, /HTTP 204, but without a token/],
    [200, "{}", null, /without a token/],
    [200, "[]", null, /without a token/],
    [200, json({ access_token: 3 }), null, /without a token/],
    [200, json({ access_token: "a", token_type: "DPoP" }), null, /DPoP/],
    [200, json({ access_token: "a", token_type: "MAC" }), null, /MAC/],
  ])("%s %s is a failure", async (status, body, code, message) => {
    const error = await parse(status, body).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(OAuthError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test("that does not come is the relay's error", async () => {
    const failure = new Error("idp.example: no response");
    const access = { send: () => Promise.reject(failure), now: () => NOW };
    await expect(createTokenRequester(access, ENDPOINT).byClient("")).rejects.toBe(failure);
  });
});

describe("a sign-in on the provider's page", () => {
  const pending = {
    state: "st",
    verifier: "ve",
    redirectUri: "http://127.0.0.1:1/oauth/callback",
  };

  test("is requested with the challenge of the verifier", async () => {
    // The example of RFC 7636, appendix B.
    const challenge = await calculatePKCECodeChallenge(
      "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    );
    expect(challenge).toBe("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    const request = { clientId: "me", scope: "", challenge };
    const authorizationUrl = buildAuthorizationUrl(
      "https://idp.example/a?tenant=1",
      pending,
      request,
    );
    expect(Object.fromEntries(new URL(authorizationUrl).searchParams)).toEqual({
      tenant: "1",
      response_type: "code",
      client_id: "me",
      redirect_uri: pending.redirectUri,
      state: "st",
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
  });

  const provider = { issuer: "https://idp.example", namesItself: false };
  const parse = (query: string, of: Pick<OAuthProvider, "issuer" | "namesItself"> = provider) =>
    validateAuthorizationResponse(new URLSearchParams(query), pending, "me", of).get("code");

  test("returns a code", () => {
    expect(parse("state=st&code=c")).toBe("c");
    expect(parse("state=st&code=c&iss=https://idp.example")).toBe("c");
    expect(parse("state=st&code=c&iss=https://idp.example/")).toBe("c");
    const unknown = { issuer: null, namesItself: false };
    expect(parse("state=st&code=c", unknown)).toBe("c");
    expect(parse("state=st&code=c&iss=https://any.example", unknown)).toBe("c");
  });

  test.each([
    ["state=other&code=c", /its state does not match/],
    ["code=c", /its state does not match/],
    ["state=other&error=access_denied", /its state does not match/],
    ["state=st&code=c&iss=https://evil.example", /another provider/],
    ["state=st&error=access_denied&iss=https://evil.example", /another provider/],
    [
      "state=st&error=access_denied&error_description=No.",
      /^Access was denied \(access_denied: No\)\.$/,
    ],
    ["state=st", /neither a code/],
    ["state=st&code=", /neither a code/],
    ["state=st&state=st&code=c", /more than one state/],
    ["state=st&code=c&id_token=x", /not the response of an authorization code flow/],
  ])("with %s is rejected", (query, message) => {
    expect(() => parse(query)).toThrow(message);
    expect(() => parse(query)).toThrow(OAuthError);
  });

  test("must name the provider if the provider always does", () => {
    const always = { ...provider, namesItself: true };
    expect(() => parse("state=st&code=c", always)).toThrow(/does not name the provider/);
    expect(parse("state=st&code=c&iss=https://idp.example", always)).toBe("c");
  });
});

describe("a sign-in on another device", () => {
  const request = (fields: object, status = 200) =>
    requestDeviceCode(
      createAccess(status, json(fields)),
      { deviceUrl: "https://idp.example/d", client: CLIENT },
      "",
    );
  const FIELDS = {
    device_code: "d",
    user_code: "ABCD",
    verification_uri: "https://idp.example/d",
    verification_uri_complete: "javascript:alert(1)",
    expires_in: 60,
  };
  const CODE: DeviceCode = {
    deviceCode: "d",
    userCode: "ABCD",
    url: "https://idp.example/d",
    urlWithCode: null,
    expiresAt: NOW + 60_000,
    interval: 5000,
  };
  const poll = (error: string, now = NOW) =>
    pollForToken(createAccess(400, json({ error }), now), ENDPOINT, CODE);

  test("returns a code to enter", async () => {
    expect(await request(FIELDS)).toEqual(CODE);
  });

  test.each([
    [{ interval: 0 }, { interval: 0 }],
    [{ interval: "7" }, { interval: 7000 }],
    [{ interval: null, expires_in: "soon" }, { expiresAt: NOW + 600_000 }],
    [
      { verification_uri: undefined, verification_url: "https://idp.example/v" },
      { url: "https://idp.example/v" },
    ],
  ])("returns a code also with %j", async (fields, changes) => {
    expect(await request({ ...FIELDS, ...fields })).toEqual({ ...CODE, ...changes });
  });

  test.each([
    [200, {}, null, /no code to enter/],
    [200, { ...FIELDS, verification_uri: "javascript:alert(1)" }, null, /no URL to enter it at/],
    [400, { error: "invalid_client" }, "invalid_client", /rejected the client ID/],
    [404, {}, null, /HTTP 404 without an error code/],
  ])("fails with %s %j", async (status, fields, code, message) => {
    const error = await request(fields, status).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(OAuthError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test("waits, longer after slow_down", async () => {
    expect(await poll("authorization_pending")).toEqual({ kind: "wait", code: CODE });
    const slower = { ...CODE, interval: 10_000 };
    expect(await poll("slow_down")).toEqual({ kind: "wait", code: slower });
  });

  test("ends with a token, a refusal, or the expiry of the code", async () => {
    const access = createAccess(200, json({ access_token: "a" }));
    expect(await pollForToken(access, ENDPOINT, CODE)).toMatchObject({ kind: "token" });
    await expect(poll("access_denied")).rejects.toThrow(/denied/);
    await expect(poll("expired_token")).rejects.toThrow(/expired before it was entered/);
    await expect(poll("authorization_pending", NOW + 60_000)).rejects.toThrow(/Request a new one/);
  });
});
