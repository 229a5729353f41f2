import { describe, expect, test } from "vitest";
import { ReportLog } from "../../fixtures/event-builders.ts";
import { parseFieldPath } from "./field-path.ts";
import { findSecretsInRun, redactRun } from "./redact-run.ts";
import { ReplacementTexts } from "./replacement-texts.ts";
import { getTextError } from "./secret-finding.ts";
import type { NamedSecrets } from "./secret-scan.ts";
import { formatTextLocation } from "./text-location.ts";

const NOTHING: NamedSecrets = { texts: [], fields: [] };

const found = (log: ReportLog, named = NOTHING) =>
  findSecretsInRun(log.records, named).map(
    ({ rules, secret, count, places }) =>
      `${rules.join("+")}: ${secret} ×${count} in ${places[0] ? formatTextLocation(places[0]) : "nothing"}`,
  );

describe("secrets found by location", () => {
  test("headers without scheme, cookies without name, and no token counts", () => {
    const headers = [
      ["Authorization", "Bearer abc-def-123"],
      ["Cookie", "lang=en-GB; sid=99aa88bb"],
      ["x-api-key", "‹masked 4f2a91›"],
      ["x-ratelimit-remaining-tokens", "5000"],
      ["accept", "text/event-stream"],
    ] as const;
    expect(found(new ReportLog().addOpen("x1", { headers }))).toEqual([
      "header: abc-def-123 ×1 in header Authorization",
      "cookie: en-GB ×1 in header Cookie",
      "cookie: 99aa88bb ×1 in header Cookie",
    ]);
  });

  test("headers that only the caller of a tap sent", () => {
    const log = new ReportLog().addOpen("x1", {
      hop: {
        via: "forward",
        listen: "127.0.0.1:1",
        target: "127.0.0.1:2",
        connection: 1,
        caller: { address: "127.0.0.1", port: 3 },
        firstByte: 0,
        received: {
          url: "http://127.0.0.1:2/?sig=a%2Fb%2Fc%2Fd",
          headers: [["Proxy-Authorization", "Basic bWFyYTpoYW1tZXI="]],
        },
      },
    });
    expect(found(log)).toEqual([
      "header: bWFyYTpoYW1tZXI= ×1 in header Proxy-Authorization",
      "password: hammer ×0 in header Proxy-Authorization",
      "parameter: a/b/c/d ×1 in request hop.received.url",
    ]);
  });

  test("decoded parameters and passwords in URLs in any text", () => {
    const text = "see https://mara:h%C3%A4mmer1@files.example/a?sig=a%2Fb%2Fc%2Fd&page=2";
    expect(found(new ReportLog().addRequest("message/send", { note: text }))).toEqual([
      "password: mara ×1 in request params.note",
      "password: hämmer1 ×1 in request params.note",
      "parameter: a/b/c/d ×1 in request params.note",
    ]);
  });

  test("tokens of push configurations and members named like secrets, but not text tokens", () => {
    const config = {
      url: "https://hook.example",
      token: "tok",
      authentication: { credentials: "abc" },
    };
    const part = {
      kind: "data",
      data: { token: "beautiful", dbPassword: "open sesame", tokens: 12 },
    };
    const log = new ReportLog().addRequest("tasks/pushNotification/set", {
      pushNotificationConfig: config,
    });
    log.addRequest("message/send", { message: { parts: [part], nextPageToken: "page-2" } }, "x2");
    expect(found(log)).toEqual([
      "push: tok ×1 in request params.pushNotificationConfig.token",
      "push: abc ×1 in request params.pushNotificationConfig.authentication.credentials",
      "member: open sesame ×1 in request params.message.parts[0].data.dbPassword",
    ]);
  });
});

