import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeChallenge, parseChallenges } from "./challenge.ts";

const plain = (...lines: string[]) =>
  parseChallenges(lines).map(({ scheme, token, parameters }) => ({
    scheme,
    ...(token !== null && { token }),
    ...Object.fromEntries(parameters),
  }));

describe("WWW-Authenticate is read", () => {
  test.each([
    ["Basic", [{ scheme: "Basic" }]],
    ['Basic realm="The pier"', [{ scheme: "Basic", realm: "The pier" }]],
    [
      "Bearer realm = pier , error=invalid_token",
      [{ scheme: "Bearer", realm: "pier", error: "invalid_token" }],
    ],
    [
      'Bearer realm="a, b \\"c\\"", scope="x y"',
      [{ scheme: "Bearer", realm: 'a, b "c"', scope: "x y" }],
    ],
    [
      'Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"',
      [
        { scheme: "Newauth", realm: "apps", type: "1", title: 'Login to "apps"' },
        { scheme: "Basic", realm: "simple" },
      ],
    ],
    ["Negotiate, Basic realm=x", [{ scheme: "Negotiate" }, { scheme: "Basic", realm: "x" }]],
    ["Negotiate abc==, Bearer", [{ scheme: "Negotiate", token: "abc==" }, { scheme: "Bearer" }]],
    ['Bearer REALM="one", realm="two"', [{ scheme: "Bearer", realm: "one" }]],
    [", ,Basic realm=x,,", [{ scheme: "Basic", realm: "x" }]],
    ['="broken", Basic realm=x', [{ scheme: "Basic", realm: "x" }]],
    ["", []],
  ])("%s", (line, expected) => {
    expect(plain(line)).toEqual(expected);
  });

  test("over several lines", () => {
    expect(plain("Basic realm=a", "Bearer")).toEqual([
      { scheme: "Basic", realm: "a" },
      { scheme: "Bearer" },
    ]);
  });

  test("whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab=", \\\t;/') }), (line) => {
        for (const challenge of parseChallenges([line])) describeChallenge(challenge);
      }),
    );
  });

  test("back from any names and values", () => {
    const token = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
    const challenge = fc.record({
      scheme: token,
      parameters: fc.dictionary(token, fc.string(), { minKeys: 1, noNullPrototype: true }),
    });
    const quoted = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;
    fc.assert(
      fc.property(fc.array(challenge), (challenges) => {
        const line = challenges
          .map(({ scheme, parameters }) => {
            const pairs = Object.entries(parameters).map(([k, v]) => `${k}=${quoted(v)}`);
            return `${scheme} ${pairs.join(", ")}`;
          })
          .join(", ");
        const read = parseChallenges([line]).map(({ scheme, parameters }) => ({
          scheme,
          parameters: Object.fromEntries(parameters),
        }));
        expect(read).toEqual(challenges);
      }),
    );
  });
});

test("a challenge as text", () => {
  const say = (line: string) => parseChallenges([line]).map((one) => describeChallenge(one));
  const [bare] = parseChallenges(['Bearer error="invalid_token"']);
  expect(bare && describeChallenge(bare, false)).toBe(
    "It requires a bearer token. It rejects credentials, though none were sent (invalid_token).",
  );
  expect(bare && describeChallenge(bare, true)).toContain("The token sent is expired");
  expect(say('Basic realm="The pier"')).toEqual([
    "It requires a user name and password (Basic) for “The pier”.",
  ]);
  expect(
    say(
      'Bearer error="invalid_token", error_description="The token expired.", scope="read write", ' +
        'resource_metadata="https://a.example/.well-known/oauth-protected-resource"',
    ),
  ).toEqual([
    "It requires a bearer token. The token sent is expired, revoked or not valid for this server " +
      "(invalid_token): " +
      "The token expired. It requires the scope read, write. It describes its requirements at " +
      "https://a.example/.well-known/oauth-protected-resource.",
  ]);
  expect(say('DPoP realm="agents", error="use_dpop_nonce"')).toEqual([
    "It requires a token bound to a key (DPoP), which Loupe does not support for “agents”. " +
      "It requires its own nonce in the DPoP proof (use_dpop_nonce).",
  ]);
  expect(say("Odd")).toEqual(["It requires credentials for the scheme “Odd”."]);
});
