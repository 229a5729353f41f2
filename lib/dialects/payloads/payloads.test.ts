import { describe, expect, test } from "vitest";
import {
  createLogReport,
  createMessage,
  createTask,
  type ExampleJson,
  foldRecords,
  ReportLog,
  status,
} from "../../../fixtures/event-builders.ts";
import { readFixture } from "../../../fixtures/read-fixture.ts";
import { getReportAttachments } from "../../../fixtures/report-text.ts";
import { readApproval } from "./approval.ts";
import { readCitations } from "./citations.ts";
import { EXTENSION_URI, getExtensionTitle } from "./extension-title.ts";
import { readFailure } from "./failure.ts";
import { readForm } from "./form.ts";
import { readPayments } from "./payment.ts";
import { readSecretDemands } from "./secrets.ts";
import { readSignIn } from "./sign-in.ts";
import { flattenSpans, readTrace } from "./trace.ts";
import { readTrajectory } from "./trajectory.ts";
import { readSurfaces } from "./ui-surface.ts";

const said = (name: string, means: string) =>
  getReportAttachments(createLogReport(foldRecords(readFixture(name).records)), means);

describe("steps, citations, failures", () => {
  test("of the extension, and of its older builds", () => {
    expect(
      said("shapes/kagenti-asks.sse", "steps").map(({ value }) => readTrajectory(value)),
    ).toEqual([
      [{ title: "Web search", content: "`q=tide`", group: null }],
      [{ title: "Search", content: "3 hits", group: null }],
    ]);
    const citations = said("shapes/kagenti-asks.sse", "citations");
    expect(citations.map(({ value }) => readCitations(value))).toEqual([
      [{ url: "https://tides.example", title: "Tides", description: null, from: 0, to: 5 }],
      [{ url: "https://old.example", title: null, description: null, from: 0, to: 5 }],
    ]);
  });

  test("of a model's grounding as text, and of a bare address", () => {
    const [grounding] = said("shapes/adk-legacy.sse", "citations");
    expect(readCitations(grounding?.value)).toMatchObject([
      { url: "https://ferries.example", title: "Ferries" },
    ]);
    const [cited] = said("shapes/gemini-cli.sse", "citations");
    expect(readCitations(cited?.value)).toMatchObject([{ url: "https://tides.example" }]);
  });

  test("one error, several, a code", () => {
    const [several] = said("shapes/kagenti-asks.sse", "failure");
    expect(readFailure(several?.value)).toEqual({
      title: null,
      message: "2 failed",
      causes: [
        { title: "TimeoutError", message: "slow" },
        { title: "KeyError", message: "'x'" },
      ],
      stack: "Traceback",
      context: {},
    });
    expect(readFailure({ error: { title: "ValueError", message: "no" } })).toMatchObject({
      title: "ValueError",
      message: "no",
    });
    expect(readFailure("429")?.message).toBe("429");
    expect(readFailure({})).toBeNull();
  });
});

describe("extensions of the samples", () => {
  test("a trace is a tree of spans", () => {
    const [traced] = said("shapes/extensions.sse", "trace");
    const trace = readTrace(traced?.value);
    expect(trace?.id).toBe("tr-1");
    expect(
      flattenSpans(trace?.spans ?? []).map(({ span, depth }) => [depth, span.kind, span.name]),
    ).toEqual([
      [0, "agent", "Tides"],
      [1, "tool", "read_tide"],
    ]);
    expect(trace?.spans[0]).toMatchObject({ tokens: 120, latency: 840, cost: null });
    const { start, end } = trace?.spans[0] ?? {};
    expect(Number(end) - Number(start)).toBe(840);
  });

  test("steps that are each other's parents are all shown", () => {
    const steps = [
      { step_id: "a", parent_step_id: "b" },
      { step_id: "b", parent_step_id: "a" },
    ];
    expect(flattenSpans(readTrace({ steps })?.spans ?? [])).toHaveLength(2);
    let nested: object = { steps: [] };
    for (let i = 0; i < 500; i++) {
      const response_trace = nested;
      nested = { steps: [{ step_id: "x", step_action: { agent_invocation: { response_trace } } }] };
    }
    expect(flattenSpans(readTrace(nested)?.spans ?? []).length).toBeLessThan(100);
  });

  test("a cart has its items and its total", () => {
    const [cart] = said("shapes/extensions.sse", "payment");
    const oilskin = { amount: 899, currency: "NOK" };
    expect(readPayments(cart?.value)).toMatchObject([
      {
        kind: "CartMandate",
        title: "Chandler",
        items: [{ label: "Oilskin", ...oilskin }],
        total: { label: "Total", ...oilskin },
        isSigned: true,
      },
    ]);
  });

  test("a surface is shown as data", () => {
    const messages = said("shapes/extensions.sse", "surface").map(({ value }) => value);
    expect(readSurfaces(messages)).toMatchObject([
      { id: "s", root: "col", components: [{ id: "t", type: "Text", text: "High water" }] },
    ]);
    const newer = [
      [
        { version: "v0.9", createSurface: { surfaceId: "s", catalogId: "c" } },
        {
          updateComponents: {
            surfaceId: "s",
            components: [{ id: "root", component: "Text", text: "Hi" }],
          },
        },
        { updateDataModel: { surfaceId: "s", path: "/at", value: "14:20" } },
        { deleteSurface: { surfaceId: "s" } },
      ],
    ];
    expect(readSurfaces(newer)).toMatchObject([
      {
        catalog: "c",
        components: [{ type: "Text", text: "Hi" }],
        data: [{ path: "/at" }],
        isDeleted: true,
      },
    ]);
  });

  test.each([
    ["https://tools.example/ext/tea-kettle/v2", "tea-kettle/v2"],
    ["urn:example:audit", "urn:example:audit"],
    ["https://x.example/?a=/b/c", "x.example"],
  ])("%s is called %s", (uri, title) => {
    expect(EXTENSION_URI.test(uri)).toBe(true);
    expect(getExtensionTitle(uri)).toBe(title);
  });

  test.each(["a/b", "trace_id", "text/plain", "/v1"])("%s is not a URI", (key) => {
    expect(EXTENSION_URI.test(key)).toBe(false);
  });
});

