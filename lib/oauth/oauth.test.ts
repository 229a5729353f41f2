import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  buildAuthorizationUrl,
  createCodeChallenge,
  encodeBase64Url,
  parseAuthorizationResponse,
} from "./authorization-code.ts";
import { type DeviceCode, parseDeviceCode, resolveDevicePoll } from "./device-code.ts";
import { getIssuer, getMetadataUrls, parseProvider } from "./provider.ts";
import { createFormRequest, grants, parseToken } from "./token.ts";

const NOW = 1_000_000;
const json = JSON.stringify;

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

  test("is parsed, without unusable values", () => {
    const value = {
      issuer: "https://idp.example/",
      authorization_endpoint: "https://idp.example/a",
      token_endpoint: "ftp://idp.example/t",
      device_authorization_endpoint: 3,
      token_endpoint_auth_methods_supported: ["client_secret_post", 3],
      authorization_response_iss_parameter_supported: true,
    };
    expect(parseProvider(value, url)).toEqual({
      issuer: "https://idp.example/",
      authorizationUrl: "https://idp.example/a",
      deviceAuthorizationUrl: null,
      tokenUrl: null,
      clientMethods: ["client_secret_post"],
      namesItself: true,
    });
  });

  test("of another issuer is rejected", () => {
    expect(parseProvider({ issuer: "https://evil.example" }, url)).toMatch(/another issuer/);
    expect(parseProvider([], url)).toMatch(/not a JSON object/);
  });
});

describe("a token request", () => {
  const client = { id: "a:b c", secret: "s+/&", method: "basic" } as const;
  const url = "https://idp.example/t";

  test("authenticates the client with the chosen method", () => {
    const basic = createFormRequest(url, grants.byClient("x y"), client);
    const encoded = Buffer.from("a%3Ab+c:s%2B%2F%26").toString("base64");
    expect(basic.headers).toContainEqual(["authorization", `Basic ${encoded}`]);
    expect(basic.form).toBe("grant_type=client_credentials&scope=x+y");
    const post = createFormRequest(url, grants.byClient(""), { ...client, method: "post" });
    expect(post.form).toBe(
      "grant_type=client_credentials&client_id=a%3Ab+c&client_secret=s%2B%2F%26",
    );
    const none = createFormRequest(url, grants.byRefresh("r"), { ...client, method: "none" });
    expect(none.form).toBe("grant_type=refresh_token&refresh_token=r&client_id=a%3Ab+c");
    for (const { headers } of [post, none]) expect(headers).toHaveLength(2);
  });
});

describe("a token response", () => {
  test("is parsed as a token with its expiry", () => {
    const body = json({ access_token: "a", token_type: "BEARER", expires_in: "60", scope: "x" });
    expect(parseToken(200, body, NOW)).toEqual({
      accessToken: "a",
      expiresAt: NOW + 60_000,
      refreshToken: null,
      scope: "x",
    });
    expect(parseToken(200, "access_token=a&refresh_token=r", NOW)).toEqual({
      accessToken: "a",
      expiresAt: null,
      refreshToken: "r",
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
    [500, "<h1>oops</h1>", null, /HTTP 500 without an error code/],
    [200, "{}", null, /without a token/],
    [200, "[]", null, /without a token/],
    [200, json({ access_token: "a", token_type: "DPoP" }), null, /DPoP/],
  ])("%s %s is a failure", (status, body, code, words) => {
    const result = parseToken(status, body, NOW);
    expect(result).toMatchObject({ code });
    expect("words" in result && result.words).toMatch(words);
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
    const sha256 = async (bytes: Uint8Array) => {
      const { buffer, byteOffset, byteLength } = createHash("sha256").update(bytes).digest();
      return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
    };
    const challenge = await createCodeChallenge(
      "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      sha256,
    );
    expect(challenge).toBe("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    expect(encodeBase64Url(new Uint8Array([251, 255, 254]))).toBe("-__-");
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
  const parse = (query: string, of = provider) =>
    parseAuthorizationResponse(new URLSearchParams(query), pending, of);

  test("returns a code", () => {
    expect(parse("state=st&code=c")).toEqual({ code: "c" });
    expect(parse("state=st&code=c&iss=https://idp.example/")).toEqual({ code: "c" });
  });

  test.each([
    ["state=other&code=c", /its state does not match/],
    ["code=c", /its state does not match/],
    ["state=other&error=access_denied", /its state does not match/],
    ["state=st&code=c&iss=https://evil.example", /another provider/],
    [
      "state=st&error=access_denied&error_description=No.",
      /^Access was denied \(access_denied: No\)\.$/,
    ],
    ["state=st", /neither a code/],
  ])("with %s is rejected", (query, words) => {
    expect(parse(query)).toMatch(words);
  });

  test("must name the provider if the provider always does", () => {
    const always = { ...provider, namesItself: true };
    expect(parse("state=st&code=c", always)).toMatch(/does not name the provider/);
    expect(parse("state=st&code=c&iss=https://idp.example", always)).toEqual({ code: "c" });
  });
});

describe("a sign-in on another device", () => {
  const started = parseDeviceCode(
    200,
    json({
      device_code: "d",
      user_code: "ABCD",
      verification_uri: "https://idp.example/d",
      verification_uri_complete: "javascript:alert(1)",
      expires_in: 60,
    }),
    NOW,
  ) as DeviceCode;
  const poll = (error: string, now = NOW) =>
    resolveDevicePoll(started, { status: 400, body: json({ error }) }, now);

  test("returns a code to enter", () => {
    expect(started).toEqual({
      deviceCode: "d",
      userCode: "ABCD",
      url: "https://idp.example/d",
      urlWithCode: null,
      expiresAt: NOW + 60_000,
      interval: 5000,
    });
    expect(parseDeviceCode(200, "{}", NOW)).toMatchObject({ code: null });
    expect(parseDeviceCode(400, json({ error: "invalid_client" }), NOW)).toMatchObject({
      code: "invalid_client",
    });
  });

  test("waits, longer after slow_down", () => {
    expect(poll("authorization_pending")).toEqual({ kind: "wait", code: started });
    expect(poll("slow_down")).toEqual({ kind: "wait", code: { ...started, interval: 10_000 } });
  });

  test("ends with a token, a refusal, or the expiry of the code", () => {
    const body = json({ access_token: "a" });
    expect(resolveDevicePoll(started, { status: 200, body }, NOW)).toMatchObject({ kind: "token" });
    expect(poll("access_denied")).toMatchObject({
      kind: "over",
      words: expect.stringContaining("denied"),
    });
    expect(poll("expired_token")).toMatchObject({ kind: "over" });
    expect(poll("authorization_pending", NOW + 60_000)).toMatchObject({ kind: "over" });
  });
});
