import { expect, test } from "vitest";
import { findCardInScope, findNewestCard, getExchangeCard, hasStreamed } from "./cards.ts";
import { Ingest } from "./ingest.ts";

const CARD = '{\n "name": "A", "url": "http://a/", "skills": [], "capabilities": {} }\n';

function answered(x: string, url: string, text: string, type = "application/json") {
  return [
    { r: "open", x, t: 0, method: "GET", url, headers: [] },
    { r: "head", x, t: 5, status: 200, headers: [["Content-Type", type]] },
    { r: "data", x, t: 6, text },
    { r: "end", x, t: 9, cause: "complete" },
  ] as const;
}

function timelineOf(...records: readonly object[]) {
  const ingest = new Ingest();
  for (const record of records) ingest.push(record as never);
  ingest.finish();
  return ingest.timeline;
}

test("finds a card that was looked up, with its text, time and URL", () => {
  const timeline = timelineOf(
    ...answered("1", "http://a/.well-known/agent-card.json", "no"),
    ...answered("2", "http://a/.well-known/agent.json", CARD),
    ...answered("3", "http://a/other", "{}"),
  );
  expect(findNewestCard(timeline)).toMatchObject({
    url: "http://a/.well-known/agent.json",
    text: CARD,
    contentType: "application/json",
    durationMs: 9,
    bytes: CARD.length,
  });
  const [first] = timeline.exchanges;
  expect(first && getExchangeCard(timeline, first)).toBeNull();
  expect(findCardInScope(timeline, 0)?.exchange.id).toBe("2");
});

test("after a redirect its URL is the target", () => {
  const [open, ...rest] = answered("1", "http://a/card", CARD);
  const moved = { r: "redirect", x: "1", t: 1, status: 302, location: "/b/card", headers: [] };
  expect(findNewestCard(timelineOf(open, moved, ...rest))?.url).toBe("http://a/b/card");
});

test("detects a streamed response", () => {
  const ask = (type: string) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "message/stream", params: {} });
    const [, ...rest] = answered("1", "http://a/", "data: {}\n\n", type);
    return timelineOf(
      { r: "open", x: "1", t: 0, method: "POST", url: "http://a/", headers: [], body },
      ...rest,
    );
  };
  expect(hasStreamed(ask("text/event-stream; charset=utf-8"))).toBe(true);
  expect(hasStreamed(ask("application/json"))).toBe(false);
});