describe("secrets found by shape", () => {
  test.each([
    ["jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27u"],
    ["key", "ghp_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"],
    ["key", "AKIAIOSFODNN7EXAMPLE"],
    ["key", "sk-proj-abcdefghijklmnopqrstuvwxyz012345"],
    ["email", "mara@harbour.example"],
  ])("%s", (rule, secret) => {
    const log = new ReportLog().addRequest("message/send", { text: `It is ${secret}, or so.` });
    expect(found(log)).toEqual([`${rule}: ${secret} ×1 in request params.text`]);
  });

  test("a password in a URL that contains an @", () => {
    const text = "Call http://bo:p@ss-w0rd!@a.example/ now.";
    const log = new ReportLog().addRequest("message/send", { text });
    expect(found(log)).toContain("password: p@ss-w0rd! ×1 in request params.text");
  });

  test("keys of several lines, and values assigned in a text", () => {
    const body = `${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC".repeat(2)}\n${"BKcwggSjAgEAAoIBAQ".repeat(3)}`;
    const key = `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`;
    const text = `${key} and DB_PASSWORD="hunter2hunter2" and password: ***`;
    expect(
      findSecretsInRun(new ReportLog().addRequest("message/send", { text }).records),
    ).toMatchObject([
      { rules: ["private-key"], secret: body },
      { rules: ["assigned"], secret: "hunter2hunter2" },
    ]);
  });

  test("a sample has the first characters and the length of a secret", () => {
    const log = new ReportLog().addRequest("message/send", { text: "AKIAIOSFODNN7EXAMPLE" });
    expect(findSecretsInRun(log.records)[0]?.sample).toBe("AKIA…, 20 characters");
    expect(JSON.stringify({ ...findSecretsInRun(log.records)[0], secret: "" })).not.toContain(
      "IOSFODNN7",
    );
  });
});

describe("secrets that the user names", () => {
  test.each([
    ["customer.email", ["m@a.example"]],
    ["customer", ["m@a.example", "4711", "Lind"]],
    ["params.customer.orders[].id", ["4711"]],
    ["customer.*.id", ["4711"]],
    ["/customer/orders/0/id", ["4711"]],
    ["header:X-Tenant", ["acme-corp"]],
    ["x-tenant", ["acme-corp"]],
    ["tenant", ["north-7"]],
    ["nothing.like.it", []],
  ])("%s", (path, expected) => {
    const field = parseFieldPath(path);
    const log = new ReportLog().addOpen("x1", {
      url: "http://agent.example/?tenant=north-7",
      headers: [["x-tenant", "acme-corp"]],
      body: JSON.stringify({
        params: { customer: { email: "m@a.example", orders: [{ id: 4711 }], name: "Lind" } },
      }),
    });
    const findings = findSecretsInRun(log.records, { texts: [], fields: field ? [field] : [] });
    const secrets = findings.filter(({ rules }) => rules.includes("field"));
    expect(secrets.map(({ secret }) => secret).sort()).toEqual(expected.sort());
    const { records } = redactRun(
      log.records,
      secrets.map(({ secret, everywhere }) => ({ text: secret, everywhere })),
      { texts: [], fields: field ? [field] : [] },
    );
    const file = JSON.stringify(records);
    for (const secret of expected) expect(file).not.toContain(secret);
  });

  test("are rejected if they would match everywhere", () => {
    expect(getTextError("  ")).toMatch(/blank/);
    expect(getTextError("abc")).toMatch(/too short/);
    expect(getTextError("working")).toMatch(/protocol word/);
    expect(getTextError("王小")).toBeNull();
  });
});

describe("replacements", () => {
  const SECRETS = [
    "Mara Lind",
    "Mara Lind-Ögård",
    "4711",
    "4712",
    "王小明",
    "🔑🔑",
    "a/b=",
    "abcd",
    "abce",
  ];
  const fillers = new ReplacementTexts(SECRETS);

  test("have the same characters and bytes as the secret, differ from each other, and are stable", () => {
    const written = SECRETS.map((secret) => fillers.get(secret));
    expect(written.map((it) => it.length)).toEqual(SECRETS.map((it) => it.length));
    const lengths = (texts: string[]) => texts.map((it) => new TextEncoder().encode(it).length);
    expect(lengths(written)).toEqual(lengths(SECRETS));
    expect(new Set(written).size).toBe(SECRETS.length);
    expect(SECRETS.map((secret) => fillers.get(secret))).toEqual(written);
  });

  test("keep digits, delimiters and nested secrets", () => {
    expect(fillers.get("4711")).toMatch(/^[1-9]{4}$/);
    expect(fillers.get("a/b=")).toMatch(/^.\/.=$/);
    expect(fillers.get("Mara Lind-Ögård").startsWith(fillers.get("Mara Lind"))).toBe(true);
  });
});
