import { describe, expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../../fixtures/event-builders.ts";
import { readFixture } from "../../../fixtures/read-fixture.ts";
import { getReportAttachments } from "../../../fixtures/report-text.ts";
import { createApprovalReply, readApproval } from "./approval.ts";
import { createFormReply, readForm } from "./form.ts";
import {
  createSecretsReply,
  isSecretPath,
  maskSecrets,
  readSecretDemands,
  SECRET_MASK,
} from "./secrets.ts";
import { createSignInReply, readSignIn } from "./sign-in.ts";

const said = (name: string, means: string) =>
  getReportAttachments(createLogReport(foldRecords(readFixture(name).records)), means);
const HOST = "https://a2a-extensions.adk.kagenti.dev";

describe("approvals", () => {
  const asked = (name: string, index = 0) => {
    const found = said(name, "approval")[index];
    const approval = readApproval(found?.value, found?.key);
    if (!approval) throw new Error("nothing was asked");
    return approval;
  };

  test("of ADK are requested as a call and answered as its response", () => {
    const approval = asked("shapes/adk-asks.sse");
    expect(approval).toMatchObject({
      convention: "adk",
      id: "adk-3",
      description: "Costs 40.",
      calls: [{ callId: "adk-2", name: "book_berth", args: { pier: 3 } }],
    });
    expect(createApprovalReply(approval, "approve")).toEqual({
      parts: [
        {
          kind: "data",
          data: { id: "adk-3", name: "adk_request_confirmation", response: { confirmed: true } },
          metadata: { adk_type: "function_response" },
        },
      ],
      metadata: {},
      extensions: [],
      secrets: [],
    });
  });

  test("are answered as in the recordings", () => {
    const approval = asked("recorded/frameworks/adk-js-approval.jsonl");
    const { records } = readFixture("recorded/frameworks/adk-js-approval.jsonl");
    const bodies = records.flatMap((record) => (record.r === "open" ? [record.body ?? ""] : []));
    const sent = createApprovalReply(approval, "approve").parts[0];
    expect(
      bodies.some((body) => body.includes(JSON.stringify(sent?.kind === "data" && sent.data))),
    ).toBe(true);
    const gemini = asked("recorded/frameworks/gemini-cli-approval.jsonl");
    const outcome = createApprovalReply(gemini, "approve").parts[0];
    const log = readFixture("recorded/frameworks/gemini-cli-approval.jsonl").records;
    expect(JSON.stringify(log)).toContain(
      JSON.stringify(JSON.stringify(outcome?.kind === "data" && outcome.data)).slice(1, -1),
    );
  });

  test("of kagent are requested for each tool, with a reason if rejected", () => {
    const approval = asked("shapes/kagent-asks.sse");
    const { metadata, extensions, parts } = createApprovalReply(
      approval,
      "reject",
      "not on a Friday",
    );
    expect(metadata).toEqual({
      "https://kagent.dev/extensions/hitl/v1": {
        type: "tool_approval_response",
        approvals: [{ id: "apr-1", approved: false, rejection_reason: "not on a Friday" }],
      },
    });
    expect(extensions).toEqual(["https://kagent.dev/extensions/hitl/v1"]);
    expect(parts).toEqual([{ kind: "text", text: "not on a Friday" }]);
  });

  test("of the platform are requested in two formats", () => {
    const generic = asked("shapes/kagenti-asks.sse");
    expect(generic).toMatchObject({
      convention: "kagenti",
      description: "Books a berth",
      calls: [{ name: "book_berth", args: { pier: 3 }, server: "port" }],
    });
    expect(createApprovalReply(generic, "reject").metadata).toEqual({
      [`${HOST}/interactions/approval/v1`]: { decision: "reject" },
    });
    const tool = asked("shapes/kagenti-asks.sse", 1);
    expect(createApprovalReply(tool, "approve").metadata).toEqual({
      [`${HOST}/tools/call/v1`]: { action: "accept" },
    });
  });

  test("are not requested by a reply", () => {
    expect(readApproval({ decision: "approve" }, `${HOST}/interactions/approval/v1`)).toBeNull();
    expect(readApproval({ action: "accept" }, `${HOST}/tools/call/v1`)).toBeNull();
    expect(readApproval({ type: "tool_approval_response", approvals: [] }, "k")).toBeNull();
  });

  test("of Mastra are answered as text", () => {
    const approval = asked("recorded/frameworks/mastra-approval.jsonl");
    expect(approval.calls).toMatchObject([{ name: "book_berth", args: { pier: 3 } }]);
    expect(createApprovalReply(approval, "reject").parts).toEqual([{ kind: "text", text: "no" }]);
  });
});

describe("sign-in and secrets", () => {
  test("of the platform go back under its URI", () => {
    const [asked] = said("shapes/kagenti-asks.sse", "sign-in");
    const signIn = readSignIn(asked?.value, asked?.key);
    if (!signIn) throw new Error("no sign-in");
    expect(signIn.url).toBe("https://login.example/authorize?x=1");
    expect(createSignInReply(signIn, "https://me.example/?code=1").metadata).toEqual({
      [`${HOST}/auth/oauth/v1`]: { redirect_uri: "https://me.example/?code=1" },
    });
    const [secrets] = said("shapes/kagenti-asks.sse", "secrets");
    const demands = readSecretDemands(secrets?.value);
    expect(demands).toEqual([{ id: "API", name: "Port key", description: null }]);
    const given = new Map([
      ["API", "s3cret"],
      ["OTHER", "never asked for"],
    ]);
    expect(createSecretsReply(secrets?.key ?? "", demands, given).metadata).toEqual({
      [`${HOST}/auth/secrets/v1`]: { secret_fulfillments: { API: { secret: "s3cret" } } },
    });
    expect(createSecretsReply("u", demands, given).secrets).toEqual(["s3cret"]);
    const landed = "https://me.example/?code=abcdef&state=2";
    expect(createSignInReply(signIn, landed).secrets).toEqual([landed, "abcdef"]);
  });

  test("of ADK go back in the configuration they came in", () => {
    const [asked] = said("shapes/adk-asks.sse", "sign-in");
    const signIn = readSignIn(asked?.value, asked?.key);
    if (!signIn) throw new Error("no sign-in");
    expect(signIn.url).toBe("https://login.example/authorize");
    const [part] = createSignInReply(signIn, "https://me.example/?code=1").parts;
    expect(part).toMatchObject({
      kind: "data",
      data: {
        id: "adk-4",
        name: "adk_request_credential",
        response: {
          credentialKey: "k",
          exchangedAuthCredential: {
            oauth2: { authUri: signIn.url, authResponseUri: "https://me.example/?code=1" },
          },
        },
      },
    });
  });

  test.each([
    [["secret_fulfillments", "API", "secret"], true],
    [["llm_fulfillments", "default", "api_key"], true],
    [["llm_fulfillments", "default", "api_base"], false],
    [["exchangedAuthCredential", "oauth2", "clientSecret"], true],
    [[`${HOST}/auth/oauth/v1`, "redirect_uri"], true],
    [["page", "redirect_uri"], false],
    [["https://x.example/secure-passport", "signature"], true],
    [["https://x.example/secure-passport", "state", "tier"], true],
    [["https://x.example/secure-passport", "clientId"], false],
    [["total_tokens"], false],
    [[], false],
  ])("%j is secret: %s", (path, isSecret) => {
    expect(isSecretPath(path)).toBe(isSecret);
  });
});

test("secrets in a value are masked at any depth", () => {
  const value = {
    llm_fulfillments: { default: { api_key: "k", api_base: "b" } },
    list: [{ password: "p", name: "n" }],
    access_token: null,
  };
  expect(maskSecrets(value, ["https://x.example/services/llm/v1"])).toEqual({
    llm_fulfillments: { default: { api_key: SECRET_MASK, api_base: "b" } },
    list: [{ password: SECRET_MASK, name: "n" }],
    access_token: null,
  });
  const deep = JSON.parse(`${'{"a":'.repeat(5000)}{"secret":"s3cret"}${"}".repeat(5000)}`);
  expect(JSON.stringify(maskSecrets(deep, []))).not.toContain("s3cret");
  const own = maskSecrets(JSON.parse('{"__proto__":{"secret":"s"}}'), []);
  expect(JSON.stringify(own)).toBe(`{"__proto__":{"secret":"${SECRET_MASK}"}}`);
});

describe("forms", () => {
  test("of questions in other formats", () => {
    const [asked] = said("shapes/kagent-asks.sse", "form");
    expect(readForm(asked?.value, asked?.key)?.fields).toMatchObject([
      { label: "Which cluster?", options: [{ value: "east" }, { value: "west" }] },
    ]);
    const form = readForm(asked?.value, asked?.key);
    if (!form) throw new Error("no form");
    expect(createFormReply(form, new Map([["0", "east"]]))).toEqual({
      parts: [{ kind: "text", text: "east" }],
      metadata: {
        "https://kagent.dev/extensions/hitl/v1": {
          type: "ask_user_response",
          id: "q-1",
          answers: [{ answer: ["east"] }],
        },
      },
      extensions: ["https://kagent.dev/extensions/hitl/v1"],
      secrets: [],
    });
    const [interrupts] = said("shapes/strands-interrupt.sse", "form");
    expect(readForm(interrupts?.value, interrupts?.key)?.fields).toMatchObject([
      { name: "berth", label: "Which pier?" },
      { name: "night", label: "How many nights?" },
    ]);
  });
});
