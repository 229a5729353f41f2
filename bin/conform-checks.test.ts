// Every check has an agent that breaks it and one that nearly does: a real SDK server over a real
// socket, whose requests or responses are edited on the way. Some checks wait for seconds, so these run
// side by side, each with an agent of its own.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startAgent } from "../e2e/agents/agent.ts";
import {
  CASES_OF_BINDINGS,
  CASES_OF_CARDS,
  CASES_OF_REQUESTS,
  CASES_OF_SUBSCRIPTIONS,
} from "../e2e/agents/conform-cases.ts";
import { EDGES } from "../e2e/agents/conform-edges.ts";
import {
  addMember,
  addMetadata,
  BOTH,
  type Case,
  errorOf,
  on,
  onCard,
  resultOf,
  SINCE_1,
  setCode,
  setCodeOfResult,
  setMessage,
  setResult,
  setVersion1,
  taskOf,
  type Version,
  wrongCode,
} from "../e2e/agents/conform-edits.ts";
import { type AgentEdits, type Json, startEditedAgent } from "../e2e/agents/edited-agent.ts";
import { SUBSCRIPTION_EDGES } from "../e2e/agents/subscription-edges.ts";
import type { ConformResult } from "../lib/conform/grade.ts";
import { ANY_AGENT, CHECKS_BY_ID } from "../lib/conform/profiles.ts";
import { EFFECTS } from "../lib/conform/subject.ts";
import { gradeAgent } from "../lib/server/conform/grade-agent.ts";
import { startInboxServer } from "../lib/server/conform/inbox-server.ts";
import { createLibrary } from "../lib/server/live/live-agent.ts";

