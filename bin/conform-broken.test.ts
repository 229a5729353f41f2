// Agents that cannot be graded, or that stop answering: one object, the exit code, and no false fail.

import { mkdtempSync } from "node:fs";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { closeServer, listen } from "../e2e/agents/agent.ts";
import { sendJson } from "../e2e/agents/plain-http.ts";
import { startSmallAgent } from "../e2e/agents/small-agent.ts";
import { RUNS_ALL } from "../fixtures/run-count.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { CONFORM_STATUSES } from "../lib/conform/judgement.ts";
import { main } from "./conform.ts";

const NEVER = new Promise<void>(() => undefined);
const { LOUPE_DATA } = process.env;

beforeAll(() => {
  process.env.LOUPE_DATA = mkdtempSync(join(tmpdir(), "loupe-broken-"));
});
afterAll(() => {
  if (LOUPE_DATA === undefined) delete process.env.LOUPE_DATA;
  else process.env.LOUPE_DATA = LOUPE_DATA;
});

interface Result {
  readonly id: string;
  readonly status: string;
  readonly message: string;
}

async function grade(url: string, ...options: readonly string[]) {
  const { out, err, code } = await runInTerminal((terminal) =>
    main([url, "--json", "--timeout", "1", "--card-timeout", "1s", ...options], terminal, NEVER),
  );
  const report = JSON.parse(out) as {
    readonly fails: boolean;
    readonly notGraded: readonly string[];
    readonly results: readonly Result[];
  };
  for (const { status } of report.results) expect(CONFORM_STATUSES).toContain(status);
  const list = (status: string) =>
    report.results.filter((one) => one.status === status).map(({ id }) => id);
  expect(list("error")).toEqual([]);
  return { report, err, code, list };
}

/** A card that lists no interface that can be called. */
const sendBareCard: RequestListener = (_, response) =>
  sendJson(response, {
    name: "Bare",
    description: "Has no interface.",
    version: "1",
    supportedInterfaces: [],
    capabilities: {},
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  });

const send =
  (status: number, type: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  (_: unknown, response: ServerResponse) =>
    void response.writeHead(status, { "content-type": type, ...headers }).end(body);

describe("nothing can be graded", () => {
  const cases: Readonly<Record<string, readonly [RequestListener, RegExp]>> = {
    "without a card": [send(404, "text/plain", "no"), /no agent card found/],
    "with a card that lists no interface": [sendBareCard, /lists no interface/],
    "that returns HTML": [send(200, "text/html", "<html></html>"), /web page/],
    "that returns broken JSON": [send(200, "application/json", "{"), /not JSON/],
    "that fails everywhere": [send(500, "text/plain", "oops"), /HTTP 500/],
    "that wants credentials everywhere": [send(401, "text/plain", "no"), /needs credentials/],
    "that sends the card's readers elsewhere": [
      send(302, "text/plain", "", { location: "http://127.0.0.1:9/" }),
      /refused/i,
    ],
    "that hangs": [() => undefined, /No data was received/],
  };

  test.each(Object.entries(cases))("at an address %s", async (_, [answer, reason]) => {
    const server = createServer(answer);
    const url = await listen(server);
    try {
      const { report, code, err } = await grade(url);
      expect(code).toBe(2);
      expect(report).toMatchObject({ results: [], fails: true, score: { passed: 0, all: 0 } });
      expect(report.notGraded.join("")).toMatch(reason);
      expect(err).toMatch(reason);
    } finally {
      server.closeAllConnections();
      await closeServer(server);
    }
  });
});

const sendUnavailable = (response: ServerResponse) =>
  void response.writeHead(503, { "content-type": "text/html" }).end("<h1>Unavailable</h1>");

describe("an interface that", () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ["hangs", () => undefined],
    ["drops every connection", (response) => response.destroy()],
    [
      "leads to another origin",
      (response) => {
        response.writeHead(307, { location: "http://127.0.0.1:9/" }).end();
      },
    ],
    ["redirects in a loop", (response) => void response.writeHead(307, { location: "/" }).end()],
    ["is behind a proxy that cannot reach it", sendUnavailable],
  ])("%s fails once, and nothing else is judged", async (_, interrupt) => {
    const agent = await startSmallAgent({
      streams: true,
      interrupt: (_method, response) => {
        interrupt(response);
        return true;
      },
    });
    try {
      const { list, code } = await grade(agent.url);
      expect(code).toBe(1);
      expect(list("fail")).toEqual(["INTERFACE-ANSWERS"]);
      expect(list("warning")).toEqual([]);
      expect(list("not-measured")).toContain("SEND");
    } finally {
      await agent.close();
    }
  });

  test.each<[string, (response: ServerResponse) => void]>([
    [
      "takes no more requests after some",
      (response) => void response.writeHead(429, { "retry-after": "60" }).end("Too many requests"),
    ],
    ["is lost behind its proxy after some requests", sendUnavailable],
  ])("%s fails nothing", async (_, refuse) => {
    let requests = 0;
    const agent = await startSmallAgent({
      streams: true,
      interrupt(_method, response) {
        requests++;
        if (requests <= 8) return false;
        refuse(response);
        return true;
      },
    });
    try {
      const { list, code } = await grade(agent.url);
      expect(code).toBe(0);
      expect([...list("fail"), ...list("warning")]).toEqual([]);
      expect(list("pass")).toContain("TASK-GET-UNKNOWN");
      expect(list("not-measured")).toEqual(expect.arrayContaining(["ID-ECHO", "SEND", "STREAM"]));
      // It is left alone then.
      expect(requests).toBeLessThan(12);
    } finally {
      await agent.close();
    }
  });

  test("wants credentials fails nothing", async () => {
    const agent = await startSmallAgent({
      interrupt(_method, response) {
        response.writeHead(401, { "www-authenticate": "Bearer" }).end();
        return true;
      },
    });
    try {
      const { list, code } = await grade(agent.url);
      expect(code).toBe(0);
      expect([...list("fail"), ...list("warning")]).toEqual([]);
    } finally {
      await agent.close();
    }
  });

  test.runIf(RUNS_ALL)(
    "never answers a message fails by that, and is not asked forever",
    async () => {
      const agent = await startSmallAgent({
        interrupt: (method) => method === "message/send",
      });
      try {
        const { list } = await grade(agent.url);
        expect(list("fail")).toContain("SEND");
        expect(list("pass")).toContain("TASK-GET-UNKNOWN");
        expect(list("not-measured")).toContain("CANCEL-FINISHED");
      } finally {
        await agent.close();
      }
    },
  );

  test("dies at a request fails by that request only", async () => {
    const agent = await startSmallAgent({
      interrupt(method, response) {
        if (method !== "tasks/cancel") return false;
        void agent.close();
        response.destroy();
        return true;
      },
    });
    const { list, code } = await grade(agent.url);
    expect(code).toBe(1);
    expect(list("fail")).toEqual(["TASK-CANCEL-UNKNOWN"]);
    expect(list("not-measured")).toContain("SEND");
  });
});

