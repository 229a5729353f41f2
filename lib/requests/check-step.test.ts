import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CHECK } from "../../bin/check-options.ts";
import { parseArguments } from "../../bin/command-line.ts";
import { createCheckStep, formatWorkflowStep } from "./check-step.ts";
import { EMPTY_MESSAGE } from "./saved-request.ts";
import type { ExactRequest, SavedMessage } from "./schemas.ts";

const ADDRESS = "https://a.example/";
const TARGET = { address: ADDRESS, headers: ["Authorization: Bearer ‹A2A_TOKEN›"] };
const createStep = (content: SavedMessage | ExactRequest, target = TARGET, values = new Map()) => {
  const step = createCheckStep({ id: "a", name: "a", content }, values, target);
  if (typeof step === "string") throw new Error(step);
  return step;
};

/** The arguments that a real shell passes to the program. */
function runInShell(command: string, env: Readonly<Record<string, string>>): string[] {
  const script = `npx() { shift 2; for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`;
  return execFileSync("sh", ["-c", script], {
    encoding: "utf8",
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "ignore"],
  })
    .split("\0")
    .slice(0, -1);
}

test("a message is a command that the program understands", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.boolean(), (typed, isOption) => {
      const text = `${isOption ? "-" : ""}say ${typed.replace(/[\0{}‹]/g, "")}`;
      const parts = [{ kind: "data", json: '{"a":1}' }] as const;
      const { command, variables } = createStep({ ...EMPTY_MESSAGE, text, parts });
      expect(variables).toEqual(["A2A_TOKEN"]);
      const words = runInShell(command, { A2A_TOKEN: "t0ken" });
      const parsed = parseArguments(CHECK, words);
      expect(parsed).toMatchObject({
        subjects: [ADDRESS],
        run: {
          messages: [text],
          operation: "stream",
          data: [{ a: 1 }],
          headers: [["Authorization", "Bearer t0ken"]],
        },
      });
    }),
    { numRuns: 25 },
  );
});

test("variables have their value, or come from the environment of the command", () => {
  const message = { ...EMPTY_MESSAGE, text: "from {{city}} to {{next-stop}}" };
  const values = new Map([["city", { name: "city", value: "Rome" }]]);
  const { command, variables } = createStep(message, { ...TARGET, headers: [] }, values);
  expect(variables).toEqual(["NEXT_STOP"]);
  expect(runInShell(command, { NEXT_STOP: "Bari" })).toContain("from Rome to Bari");
  expect(() => runInShell(command, {})).toThrow();
});

test("an exact request keeps its binding and version", () => {
  const message = { messageId: "m", role: "user", parts: [{ kind: "text", text: "hello" }] };
  const request: ExactRequest = {
    kind: "request",
    method: "POST",
    url: "https://a.example/rpc",
    headers: "content-type: application/json\nx-a: 1",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/send", params: { message } }),
    isGrpc: false,
  };
  expect(createStep(request).command).toBe(
    "npx a2a-loupe check https://a.example/rpc --binding jsonrpc --a2a-version 0.3 -H 'x-a: 1' --no-stream -m hello",
  );
  const rest = {
    ...request,
    url: "https://a.example/message:stream",
    body: JSON.stringify({ message }),
  };
  expect(createStep(rest).command).toContain(
    "check https://a.example --binding http+json --a2a-version 1.0 -H 'x-a: 1' --stream",
  );
});

test("what a command can't express is named", () => {
  const reasonOf = (content: SavedMessage | ExactRequest, address: string | null = ADDRESS) =>
    createCheckStep({ id: "a", name: "a", content }, new Map(), { address, headers: [] });
  expect(reasonOf({ ...EMPTY_MESSAGE, text: "a" }, null)).toMatch(/needs its address/);
  expect(reasonOf(EMPTY_MESSAGE)).toMatch(/message with text/);
  const get = {
    kind: "request",
    method: "GET",
    url: "http://a/card",
    headers: "",
    body: "",
    isGrpc: false,
  } as const;
  expect(reasonOf(get)).toMatch(/Only requests that send a message/);
  expect(
    createStep({ ...EMPTY_MESSAGE, text: "a", metadata: "{}", returnImmediately: true }).omitted,
  ).toEqual(["metadata", "options"]);
});

test("a workflow step takes credentials from secrets and values from variables", () => {
  const step = createStep({ ...EMPTY_MESSAGE, text: "two\nlines {{city}}" });
  expect(formatWorkflowStep('a "b"', step)).toBe(
    [
      '- name: "Check a \\"b\\""',
      "  env:",
      `    A2A_TOKEN: \${{ secrets.A2A_TOKEN }}`,
      `    CITY: \${{ vars.CITY }}`,
      "  run: |",
      `    npx a2a-loupe check https://a.example/ -H 'Authorization: Bearer '"\${A2A_TOKEN:?}" --stream -m 'two`,
      `    lines '"\${CITY:?}"`,
      "",
    ].join("\n"),
  );
});
