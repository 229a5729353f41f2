/** A conversation in the log of a service, in the wrappers that log collectors put around lines. */

import type { FuzzConversation } from "../grammar/conversation.ts";
import { drawOddValue, printJson, RawJson } from "../grammar/json.ts";
import type { RandomSource } from "../random-source.ts";

interface CollectedLine {
  readonly at: number;
  readonly text: string;
}

type WrapLines = (lines: readonly CollectedLine[], draw: RandomSource) => string;

const ZERO = Date.UTC(2026, 0, 1);
const iso = (at: number) => new Date(ZERO + Math.min(Math.max(at, -1e12), 1e12)).toISOString();
const nanos = (at: number) => `${ZERO + at}000000`;
const jsonl = (values: readonly unknown[]) =>
  values.map((value) => `${printJson(value)}\n`).join("");

/** Split where the tool splits. */
function splitText(text: string, draw: RandomSource): string[] {
  const limit = draw.pickOne([10, 60, 300]);
  return text.match(new RegExp(`[^]{1,${limit}}`, "gu")) ?? [""];
}

export const COLLECTORS: Readonly<Record<string, WrapLines>> = {
  docker: (lines, draw) =>
    jsonl(
      lines.flatMap(({ at, text }) =>
        splitText(`${text}\n`, draw).map((log) => ({ log, stream: "stdout", time: iso(at) })),
      ),
    ),
  runtime: (lines, draw) =>
    lines
      .flatMap(({ at, text }) => {
        const all = splitText(text, draw);
        return all.map((piece, i) => {
          const mark = i === all.length - 1 && draw.isLucky(0.95) ? "F" : "P";
          return `${iso(at)} ${draw.pickOne(["stdout", "stdout", "stderr"])} ${mark} ${piece}\n`;
        });
      })
      .join(""),
  kubectl: (lines, draw) =>
    lines.map(({ at, text }) => `[pod/a-${draw.below(2)}/agent] ${iso(at)} ${text}\n`).join(""),
  compose: (lines, draw) =>
    lines.map(({ text }) => `agent-${draw.below(draw.pickOne([2, 400]))}  | ${text}\n`).join(""),
  loki: (lines, draw) => {
    const values = lines.map(({ at, text }) => [
      draw.isLucky(0.95) ? nanos(at) : drawOddValue(draw),
      text,
    ]);
    const result = [{ stream: { app: "agent" }, values: values.reverse() }];
    return printJson({ status: "success", data: { resultType: "streams", result } });
  },
  lokiPush: (lines) =>
    printJson({
      streams: [{ stream: {}, values: lines.map(({ at, text }) => [nanos(at), text]) }],
    }),
  logcli: (lines) =>
    jsonl(lines.map(({ at, text }) => ({ labels: {}, line: text, timestamp: iso(at) }))),
  cloudWatch: (lines, draw) => {
    const logStreamName = "agent/1";
    const events = lines.map(({ at, text }) => ({
      logStreamName,
      timestamp: draw.isLucky(0.95) ? ZERO + at : drawOddValue(draw),
      message: text,
      ingestionTime: ZERO,
    }));
    return printJson({ events });
  },
  tail: (lines) => lines.map(({ at, text }) => `${iso(at)} agent/x ${text}\n`).join(""),
  insights: (lines) => {
    const results = lines.map(({ at, text }) => [
      { field: "@timestamp", value: iso(at).replace("T", " ").replace("Z", "") },
      { field: "@message", value: text },
    ]);
    return printJson({ results, status: "Complete" });
  },
  elastic: (lines) => {
    const hits = lines.map(({ at, text }) => ({
      _index: "logs",
      _source: { "@timestamp": iso(at), message: text },
    }));
    return printJson({ took: 3, hits: { total: 1, hits } });
  },
  journal: (lines, draw) =>
    jsonl(
      lines.map(({ at, text }) => ({
        __REALTIME_TIMESTAMP: `${ZERO + at}000`,
        _PID: String(draw.below(3)),
        MESSAGE: draw.isLucky(0.7) ? text : [...Buffer.from(text.slice(0, 300))],
      })),
    ),
  wrapped: (lines, draw) => {
    const time = draw.pickOne(["timestamp", "ts", "time", "@timestamp", "receivedAt", "instant"]);
    const name = draw.pickOne([
      "payload",
      "event",
      "body",
      "message",
      "data",
      "_source",
      "attributes",
    ]);
    const at = (ms: number) =>
      draw.pickOne<unknown>([
        iso(ms),
        ZERO + ms,
        nanos(ms),
        (ZERO + ms) / 1000,
        drawOddValue(draw),
      ]);
    return jsonl(
      lines.map((line) => ({
        [time]: at(line.at),
        direction: draw.pickOne(["in", "out", "sent", "x"]),
        stream: `s${draw.below(3)}`,
        [name]: draw.isLucky(0.5) ? line.text : new RawJson(line.text),
        ...(draw.isLucky(0.1) && { http: { method: "POST", url: "/v1/message:send" } }),
      })),
    );
  },
  pretty: (lines, draw) =>
    lines
      .map(({ at, text }) => {
        const json = draw.isLucky(0.7) ? text.replace(/([{,])"/g, '$1\n  "') : text;
        return `${iso(at).replace("T", " ").slice(0, 23)} - a2a.client - DEBUG - got\n${json}\n`;
      })
      .join(""),
  words: (lines, draw) =>
    lines
      .map(({ text }) => {
        const before = draw.pickOne([
          "DEBUG a2a response: ",
          "<- ",
          "[[[ {x} ",
          "\u001b[32mINFO\u001b[0m ",
          'said="',
        ]);
        return `${before}${draw.isLucky(0.1) ? JSON.stringify(text) : text}${draw.pickOne(["", " {}", ","])}\n`;
      })
      .join("INFO nothing\n"),
  inspector: (lines, draw) =>
    lines
      .map(({ text }) => `4:41:24 PM ${draw.pickOne(["REQUEST", "RESPONSE"])}\n${text}\n`)
      .join(""),
  a2aUi: (lines, draw) => {
    const debugLogs = lines.map(({ at, text }, i) => ({
      id: `log-${i}`,
      timestamp: ZERO + at,
      type: draw.pickOne(["request", "response"]),
      payload: new RawJson(text),
    }));
    const chat = { id: "c", executionEventCount: debugLogs.length };
    return printJson({ version: 1, chat, protocol: { debugLogs } });
  },
};

export function createLogLines(
  { messages }: FuzzConversation,
  draw: RandomSource,
): CollectedLine[] {
  const isWorded = draw.isLucky(0.4);
  return messages.map(({ time, json, direction }) => ({
    at: time,
    text: isWorded ? `DEBUG a2a ${direction}: ${json}` : json,
  }));
}
