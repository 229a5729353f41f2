import { expect, test } from "vitest";
import { ReportLog, request } from "../../fixtures/event-builders.ts";
import { createAuthDemandFinder, describeAccepted } from "./auth-demand.ts";

const createCard = (url: string, scheme: string) =>
  JSON.stringify({
    name: "a",
    url,
    capabilities: {},
    skills: [],
    securitySchemes: { [scheme]: { type: "http", scheme: "bearer" } },
    security: [{ [scheme]: [] }],
  });

const addCard = (log: ReportLog, x: string, origin: string, text: string) =>
  log
    .addOpen(x, { method: "GET", url: `${origin}/.well-known/agent-card.json` })
    .addHead(200, "application/json", x)
    .addText(text, x)
    .addEnd("complete", x);

const addRejected = (log: ReportLog, x: string, url: string) =>
  log
    .addOpen(x, { url, body: request("message/send", {}) })
    .addHead(401, "text/plain", x)
    .addText("no", x)
    .addEnd("complete", x);

function describe({ timeline }: ReportLog, x: string, n = timeline.lastEvent): string {
  const exchange = timeline.exchangeById.get(x);
  const demand = exchange && createAuthDemandFinder(timeline, n)(exchange);
  return demand ? describeAccepted(demand) : "nothing is asked for";
}

test("each agent is described by its own card", () => {
  const log = new ReportLog();
  addCard(log, "c1", "http://one.example", createCard("http://one.example/", "first"));
  addCard(log, "c2", "http://two.example", createCard("http://api.two.example/rpc", "second"));
  for (const [x, origin] of ["one", "two", "api.two", "three", "one.example"].entries()) {
    addRejected(log, `x${x}`, `http://${origin}.example/rpc`);
  }
  expect(describe(log, "x0")).toBe("The card accepts first: Bearer token.");
  expect(describe(log, "x1")).toBe("The card accepts second: Bearer token.");
  expect(describe(log, "x2")).toBe("The card accepts second: Bearer token.");
  expect(describe(log, "x3")).toBe("The log has no card of this agent.");
  expect(describe(log, "x4")).toBe("The log has no card of this agent.");
  expect(describe(log, "c1")).toBe("nothing is asked for");
});

test("a card that is denied is not described by another of its host", () => {
  const log = new ReportLog()
    .addOpen("d1", { method: "GET", url: "http://one.example/a/.well-known/agent-card.json" })
    .addHead(401, "text/plain", "d1")
    .addText("no", "d1")
    .addEnd("complete", "d1");
  addCard(log, "c1", "http://one.example", createCard("http://one.example/", "first"));
  expect(describe(log, "d1")).toBe("The log has no card of this agent.");
  addCard(log, "c2", "http://one.example/a", createCard("http://one.example/a/", "second"));
  expect(describe(log, "d1")).toBe("The card accepts second: Bearer token.");
});

test("a card that comes later is not known before", () => {
  const log = addRejected(new ReportLog(), "x1", "http://one.example/");
  addCard(log, "c1", "http://one.example", createCard("http://one.example/", "first"));
  expect(describe(log, "x1", 0)).toBe("The log has no card of this agent.");
  expect(describe(log, "x1", 1)).toBe("The card accepts first: Bearer token.");
});
