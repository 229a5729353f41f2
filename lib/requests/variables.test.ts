import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseWith } from "../api/schemas/parse-with.ts";
import { EMPTY_MESSAGE } from "./saved-request.ts";
import { ENVIRONMENT, type EnvironmentVariable, type ExactRequest } from "./schemas.ts";
import { findSecretReason, removeCredentials } from "./secrets-in-requests.ts";
import { findVariables, getVariableValues, resolveVariables } from "./variables.ts";

const EXACT: ExactRequest = {
  kind: "request",
  method: "POST",
  url: "{{base}}/rpc?q={{city}}",
  headers: "x-city: {{city}}\nAuthorization: Bearer {{token}}",
  body: '{"city": "{{ city }}", "n": {{count}}}',
  isGrpc: false,
};
const toValues = (...variables: EnvironmentVariable[]) =>
  new Map(variables.map((variable) => [variable.name, variable]));

describe("variables", () => {
  const values = toValues(
    { name: "base", value: "https://a.example" },
    { name: "city", value: 'Sao "Paulo"\n& more' },
    { name: "count", value: "3" },
    { name: "token", credential: "A2A_TOKEN" },
  );

  test("are found in every text, once each", () => {
    expect(findVariables(EXACT)).toEqual(["base", "city", "token", "count"]);
    const parts = [
      { kind: "data", json: '"{{b}}"' },
      { kind: "file", name: "", mediaType: "", size: null, source: { uri: "https://{{c}}" } },
    ] as const;
    const message = { ...EMPTY_MESSAGE, text: "{{a}} {{ a }} {{1}} {a}", parts, metadata: "{{d}}" };
    expect(findVariables(message)).toEqual(["a", "b", "c", "d"]);
  });

  test("get the value as its place needs it", () => {
    const { content, unresolved, misplaced } = resolveVariables(EXACT, values);
    expect(content.url).toBe(
      `https://a.example/rpc?q=${encodeURIComponent('Sao "Paulo"\n& more')}`,
    );
    expect(content.headers).toBe('x-city: Sao "Paulo" & more\nAuthorization: Bearer ‹A2A_TOKEN›');
    expect(JSON.parse(content.body)).toEqual({ city: 'Sao "Paulo"\n& more', n: 3 });
    expect([unresolved, misplaced]).toEqual([[], []]);
  });

  test("without a value stay, and are named", () => {
    const { content, unresolved } = resolveVariables(EXACT, toValues());
    expect(content).toEqual(EXACT);
    expect(unresolved).toEqual(["base", "city", "token", "count"]);
  });

  test("refer to a credential only where one is sent", () => {
    const message = { ...EMPTY_MESSAGE, text: "my {{token}}" };
    const { content, misplaced } = resolveVariables(message, values);
    expect(misplaced).toEqual(["token"]);
    expect(content.text).toBe("my {{token}}");
  });

  test("are inserted once, and leave JSON valid and headers on their lines", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (value, rest) => {
        const body = JSON.stringify({ a: "{{v}}", b: rest.replaceAll("{{", "") });
        const request = { ...EXACT, url: "http://a/?{{v}}", headers: "x: {{v}}", body };
        const { content } = resolveVariables(request, toValues({ name: "v", value }));
        expect(JSON.parse(content.body)).toEqual({ ...JSON.parse(body), a: value });
        expect(content.headers.split("\n")).toHaveLength(1);
        expect(URL.canParse(content.url)).toBe(true);
      }),
    );
    const nested = resolveVariables(EXACT, toValues({ name: "city", value: "{{count}}" }));
    expect(nested.content.body).toContain('"{{count}}"');
  });
});

describe("environments", () => {
  const base = { isActive: true, agent: null };
  const environments = [
    {
      ...base,
      id: "1",
      name: "all",
      variables: [
        { name: "a", value: "all" },
        { name: "b", value: "all" },
      ],
    },
    { ...base, id: "2", name: "own", agent: "https://a", variables: [{ name: "a", value: "own" }] },
    { ...base, id: "3", name: "off", isActive: false, variables: [{ name: "c", value: "off" }] },
    { ...base, id: "4", name: "other", agent: "https://b", variables: [{ name: "a", value: "b" }] },
  ];

  test("of the agent come first, inactive ones and those of other agents do not count", () => {
    const valuesOf = (agent: string | null) =>
      [...getVariableValues(environments, agent).values()].map(
        (one) => "value" in one && one.value,
      );
    expect(valuesOf("https://a")).toEqual(["own", "all"]);
    expect(valuesOf(null)).toEqual(["all", "all"]);
  });

  test("are checked", () => {
    const parse = (variables: unknown) => parseWith(ENVIRONMENT, { id: "1", name: "n", variables });
    expect(parse([{ name: "1a", value: "" }])).toMatch(/start with a letter/);
    expect(
      parse([
        { name: "a", value: "" },
        { name: "a", value: "" },
      ]),
    ).toMatch(/twice/);
    expect(parse([{ name: "a", credential: "secret" }])).toMatch(/Choose a credential/);
    expect(parse([{ name: "a" }])).toMatch(/no value/);
    expect(parse([{ name: "a", credential: "A2A_TOKEN" }])).toMatchObject({ isActive: false });
  });
});

describe("secrets", () => {
  test("are refused as values, with a hint", () => {
    expect(findSecretReason("city", "Rome")).toBeNull();
    expect(findSecretReason("max_tokens_limit", "100")).toBeNull();
    expect(findSecretReason("api_key", "abc")).toMatch(/name of a secret.*choose a credential/);
    expect(findSecretReason("x", `ghp_${"a".repeat(36)}`)).toMatch(/looks like an API key/);
    expect(findSecretReason("password", "")).toBeNull();
  });

  const clean = (url: string, headers: string) => {
    const { content, removed } = removeCredentials({ ...EXACT, url, headers });
    return [content.url, content.headers, ...removed];
  };

  test("are removed from headers and URLs; placeholders, variables and masks stay", () => {
    expect(clean("http://a/?a=1", "X-API-Key: abc\naccept: */*")).toEqual([
      "http://a/?a=1",
      "accept: */*",
      "X-API-Key",
    ]);
    const kept = "Authorization: Bearer ‹A2A_TOKEN›\nX-API-Key: {{key}}\nCookie: a=‹masked aabbcc›";
    expect(clean("http://a/?key={{key}}&token=‹A2A_TOKEN›", kept)).toEqual([
      "http://a/?key={{key}}&token=‹A2A_TOKEN›",
      kept,
    ]);
    expect(clean("http://u:p@a/?key=abc&a=1#f", "")).toEqual([
      "http://a/?a=1#f",
      "",
      "user and password in the URL",
      "key",
    ]);
    expect(clean("http://a/?a=1&api_key=abc", "")).toEqual(["http://a/?a=1", "", "api_key"]);
    expect(clean("http://a/?key=abc", "")).toEqual(["http://a/", "", "key"]);
  });
});
