/** A conversation in the HAR files of browsers. */

import type { FuzzConversation } from "../grammar/conversation.ts";
import { drawOddValue, printJson } from "../grammar/json.ts";
import type { RandomSource } from "../random-source.ts";
import { wrapInEventStream } from "./streams.ts";

const TIMES = [
  "2026-11-20T16:41:24.309Z",
  "2026-11-20T18:41:24.309+02:00",
  "",
  "yesterday",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-20T00:00:00.000Z",
] as const;

export function wrapInHar(draw: RandomSource, conversation: FuzzConversation): string {
  const entries = [
    createHarEntry(draw, conversation),
    ...draw.many(2, () => createHarEntry(draw, conversation)),
  ];
  if (draw.isLucky(0.1)) entries.push(drawOddValue(draw));
  const isFirst = draw.isLucky(0.9);
  const log = { version: "1.2", creator: { name: "x", version: 1 }, pages: [] };
  const text = printJson({ log: isFirst ? { ...log, entries } : { entries, ...log } });
  return draw.isLucky(0.9) ? text : text.slice(0, -draw.small(300));
}

function createHarEntry(draw: RandomSource, conversation: FuzzConversation): unknown {
  const { messages } = conversation;
  const [first] = messages;
  const body = wrapInEventStream(draw, conversation);
  const isCoded = draw.isLucky(0.3);
  const text = isCoded ? Buffer.from(body).toString("base64") : body;
  const maybe = (value: unknown) => (draw.isLucky(0.03) ? drawOddValue(draw) : value);
  const content = {
    mimeType: draw.pickOne(["text/event-stream", "application/json", "x-unknown", ""]),
    size: maybe(body.length),
    ...(draw.isLucky(0.8) && { text: maybe(draw.isLucky(0.95) ? text : `${text}=`) }),
    ...(isCoded && { encoding: maybe("base64") }),
  };
  const sourceMessages = messages.map(({ json, time }) => ({
    time: draw.isLucky(0.9) ? 1_795_192_884 + time / 1000 : drawOddValue(draw),
    eventName: "message",
    data: maybe(json),
    type: "receive",
  }));
  return {
    startedDateTime: maybe(draw.pickOne([...TIMES])),
    time: maybe(draw.pickOne([5, 1e21, -1])),
    request: maybe({
      method: maybe(draw.pickOne(["POST", "GET"])),
      url: maybe(
        draw.pickOne([
          "http://agent.example/a2a",
          "/v1/tasks/t1",
          "http://[",
          "x/.well-known/agent-card.json",
        ]),
      ),
      headers: maybe([{ name: "A2A-Version", value: maybe("1.0") }]),
      ...(draw.isLucky(0.9) && { postData: maybe({ text: maybe(first?.json ?? "") }) }),
    }),
    response: maybe({
      status: maybe(200),
      statusText: "OK",
      httpVersion: maybe("h2"),
      headers: maybe([{ name: "content-type", value: "text/event-stream" }]),
      content: maybe(content),
      redirectURL: maybe(""),
    }),
    timings: maybe({ send: maybe(0), wait: maybe(3), receive: maybe(-1), ssl: 1 }),
    ...(draw.isLucky(0.3) && { _eventSourceMessages: maybe(sourceMessages) }),
    ...(draw.isLucky(0.03) && { _records: [[0, { r: "open", x: "x1" }], drawOddValue(draw)] }),
  };
}