describe("an interface that Loupe may not call", () => {
  test.each([
    ["is at a private address", "http://10.255.255.1:9/", "LOUPE_ALLOW_TARGETS=10.255.255.1"],
    ["is at an address that is never called", "http://169.254.169.254/", "the agent's own address"],
  ])("because it %s is not measured, and says what would allow it", async (_, url, remedy) => {
    vi.stubEnv("LOUPE_WIDE", "1");
    vi.stubEnv("LOUPE_ALLOW_TARGETS", "127.0.0.1");
    onTestFinished(() => void vi.unstubAllEnvs());
    const agent = await startSmallAgent({ streams: true, card: { url } });
    try {
      const { list, report } = await grade(agent.url);
      expect([...list("fail"), ...list("warning").filter((id) => !isOfCard(id))]).toEqual([]);
      const [answers] = report.results.filter(({ id }) => id === "INTERFACE-ANSWERS");
      expect(answers?.status).toBe("not-measured");
      expect(answers?.message).toContain(remedy);
      expect(list("not-measured")).toEqual(expect.arrayContaining(["SEND", "TASK-GET-UNKNOWN"]));
    } finally {
      await agent.close();
    }
  });

  test("with the credentials that the user gave names the option that sends them", async () => {
    const guarded = await startSmallAgent({
      interrupt(_method, response) {
        response.writeHead(401, { "www-authenticate": "Bearer" }).end();
        return true;
      },
    });
    const agent = await startSmallAgent({ card: { url: `${guarded.url}/` } });
    try {
      const { list, report } = await grade(agent.url, "-H", "Authorization: Bearer secret-1");
      expect([...list("fail"), ...list("warning").filter((id) => !isOfCard(id))]).toEqual([]);
      const [answers] = report.results.filter(({ id }) => id === "INTERFACE-ANSWERS");
      expect(answers?.message).toContain(`--headers-to ${guarded.url}`);
    } finally {
      await agent.close();
      await guarded.close();
    }
  });
});

/** Rules about what the card says, which its readers see before they call. */
const isOfCard = (id: string) => id.startsWith("card/");

test("a card that is nested deeper than Loupe reads is not judged", async () => {
  let metadata: unknown = "deep";
  for (let level = 0; level < 600; level++) metadata = { metadata };
  const agent = await startSmallAgent({ card: { metadata } });
  try {
    const { list, report } = await grade(agent.url);
    expect([...list("fail"), ...list("warning")]).toEqual([]);
    const rules = report.results.find(({ id }) => id === "CARD-RULES");
    expect(rules).toMatchObject({ status: "not-measured" });
    expect(rules?.message).toMatch(/deep.*500 levels/);
  } finally {
    await agent.close();
  }
});

test("an agent that takes task ids of its clients is graded alike each time", async () => {
  const agent = await startSmallAgent({ takesTaskIds: true });
  try {
    const first = await grade(agent.url);
    const second = await grade(agent.url);
    expect(first.list("warning")).toEqual(["SEND-UNKNOWN-TASK"]);
    expect(second.list("fail")).toEqual([]);
    expect(second.list("warning")).toEqual(first.list("warning"));
  } finally {
    await agent.close();
  }
});