const CASES: Readonly<Record<string, Case>> = {
  ...CASES_OF_CARDS,
  ...CASES_OF_REQUESTS,
  ...CASES_OF_BINDINGS,
  ...CASES_OF_SUBSCRIPTIONS,
  "CARD-WELL-KNOWN": {
    versions: BOTH,
    breaks: {
      response(exchange) {
        if (exchange.path.endsWith("agent-card.json")) exchange.status = 404;
      },
      path: (path) => path.replace("agent.json", "agent-card.json"),
    },
    nearly: onCard((card) => Object.assign(card, { description: "Elsewhere." })),
  },
  "CARD-CONTENT-TYPE": {
    versions: BOTH,
    breaks: onCard((_, { headers }) => Object.assign(headers, { "content-type": "text/html" })),
    nearly: onCard((_, { headers }) =>
      Object.assign(headers, { "content-type": "application/a2a+json; charset=utf-8" }),
    ),
  },
  "CARD-CACHING": {
    versions: SINCE_1,
    breaks: {},
    nearly: onCard((_, { headers }) =>
      Object.assign(headers, { "cache-control": "max-age=0", etag: '"1"' }),
    ),
  },
  "CARD-RULES": {
    versions: BOTH,
    breaks: onCard((card) => Object.assign(card, { skills: undefined })),
    nearly: onCard((card) => Object.assign(card, { skills: [] })),
  },
  "INTERFACE-ANSWERS": {
    versions: BOTH,
    breaks: on("get", (exchange) => {
      exchange.text = "<h1>It works</h1>";
      exchange.headers = { "content-type": "text/html" };
    }),
    nearly: on("get", (exchange) => {
      exchange.status = 404;
    }),
  },
  "TASK-GET-UNKNOWN": { versions: BOTH, ...wrongCode("get") },
  "TASK-CANCEL-UNKNOWN": { versions: BOTH, ...wrongCode("cancel") },
  "TASK-SUBSCRIBE-UNKNOWN": { versions: BOTH, ...wrongCode("subscribe") },
  "SEND-UNKNOWN-TASK": { versions: BOTH, ...wrongCode("send") },
  "METHOD-UNKNOWN": {
    versions: BOTH,
    breaks: { response: setCode(-32602) },
    nearly: { response: setMessage },
  },
  "JSON-MALFORMED": {
    versions: BOTH,
    breaks: { response: setCode(-32603) },
    nearly: {
      response(exchange) {
        setMessage(exchange);
        if (errorOf(exchange)) exchange.status = 400;
      },
    },
  },
  "REQUEST-INVALID": {
    versions: BOTH,
    breaks: { response: setCode(-32001) },
    nearly: { response: setCode(-32600) },
  },
  "PARAMS-INVALID": {
    versions: BOTH,
    breaks: on("send", setCode(-32603)),
    nearly: on("send", setCode(-32602)),
  },
  "ID-ECHO": {
    versions: BOTH,
    breaks: on("get", ({ payloads: [first] }) => first && Object.assign(first, { id: "4711" })),
    nearly: on("get", setMessage),
  },
  "VERSION-UNKNOWN": {
    versions: SINCE_1,
    breaks: { request: setVersion1 },
    nearly: { response: setMessage },
  },
  "VERSION-MISSING": {
    versions: SINCE_1,
    breaks: { request: setVersion1 },
    nearly: { response: setMessage },
  },
  "ERROR-DETAILS": {
    versions: SINCE_1,
    breaks: on("get", (exchange) => Object.assign(errorOf(exchange) ?? {}, { data: [] })),
    nearly: on("get", setMessage),
  },
  SEND: {
    versions: BOTH,
    breaks: on("send", (exchange) => setResult(exchange, {})),
    nearly: on("send", addMetadata),
  },
  "SEND-STORED": {
    versions: BOTH,
    breaks: on("get", ({ payloads: [first] }) =>
      Object.assign(taskOf(first) ?? {}, { artifacts: [] }),
    ),
    nearly: on("get", addMetadata),
  },
  "CONTEXT-KEPT": {
    versions: BOTH,
    breaks: on("send", ({ payloads: [first] }) =>
      Object.assign(taskOf(first) ?? {}, { contextId: "another" }),
    ),
    nearly: on("send", addMetadata),
  },
  "SEND-FINISHED": {
    versions: SINCE_1,
    breaks: {
      request(_, body) {
        const message = (body?.params as Json | undefined)?.message as Json | undefined;
        if (message) message.taskId = undefined;
        return body && { ...body };
      },
    },
    nearly: on("send", setMessage),
  },
  STREAM: {
    versions: BOTH,
    breaks: on("stream", (exchange) => {
      exchange.headers = { "content-type": "application/json" };
    }),
    nearly: on("stream", (exchange) => {
      exchange.headers = { "content-type": "text/event-stream; charset=utf-8" };
    }),
  },
  "STREAM-ORDER": {
    versions: BOTH,
    breaks: on("stream", ({ payloads }) => {
      const result = payloads.at(-1)?.result as Json;
      const update = (result.statusUpdate as Json | undefined) ?? result;
      update.taskId = "another-task";
    }),
    nearly: on("stream", ({ payloads }) => {
      const result = payloads.at(-1)?.result as Json;
      const update = (result.statusUpdate as Json | undefined) ?? result;
      update.metadata = { more: true };
    }),
  },
  "STREAM-CLOSES": {
    versions: BOTH,
    breaks: on("stream", (exchange) => {
      exchange.end = "open";
    }),
    nearly: on("stream", (exchange) => {
      exchange.end = "late";
    }),
  },
  "STREAM-END": {
    versions: BOTH,
    breaks: on("stream", (exchange) => {
      exchange.end = "reset";
    }),
    nearly: on("stream", (exchange) => {
      exchange.end = "late";
    }),
  },
  "STREAM-STORED": {
    versions: BOTH,
    breaks: on("get", ({ payloads: [first] }) => {
      const [artifact] = (taskOf(first)?.artifacts as Json[] | undefined) ?? [];
      const [part] = (artifact?.parts as Json[] | undefined) ?? [];
      if (part) part.text = "something else";
    }),
    nearly: on("get", addMetadata),
  },
  "SUBSCRIBE-FINISHED": {
    versions: SINCE_1,
    breaks: on("subscribe", setCode(-32603)),
    nearly: on("subscribe", setMessage),
  },
  "CANCEL-FINISHED": { versions: BOTH, ...wrongCode("cancel") },
  "CANCEL-RUNNING": {
    versions: BOTH,
    breaks: { ...on("cancel", setCodeOfResult), passesStreams: true },
    nearly: {
      ...on("cancel", addMetadata),
      passesStreams: true,
    },
  },
  "HISTORY-ZERO": {
    versions: SINCE_1,
    breaks: on("get", ({ payloads: [first] }) => {
      const message = { messageId: "m", role: "ROLE_USER", parts: [{ text: "hi" }] };
      Object.assign(taskOf(first) ?? {}, { history: [message] });
    }),
    nearly: on("get", ({ payloads: [first] }) =>
      Object.assign(taskOf(first) ?? {}, { history: [] }),
    ),
  },
  LIST: {
    versions: SINCE_1,
    breaks: on("list", (exchange) =>
      Object.assign(resultOf(exchange) ?? {}, { totalSize: undefined }),
    ),
    nearly: on("list", addMember),
  },
  "LIST-PAGING": {
    versions: SINCE_1,
    breaks: on("list", (exchange) => {
      const result = resultOf(exchange);
      const tasks = (result?.tasks as Json[] | undefined) ?? [];
      if (result) result.tasks = [...tasks, ...tasks];
    }),
    nearly: on("list", addMember),
  },
  "LIST-FILTER": {
    versions: SINCE_1,
    breaks: on("list", (exchange) => {
      const [task] = (resultOf(exchange)?.tasks as Json[] | undefined) ?? [];
      if (task) task.contextId = "another";
    }),
    nearly: on("list", addMember),
  },
  "LIST-ARTIFACTS": {
    versions: SINCE_1,
    breaks: on("list", (exchange) => {
      const [task] = (resultOf(exchange)?.tasks as Json[] | undefined) ?? [];
      if (task) task.artifacts = [{ artifactId: "a", parts: [{ text: "hi" }] }];
    }),
    nearly: on("list", addMember),
  },
  "LIST-SIZE-INVALID": { versions: SINCE_1, ...wrongCode("list") },
  "PUSH-CONFIG": {
    versions: BOTH,
    breaks: { ...on("pushGet", setCodeOfResult), passesStreams: true },
    nearly: { ...on("pushGet", setMessage), passesStreams: true },
  },
  "EXTENDED-CARD": {
    versions: BOTH,
    breaks: on("extended", (exchange) => setResult(exchange, { name: 1 })),
    nearly: on("extended", (exchange) =>
      Object.assign(resultOf(exchange) ?? {}, { description: "Another." }),
    ),
  },
  "WIRE-RULES": {
    versions: BOTH,
    breaks: on("stream", ({ payloads: [first] }) =>
      Object.assign(taskOf(first) ?? {}, { status: {} }),
    ),
    nearly: on("stream", addMetadata),
  },
};