test("readers accept anything that agents may send", () => {
  const hostile = [
    null,
    1,
    "",
    "[",
    "{",
    [],
    {},
    [[[]]],
    { error: [] },
    { steps: [null, 1, {}] },
    { fields: [null] },
    JSON.parse('{"__proto__":{"error":"x"},"constructor":1}'),
  ];
  for (const value of hostile) {
    for (const read of [
      readTrajectory,
      readCitations,
      readFailure,
      readApproval,
      readSignIn,
      readSecretDemands,
      readForm,
      readTrace,
      readPayments,
    ]) {
      expect(() => read(value)).not.toThrow();
    }
    expect(() => readSurfaces([value])).not.toThrow();
  }
});

describe("x402 payment requests", () => {
  const price = {
    x402Version: 1,
    accepts: [
      {
        scheme: "exact",
        network: "base",
        resource: "https://api.example/image",
        description: "An image",
        maxAmountRequired: "48240000",
        asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
        payTo: "0xServer",
        maxTimeoutSeconds: 600,
        extra: { name: "USD Coin", version: 2 },
      },
      { scheme: "exact", network: "solana", maxAmountRequired: "7" },
    ],
  };
  const metadata = {
    "x402.payment.status": "payment-required",
    "x402.payment.required": price,
  };
  const asks = (more: ExampleJson) => createMessage("Pay.", "m1", more);

  test.each<[string, ExampleJson]>([
    ["in the metadata of a message", status("input-required", asks({ metadata }))],
    ["in the metadata of a task", createTask("input-required", { metadata })],
    ["in data", status("input-required", asks({ parts: [{ kind: "data", data: price }] }))],
    [
      "in data under its name",
      status("input-required", asks({ parts: [{ kind: "data", data: metadata }] })),
    ],
  ])("are shown as sent: %s", (_, event) => {
    const report = new ReportLog().addOpen().addHead().addEvents(event).report;
    const [told, ...more] = getReportAttachments(report, "payment");
    expect(more).toEqual([]);
    const [first, second] = readPayments(told?.value);
    expect(first).toMatchObject({ kind: "x402 payment required", title: "An image", total: null });
    expect(first?.terms).toEqual([
      ["Price", "48240000 in the smallest unit of the asset"],
      ["Asset", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"],
      ["Currency", "USD Coin"],
      ["Network", "base"],
      ["Pay to", "0xServer"],
      ["Scheme", "exact"],
      ["Resource", "https://api.example/image"],
      ["Within", "600 s"],
    ]);
    expect(second?.terms.slice(0, 2)).toEqual([
      ["Price", "7 in the smallest unit of the asset"],
      ["Network", "solana"],
    ]);
  });

  test.each([null, {}, { accepts: "no" }, { accepts: [null, 3] }])("%j has no price", (value) => {
    expect(readPayments({ "x402.payment.required": value }).flatMap(({ terms }) => terms)).toEqual(
      [],
    );
  });
});
