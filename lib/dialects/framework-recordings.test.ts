// Interpretation of recordings of the real frameworks.
import { expect, test } from "vitest";
import { createLogReport, foldRecords } from "../../fixtures/event-builders.ts";
import { readFixture } from "../../fixtures/read-fixture.ts";
import { summarizeReport } from "../../fixtures/report-text.ts";

const TOLD: readonly (readonly [
  string,
  { readonly rows: string[]; readonly tools: string[]; readonly tokens: number[] | null },
])[] = [
  [
    "recorded/frameworks/adk-js-tools.jsonl",
    {
      rows: [
        'message "When is high water in Bergen and in Atlantis?" ×0',
        "state submitted ×1",
        "state working ×1",
        "artifact d8a48c81-36d4-4505-89ac-4cf4dcc377e9 ×5 · author details usage",
        'thought "**Looking at the tides** Bergen first, then the harbour nobody knows." ×3 · adk certain',
        "tool read_tide ×2 · adk certain · author usage details",
        "tool read_tide ×2 · adk certain · author usage details",
        "artifact 1b108f3d-4544-445d-994c-86893bd04207 ×4 · author details usage",
        "state completed ×1",
      ],
      tools: [
        'read_tide adk-f3317137-b67a-4de9-82d2-d939131609fc completed {"harbour":"Bergen"} {"at":"14:20","height":1.6}',
        'read_tide adk-0311b287-d061-4b29-b22a-15c41bd35c12 failed {"harbour":"Atlantis"} {"error":"Error in tool \'read_tide\': no gauge in Atlantis"}',
      ],
      tokens: [120, 54, 174],
    },
  ],
  [
    "recorded/frameworks/adk-js-approval.jsonl",
    {
      rows: [
        'message "Please book a berth at pier 3." ×0',
        "state submitted ×1",
        "state working ×1",
        "artifact bbdb9bc4-96d5-4d73-b42c-8b00085a5921 ×2 · author details usage",
        "tool book_berth ×2 · adk certain · author usage details details",
        "artifact 273bf2c6-342d-4b75-bf56-66147085d226 ×1 · author details approval",
        "state input-required ×1",
        'message "" ×1 · approval',
        'message "" ×0',
        "state working ×1",
        "artifact 4675fb41-ca4a-4813-9393-6a8e67af160b ×3 · author details usage",
        "state completed ×1",
      ],
      tools: [
        'book_berth adk-63b3ae65-89aa-4771-b08a-32a83a131b0a completed {"pier":3} {"berth":"3-B"}',
      ],
      tokens: [80, 24, 104],
    },
  ],
  [
    "recorded/frameworks/adk-js-long-running.jsonl",
    {
      rows: [
        'message "Order a tug for six o\'clock." ×0',
        "state submitted ×1",
        "state working ×1",
        "tool order_tug ×3 · adk certain · author usage details",
        "artifact cca139bd-7f4e-4318-ae83-7ef2f3e34741 ×2 · author details usage",
        "state input-required ×1",
        'message "" ×0',
        "state working ×1",
        "artifact e25cf7ce-3bdc-4806-980f-b94392c875e4 ×2 · author details usage",
        "state completed ×1",
      ],
      tools: [
        'order_tug adk-9b8c7010-b5e4-479b-841a-e2fcf1434b28 completed {"hour":6} {"status":"on its way","ticket":"T-7"}',
      ],
      tokens: [120, 18, 138],
    },
  ],
  [
    "recorded/frameworks/adk-js-transfer.jsonl",
    {
      rows: [
        'message "What depth has the fairway?" ×0',
        "state submitted ×1",
        "state working ×1",
        "tool transfer_to_agent ×2 · adk certain · author usage details details",
        "artifact e564a45b-bfb4-4d2d-a3a8-6c54b0a255e5 ×3 · author details usage",
        "artifact 2b089dfc-a92e-4e75-9877-370651e26d58 ×2 · author details usage",
        "state completed ×1 · details",
      ],
      tools: [
        'transfer_to_agent adk-93b89bad-e54a-4966-a5b2-e1a0a4151635 completed {"agentName":"pilot"} {"result":"Transfer queued"}',
      ],
      tokens: [120, 24, 144],
    },
  ],
  [
    "recorded/frameworks/gemini-cli-tools.jsonl",
    {
      rows: [
        'message "When is high water in Bergen and in Atlantis?" ×0 · details',
        "state submitted ×1",
        "state working ×24 · details",
        'thought "Reading the tides\\nThe file comes first." ×1 · gemini-cli certain · details',
        'message "I will read both files." ×2 · details',
        "tool read_file ×10 · gemini-cli certain · details approval",
        "tool read_file ×5 · gemini-cli certain · details approval",
        'message "High water in **Bergen** at 14:20. Atlantis has no file 🌊." ×3 · details',
        "state input-required ×1 · details",
      ],
      tools: [
        'read_file read_file-1795179984563-76f3d82015b13 completed {"file_path":"/tmp/harbour-CuRNwZ/tides.txt"} {"output":"Bergen 14:20 1.6 m\\n"}',
        'read_file read_file-1795179984563-1f077061f4e14 failed {"file_path":"/tmp/harbour-CuRNwZ/atlantis.txt"} {"error":"File not found: /tmp/harbour-CuRNwZ/atlantis.txt"}',
      ],
      tokens: null,
    },
  ],
  [
    "recorded/frameworks/gemini-cli-approval.jsonl",
    {
      rows: [
        'message "Please count the lines." ×0',
        "state submitted ×1",
        "state working ×6 · details",
        'thought "Counting\\nOne command is enough." ×1 · gemini-cli certain · details',
        'message "I count the lines." ×1 · details',
        "tool run_shell_command ×6 · gemini-cli certain · details approval",
        "state input-required ×4 · details",
        'message "" ×0',
        "state working ×2 · details",
        'message "One line." ×1 · details',
        "state input-required ×1 · details",
      ],
      tools: [
        'run_shell_command run_shell_command-1795179984794-a35ab5955c525 completed {"command":"wc -l < tides.txt","description":"Counts the lines."} {"output":"Command: wc -l < tides.txt\\nDirectory: (root)\\nOutput: 1\\nError: (none)\\nExit Code: 0\\nSignal: 0\\nBackground PIDs: (none)\\nProcess Group PGID: 9528"}',
      ],
      tokens: null,
    },
  ],
  [
    "recorded/frameworks/mastra-tools.jsonl",
    {
      rows: [
        'message "When is high water in Bergen and in Atlantis?" ×0',
        "state working ×1",
        'message "Generating response..." ×1',
        "result response.txt ×5 · mastra likely",
        "state completed ×2 · usage",
        "tool read_tide ×1 · ai-sdk likely",
        "tool read_tide ×1 · ai-sdk likely",
      ],
      tools: [
        'read_tide GOq1r03mQ5duP3xW completed {"harbour":"Bergen"} {"at":"14:20","height":1.6}',
        'read_tide IDp999V2twihsZIx never-ended {"harbour":"Atlantis"} null',
      ],
      tokens: [120, 54, 174],
    },
  ],
  [
    "recorded/frameworks/beeai-tools.jsonl",
    {
      rows: [
        'message "When is high water in Bergen and in Atlantis?" ×0',
        "state submitted ×1",
        "state working ×1",
        "state working ×6",
        'message "{\\"id\\":\\"aitxt-wRGuYLkQJ95s3NuR4jhUarDh\\",\\"role\\":\\"assistant\\",\\"content\\":[{\\"type\\":\\"reasoning\\",\\"text\\":\\"**Looking at the tides** \\"},{\\"type\\":\\"reasoning\\",\\"text\\":\\"Bergen first, then the harbour nobody knows.\\"},{\\"type\\":\\"text\\",\\"text\\":\\"I will look \\"},{\\"type\\":\\"text\\",\\"text\\":\\"at both harbours.\\"},{\\"type\\":\\"tool-call\\",\\"toolCallId\\":\\"5GGxakYa77YYcoYk\\",\\"toolName\\":\\"read_tide\\",\\"input\\":{\\"harbour\\":\\"Bergen\\"}}]}" ×1',
        'thought "**Looking at the tides** Bergen first, then the harbour nobody knows." ×1 · habits guess',
        "tool read_tide ×2 · ai-sdk likely",
        "tool read_tide ×2 · ai-sdk likely",
        "tool final_answer ×2 · ai-sdk likely",
        'message "High water in **Bergen** at 14:20 (1.6 m). No gauge in Atlantis 🌊." ×1',
        "state submitted ×1",
        "state completed ×1",
      ],
      tools: [
        'read_tide 5GGxakYa77YYcoYk completed {"harbour":"Bergen"} "{\\"at\\":\\"14:20\\",\\"height\\":1.6}"',
        'read_tide ek4IZLqgXFtxrEMx failed {"harbour":"Atlantis"} "ToolError: Tool \\"read_tide\\" has occurred an error!\\n    Error: no gauge in Atlantis"',
        'final_answer K4Az9GjeeGdh8JDS completed {"response":"High water in **Bergen** at 14:20 (1.6 m). No gauge in Atlantis 🌊."} "Message has been sent"',
      ],
      tokens: null,
    },
  ],
];

test.each(TOLD)("%s", (name, expected) => {
  expect(summarizeReport(createLogReport(foldRecords(readFixture(name).records)))).toEqual(
    expected,
  );
});