async function grade(
  id: string,
  version: Version,
  edits: AgentEdits,
  long = "slow",
): Promise<readonly ConformResult[]> {
  const check = CHECKS_BY_ID.get(id);
  if (!check) throw new Error(`there is no ${id}`);
  const agent = await startAgent(version);
  const edited = await startEditedAgent(agent, edits);
  const library = createLibrary(mkdtempSync(join(tmpdir(), "loupe-conform-")), {});
  const inboxes = await startInboxServer(library);
  try {
    const { results } = await gradeAgent(
      library,
      edited.url,
      {
        profile: "any",
        checks: [check],
        effects: new Set(EFFECTS),
        prompts: new Map([
          ["any", "plain"],
          ["long", long],
          ["input-required", "input"],
        ]),
        text: null,
        repetitions: 1,
        maxRequests: 100,
        inboxOrigin: inboxes.origin,
        headers: [],
        headersTo: [],
        limitMs: 20_000,
        waitMs: 0,
        binding: null,
        version: null,
        limits: {},
      },
      new AbortController().signal,
      { onResult: () => undefined },
    );
    return results;
  } finally {
    await inboxes.close();
    await edited.close();
    await agent.close();
  }
}

/** Without the interfaces that have nothing to do with the check. */
function listJudged(results: readonly ConformResult[]): readonly ConformResult[] {
  const judged = results.filter(({ status }) => status !== "not-applicable");
  return judged.length === 0 ? results : judged;
}

// One version at a time, because some edits remember what they saw.
describe.each(BOTH)("an agent of %s", (version) => {
  const isAsked = ({ versions }: { versions: readonly Version[] }) => versions.includes(version);
  const cases = Object.entries(CASES).filter(([, one]) => isAsked(one));
  const edges = [...EDGES, ...SUBSCRIPTION_EDGES].filter(isAsked);

  describe.concurrent("that breaks a check", () => {
    test.each(cases)("%s is found", async (id, { breaks, long }) => {
      const results = listJudged(await grade(id, version, breaks, long));
      // What the text only allows is no fault.
      const isAllowed = results.every(({ level }) => level === "MAY");
      const wanted = isAllowed ? /not-applicable/ : /fail|warning/;
      expect(results.map(({ status }) => status)).toContainEqual(expect.stringMatching(wanted));
      expect(results[0]?.recording).toMatch(/^\d{8}-/);
    });

    test.each(cases)("%s passes where it is nearly broken", async (id, { nearly, long }) => {
      const results = listJudged(await grade(id, version, nearly, long));
      expect(results.map(({ status, message }) => [status, message])).toEqual(
        results.map(({ message }) => ["pass", message]),
      );
    });
  });

  describe.concurrent("at the edge of the text", () => {
    test.each(edges)("$check: it $what: $status", async ({ check, edits, long, status }) => {
      const results = await grade(check, version, edits, long);
      expect(results.map((one) => [one.status, one.message])).toEqual(
        results.map(({ message }) => [status, message]),
      );
    });
  });
});

test("every check has both agents", () => {
  expect(Object.keys(CASES).sort()).toEqual(ANY_AGENT.map(({ id }) => id).sort());
});
