// Rows, tools and tokens of each framework.
import { expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import { readFixture } from "../../fixtures/read-fixture.ts";
import { summarizeReport } from "../../fixtures/report-text.ts";

const TOLD: readonly (readonly [
  string,
  { readonly rows: string[]; readonly tools: string[]; readonly tokens: number[] | null },
])[] = [
  [
    "shapes/adk-legacy.sse",
    {
      rows: [
        "state submitted ×1",
        "state working ×8",
        'message "The ferry comes first." ×1 · author usage details',
        "tool find_ferry ×2 · adk certain · author usage details",
        "tool find_ferry ×2 · adk certain · author details",
        'message "At 14:20." ×1 · author usage citations details',
        "artifact a1 ×1",
        "state completed ×1 · author details",
      ],
      tools: [
        'find_ferry adk-1 completed {"to":"Bodø"} {"at":"14:20"}',
        'find_ferry adk-2 failed {"to":"Atlantis"} {"status":"error","error_message":"no such pier"}',
      ],
      tokens: [100, 10, 110],
    },
  ],
  [
    "shapes/adk-asks.sse",
    {
      rows: [
        "state working ×4",
        "tool order_tug ×3 · adk certain · author details",
        "tool book_berth ×1 · adk certain · author author details",
        "state input-required ×1",
        'message "" ×1 · author details approval sign-in',
      ],
      tools: [
        'order_tug adk-1 running {"hour":6} {"status":"pending"}',
        'book_berth adk-2 running {"pier":3} null',
      ],
      tokens: null,
    },
  ],
  [
    "shapes/adk-code.sse",
    {
      rows: [
        "state working ×3",
        "tool code_execution ×2 · adk certain · author details",
        'message "Asking." ×1 · details',
        "tool ask_sub ×1 · adk certain",
        "tool read_tide ×1 · adk likely",
        "state completed ×1",
      ],
      tools: [
        'code_execution  failed {"code":"print(6*7)","language":"PYTHON"} {"outcome":"OUTCOME_FAILED","output":"boom"}',
        'ask_sub s1 never-ended {"q":"æ"} null',
        "read_tide adk-9 never-ended {} null",
      ],
      tokens: null,
    },
  ],
  [
    "shapes/kagent-partial.sse",
    {
      rows: [
        "state working ×7",
        'thought "Charts first." ×3 · adk certain · author details',
        'message "I look it up." ×3 · author details',
        "tool get_pods ×2 · adk certain · author details",
        "state failed ×1",
        'message "No quota." ×1 · failure',
      ],
      tools: ['get_pods call_7 completed {} {"result":"3 pods"}'],
      tokens: null,
    },
  ],
  [
    "shapes/kagent-asks.sse",
    {
      rows: [
        "tool delete_pod ×1 · adk certain · author",
        "state input-required ×2",
        'message "May I delete the pod?" ×1 · approval',
        'message "Which cluster?" ×1 · form',
      ],
      tools: ['delete_pod call_7 running {"name":"web-0"} null'],
      tokens: null,
    },
  ],
  [
    "shapes/gemini-cli.sse",
    {
      rows: [
        "state submitted ×1",
        "state working ×8 · details",
        'thought "Checking the charts\\nTwo of them are old." ×1 · gemini-cli certain · details',
        'message "I will look at both harbours, one after the other." ×2 · details',
        "tool shell ×6 · gemini-cli certain · details approval",
        "tool shell ×2 · gemini-cli certain · details",
        "state input-required ×4 · details",
        "state working ×3",
        'message "One file." ×1 · details',
        'message "https://tides.example" ×1 · citations details',
        'message "Agent Error" ×1 · failure details',
        "state input-required ×1 · details",
      ],
      tools: [
        'shell s-1 completed {"command":"ls"} {"output":"tides.txt"}',
        'shell s-2 failed {"command":"ls"} {"error":"cancelled"}',
      ],
      tokens: null,
    },
  ],
  [
    "shapes/inference-gateway.jsonl",
    {
      rows: [
        'message "When is high water in Bergen and Atlantis?" ×0',
        "state working ×2",
        'message "I look at both." ×3',
        "tool read_tide ×3 · inference-gateway certain",
        "tool read_tide ×3 · inference-gateway certain",
        'message "Bergen at 14:20." ×2',
      ],
      tools: [
        'read_tide call_1 completed {"harbour":"Bergen"} {"at":"14:20"}',
        'read_tide call_2 failed {"harbour":"Atlantis"} {"error":"no such harbour"}',
      ],
      tokens: null,
    },
  ],
  [
    "shapes/strands-interrupt.sse",
    {
      rows: [
        "state submitted ×1",
        "result agent_response ×2 · strands likely",
        "state input-required ×1",
        'message "Agent requires input:\\n- berth: Which pier?\\n- night: How many nights?" ×1 · form',
      ],
      tools: [],
      tokens: null,
    },
  ],
  [
    "shapes/langgraph.sse",
    {
      rows: [
        "state working ×2",
        'message "Looking up the exchange rates..." ×1',
        'message "Processing the exchange rates.." ×1',
        "result conversion_result ×1 · habits guess",
        'thought "Add up first." ×1 · habits guess',
        "state completed ×1",
      ],
      tools: [],
      tokens: null,
    },
  ],
  [
    "shapes/a2anet.sse",
    {
      rows: [
        "state working ×2",
        "tool read_tide ×2 · a2anet certain",
        "state completed ×1",
        'message "At 14:20." ×1',
      ],
      tools: ['read_tide call_1 completed {"harbour":"Bergen"} {"at":"14:20"}'],
      tokens: null,
    },
  ],
  [
    "shapes/growing-snapshots.sse",
    {
      rows: [
        "state working ×3",
        'message "I will look at both." ×3 · habits likely',
        "state completed ×1 · usage",
      ],
      tools: [],
      tokens: [3, 4, 7],
    },
  ],
  [
    "shapes/kagenti-asks.sse",
    {
      rows: [
        "state working ×2",
        'message "Tides are high today." ×1 · steps citations',
        'message "older" ×1 · steps citations',
        "state input-required ×3",
        'message "Your boat" ×1 · form',
        'message "Leave?" ×1 · approval',
        'message "Call?" ×1 · approval',
        "state auth-required ×2",
        'message "Sign in" ×1 · sign-in',
        'message "Keys" ×1 · secrets details',
        "state failed ×1",
        'message "It failed" ×1 · failure',
      ],
      tools: [],
      tokens: null,
    },
  ],
  [
    "shapes/extensions.sse",
    {
      rows: [
        "state working ×2",
        'message "Hello" ×1 · details details details',
        'message "" ×1 · payment',
        "artifact ui ×1 · surface surface",
        "artifact tr ×1 · trace",
        "state completed ×1 · details",
      ],
      tools: [],
      tokens: null,
    },
  ],
  [
    "shapes/inlined.sse",
    {
      rows: [
        "state working ×2",
        "artifact answer ×11",
        'thought " Two harbours. " ×2 · habits guess',
        "tool read_tide ×2 · habits guess",
        'thought "Then" ×1 · habits guess',
        'message "<thinking>Short.</thinking>Yes <b>it</b> is." ×1',
        'thought "Short." ×1 · habits guess',
        "state completed ×1",
      ],
      tools: ['read_tide  never-ended {"harbour":"Bergen"} null'],
      tokens: null,
    },
  ],
];

test.each(TOLD)("%s", (name, expected) => {
  expect(summarizeReport(createLogReport(foldRecords(readFixture(name).records)))).toEqual(
    expected,
  );
});
