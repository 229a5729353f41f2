import { expect, test } from "vitest";
import { recordingAgent, recordingTitle } from "./recording-title.ts";

const name = "https://agent.example/a2a/";

test("a recording is called by what was said in it, with its agent beside", () => {
  const recording = { name, said: "show the version" };
  expect(recordingTitle(recording)).toBe("show the version");
  expect(recordingAgent(recording)).toBe("agent.example/a2a");
});

test("where nothing was said, the agent is the title and stands there once", () => {
  const recording = { name, said: null };
  expect(recordingTitle(recording)).toBe("agent.example/a2a");
  expect(recordingAgent(recording)).toBe("");
});
