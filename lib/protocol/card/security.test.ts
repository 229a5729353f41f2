import { describe, expect, test } from "vitest";
import {
  checkRequirements,
  getRequiredScopes,
  type RequiredScheme,
  readSecurity,
} from "./security.ts";

const demands = (card: unknown) =>
  Object.fromEntries(readSecurity(card).schemes.map(({ name, demand }) => [name, demand]));

const FLOW = { tokenUrl: "https://idp.example/token", scopes: { read: "Reads", write: "Writes" } };
const READ_FLOW = {
  kind: "clientCredentials",
  authorizationUrl: null,
  deviceAuthorizationUrl: null,
  tokenUrl: "https://idp.example/token",
  refreshUrl: null,
  scopes: [
    { name: "read", meaning: "Reads" },
    { name: "write", meaning: "Writes" },
  ],
};

describe("schemes", () => {
  test("of 0.1 are names, any of which is sufficient", () => {
    const card = { authentication: { schemes: ["Bearer", "Basic", "apiKey", "OAuth2"] } };
    expect(demands(card)).toEqual({
      Bearer: { kind: "http", scheme: "bearer", format: null },
      Basic: { kind: "http", scheme: "basic", format: null },
      apiKey: { kind: "apiKey", place: "header", parameter: "X-API-Key" },
      OAuth2: { kind: "oauth2", flows: [], metadataUrl: null },
    });
    expect(readSecurity(card).requirements).toEqual(
      ["Bearer", "Basic", "apiKey", "OAuth2"].map((scheme) => [{ scheme, scopes: [] }]),
    );
  });

  test("of 0.2 and 0.3 say their type", () => {
    const securitySchemes = {
      key: { type: "apiKey", in: "cookie", name: "session", description: "Of the desk" },
      jwt: { type: "http", scheme: "Bearer", bearerFormat: "JWT" },
      oauth: { type: "oauth2", flows: { clientCredentials: FLOW }, oauth2MetadataUrl: "https://m" },
      oidc: { type: "openIdConnect", openIdConnectUrl: "https://idp.example" },
      cert: { type: "mutualTLS" },
    };
    expect(demands({ securitySchemes })).toEqual({
      key: { kind: "apiKey", place: "cookie", parameter: "session" },
      jwt: { kind: "http", scheme: "bearer", format: "JWT" },
      oauth: { kind: "oauth2", flows: [READ_FLOW], metadataUrl: "https://m" },
      oidc: { kind: "openIdConnect", url: "https://idp.example" },
      cert: { kind: "mutualTls" },
    });
    expect(readSecurity({ securitySchemes }).schemes[0]?.description).toBe("Of the desk");
  });

  test("of 1.0 are wrapped", () => {
    const securitySchemes = {
      key: { apiKeySecurityScheme: { location: "query", name: "key" } },
      basic: { httpAuthSecurityScheme: { scheme: "basic" } },
      oauth: { oauth2SecurityScheme: { flows: { clientCredentials: FLOW } } },
      oidc: { openIdConnectSecurityScheme: { openIdConnectUrl: "https://idp.example" } },
      cert: { mtlsSecurityScheme: {} },
    };
    expect(demands({ securitySchemes })).toEqual({
      key: { kind: "apiKey", place: "query", parameter: "key" },
      basic: { kind: "http", scheme: "basic", format: null },
      oauth: { kind: "oauth2", flows: [READ_FLOW], metadataUrl: null },
      oidc: { kind: "openIdConnect", url: "https://idp.example" },
      cert: { kind: "mutualTls" },
    });
  });

  test("that cannot be used say why, also where only a requirement names them", () => {
    const card = {
      securitySchemes: { a: 3, b: { type: "apiKey" }, c: { type: "magic" }, d: {} },
      security: [{ e: [] }],
    };
    const found = demands(card);
    expect(Object.keys(found)).toEqual(["a", "b", "c", "d", "e"]);
    for (const demand of Object.values(found)) expect(demand.kind).toBe("unknown");
  });

  test("are none where there are none", () => {
    for (const card of [null, [], {}, { securitySchemes: [], security: "x", skills: [null] }]) {
      expect(readSecurity(card)).toEqual({ schemes: [], requirements: [], skills: [] });
    }
  });
});

describe("requirements", () => {
  const expected = [
    [
      { scheme: "key", scopes: [] },
      { scheme: "oauth", scopes: ["read"] },
    ],
    [{ scheme: "cert", scopes: [] }],
  ];

  test("are the same of every version", () => {
    const of03 = { security: [{ key: [], oauth: ["read"] }, { cert: [] }] };
    const of10 = {
      securityRequirements: [
        { schemes: { key: { list: [] }, oauth: { list: ["read"] } } },
        { schemes: { cert: {} } },
      ],
    };
    expect(readSecurity(of03).requirements).toEqual(expected);
    expect(readSecurity(of10).requirements).toEqual(expected);
    expect(readSecurity({ ...of10, security: [{ other: [] }] }).requirements).toEqual(expected);
  });

  test("may be those of a skill", () => {
    const card = {
      security: [{ oauth: ["read"] }],
      skills: [{ id: "a" }, { id: "b", name: "Book", security: [{ oauth: ["write"] }] }],
    };
    const security = readSecurity(card);
    expect(security.skills).toEqual([
      { name: "Book", requirements: [[{ scheme: "oauth", scopes: ["write"] }]] },
    ]);
    expect(getRequiredScopes(security, "oauth")).toEqual(["read", "write"]);
  });

  const having =
    (...names: string[]) =>
    ({ scheme }: RequiredScheme) =>
      names.includes(scheme);
  const names = (needs: readonly RequiredScheme[] | null) =>
    needs?.map(({ scheme }) => scheme) ?? null;
  const judge = (requirements: readonly (readonly RequiredScheme[])[], ...have: string[]) => {
    const { met, missing } = checkRequirements(requirements, having(...have));
    return { met: names(met), missing: names(missing) };
  };

  test("are satisfied by all schemes of one", () => {
    expect(judge(expected, "key", "oauth")).toEqual({ met: ["key", "oauth"], missing: [] });
    expect(judge(expected, "cert", "key")).toEqual({ met: ["cert"], missing: [] });
    expect(judge([])).toEqual({ met: [], missing: [] });
  });

  test("that are not satisfied report what the closest one lacks", () => {
    expect(judge(expected, "key")).toEqual({ met: null, missing: ["oauth"] });
    expect(judge(expected)).toEqual({ met: null, missing: ["cert"] });
  });

  test("may be satisfied anonymously, but credentials are preferred", () => {
    const optional = [[], [{ scheme: "key", scopes: [] }]];
    expect(judge(optional)).toEqual({ met: [], missing: [] });
    expect(judge(optional, "key")).toEqual({ met: ["key"], missing: [] });
  });
});
