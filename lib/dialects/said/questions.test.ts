import { describe, expect, test } from "vitest";
import { folded, reportOf } from "../../../fixtures/compose.ts";
import { fixture } from "../../../fixtures/read.ts";
import { besides } from "../../../fixtures/told.ts";
import { answerApproval, readApproval } from "./approval.ts";
import { answerFormRequest, readFormRequest } from "./form-request.ts";
import { answerSecrets, isSecretPath, readSecretDemands } from "./secrets.ts";
import { answerSignIn, readSignIn } from "./sign-in.ts";

const said = (name: string, means: string) =>
  besides(reportOf(folded(fixture(name).records)), means);
const HOST = "https://a2a-extensions.adk.kagenti.dev";

describe("leave", () => {
  const asked = (name: string, index = 0) => {
    const found = said(name, "approval")[index];
    const approval = readApproval(found?.value, found?.key);
    if (!approval) throw new Error("nothing was asked");
    return approval;
  };

  test("is asked by ADK as a call, and answered as its response", () => {
    const approval = asked("shapes/adk-asks.sse");
    expect(approval).toMatchObject({
      way: "adk",
      id: "adk-3",
      description: "Costs 40.",
      calls: [{ callId: "adk-2", name: "book_berth", args: { pier: 3 } }],
    });
    expect(answerApproval(approval, "approve")).toEqual({
      parts: [
        {
          kind: "data",
          data: { id: "adk-3", name: "adk_request_confirmation", response: { confirmed: true } },
          metadata: { adk_type: "function_response" },
        },
      ],
      metadata: {},
      extensions: [],
    });
  });

  test("is answered in the recordings as it is answered here", () => {
    const approval = asked("recorded/frameworks/adk-js-approval.jsonl");
    const { records } = fixture("recorded/frameworks/adk-js-approval.jsonl");
    const bodies = records.flatMap((record) => (record.r === "open" ? [record.body ?? ""] : []));
    const sent = answerApproval(approval, "approve").parts[0];
    expect(
      bodies.some((body) => body.includes(JSON.stringify(sent?.kind === "data" && sent.data))),
    ).toBe(true);
    const gemini = asked("recorded/frameworks/gemini-cli-approval.jsonl");
    const outcome = answerApproval(gemini, "approve").parts[0];
    const log = fixture("recorded/frameworks/gemini-cli-approval.jsonl").records;
    expect(JSON.stringify(log)).toContain(
      JSON.stringify(JSON.stringify(outcome?.kind === "data" && outcome.data)).slice(1, -1),
    );
  });

  test("is asked by kagent for each tool, with a reason where it is refused", () => {
    const approval = asked("shapes/kagent-asks.sse");
    const { metadata, extensions, parts } = answerApproval(approval, "reject", "not on a Friday");
    expect(metadata).toEqual({
      "https://kagent.dev/extensions/hitl/v1": {
        type: "tool_approval_response",
        approvals: [{ id: "apr-1", approved: false, rejection_reason: "not on a Friday" }],
      },
    });
    expect(extensions).toEqual(["https://kagent.dev/extensions/hitl/v1"]);
    expect(parts).toEqual([{ kind: "text", text: "not on a Friday" }]);
  });

  test("is asked by the platform in two ways", () => {
    const generic = asked("shapes/kagenti-asks.sse");
    expect(generic).toMatchObject({
      way: "kagenti",
      description: "Books a berth",
      calls: [{ name: "book_berth", args: { pier: 3 }, server: "port" }],
    });
    expect(answerApproval(generic, "reject").metadata).toEqual({
      [`${HOST}/interactions/approval/v1`]: { decision: "reject" },
    });
    const tool = asked("shapes/kagenti-asks.sse", 1);
    expect(answerApproval(tool, "approve").metadata).toEqual({
      [`${HOST}/tools/call/v1`]: { action: "accept" },
    });
  });

  test("is not asked by an answer", () => {
    expect(readApproval({ decision: "approve" }, `${HOST}/interactions/approval/v1`)).toBeNull();
    expect(readApproval({ action: "accept" }, `${HOST}/tools/call/v1`)).toBeNull();
    expect(readApproval({ type: "tool_approval_response", approvals: [] }, "k")).toBeNull();
  });

  test("of Mastra is answered in words", () => {
    const approval = asked("recorded/frameworks/mastra-approval.jsonl");
    expect(approval.calls).toMatchObject([{ name: "book_berth", args: { pier: 3 } }]);
    expect(answerApproval(approval, "reject").parts).toEqual([{ kind: "text", text: "no" }]);
  });
});

describe("sign-in and secrets", () => {
  test("of the platform go back under its URI", () => {
    const [asked] = said("shapes/kagenti-asks.sse", "sign-in");
    const signIn = readSignIn(asked?.value, asked?.key);
    if (!signIn) throw new Error("no sign-in");
    expect(signIn.url).toBe("https://login.example/authorize?x=1");
    expect(answerSignIn(signIn, "https://me.example/?code=1").metadata).toEqual({
      [`${HOST}/auth/oauth/v1`]: { redirect_uri: "https://me.example/?code=1" },
    });
    const [secrets] = said("shapes/kagenti-asks.sse", "secrets");
    const demands = readSecretDemands(secrets?.value);
    expect(demands).toEqual([{ id: "API", name: "Port key", description: null }]);
    const given = new Map([
      ["API", "s3cret"],
      ["OTHER", "never asked for"],
    ]);
    expect(answerSecrets(secrets?.key ?? "", demands, given).metadata).toEqual({
      [`${HOST}/auth/secrets/v1`]: { secret_fulfillments: { API: { secret: "s3cret" } } },
    });
  });

  test("of ADK go back in the configuration they came in", () => {
    const [asked] = said("shapes/adk-asks.sse", "sign-in");
    const signIn = readSignIn(asked?.value, asked?.key);
    if (!signIn) throw new Error("no sign-in");
    expect(signIn.url).toBe("https://login.example/authorize");
    const [part] = answerSignIn(signIn, "https://me.example/?code=1").parts;
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

describe("forms", () => {
  test("of the extension, field by field", () => {
    const form = readFormRequest({
      title: "Your boat",
      description: null,
      submit_label: "Go",
      fields: [
        {
          id: "kind",
          label: "Kind",
          required: true,
          type: "singleselect",
          default_value: "sail",
          options: [{ id: "sail", label: "Sail" }],
        },
        {
          id: "extra",
          label: "Extras",
          type: "checkbox_group",
          fields: [
            {
              id: "water",
              label: "Water",
              type: "checkbox",
              content: "Fresh water",
              default_value: true,
            },
          ],
        },
        { label: "no id" },
      ],
    });
    expect(form).toEqual({
      title: "Your boat",
      description: null,
      submitLabel: "Go",
      fields: [
        {
          name: "kind",
          label: "Kind",
          description: null,
          type: "singleselect",
          required: true,
          options: [{ value: "sail", label: "Sail" }],
          value: "sail",
        },
        {
          name: "extra",
          label: "Extras",
          description: null,
          type: "checkbox_group",
          required: false,
          options: [{ value: "water", label: "Water" }],
          value: { water: true },
        },
      ],
    });
    if (!form) throw new Error("no form");
    const uri = `${HOST}/ui/form_request/v1`;
    expect(answerFormRequest(uri, form, new Map([["kind", "sail"]])).metadata).toEqual({
      [uri]: { values: { kind: { type: "singleselect", value: "sail" } } },
    });
    expect(readFormRequest({ values: {} })).toBeNull();
  });

  test("of questions in other words", () => {
    const [asked] = said("shapes/kagent-asks.sse", "form");
    expect(readFormRequest(asked?.value)?.fields).toMatchObject([
      { label: "Which cluster?", options: [{ value: "east" }, { value: "west" }] },
    ]);
    const [interrupts] = said("shapes/strands-interrupt.sse", "form");
    expect(readFormRequest(interrupts?.value)?.fields).toMatchObject([
      { name: "berth", label: "Which pier?" },
      { name: "night", label: "How many nights?" },
    ]);
  });
});
