import { describe, expect, test } from "vitest";
import { formatTraceUrl, parseTraceUrl } from "./trace-url.ts";

const IDS = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };

describe("the address of a trace", () => {
  test.each([
    ["https://jaeger.example/trace/{traceId}", `https://jaeger.example/trace/${IDS.traceId}`],
    [
      " http://127.0.0.1:16686/trace/{traceId}?uiFind={spanId} ",
      `http://127.0.0.1:16686/trace/${IDS.traceId}?uiFind=${IDS.spanId}`,
    ],
    [
      "https://a.example/#/{traceId}/{traceId}",
      `https://a.example/#/${IDS.traceId}/${IDS.traceId}`,
    ],
  ])("%s has the ids", (text, url) => {
    expect(formatTraceUrl(parseTraceUrl(text) ?? "", IDS)).toBe(url);
  });

  test.each([
    "https://jaeger.example/trace/",
    "javascript:alert('{traceId}')",
    "data:text/html,{traceId}",
    "file:///{traceId}",
    "/trace/{traceId}",
    "https://{traceId}.example/",
    "https://a.example:{traceId}/",
    "https://user:secret@a.example/{traceId}",
    "https://{traceId}@a.example/",
    "",
  ])("%s is refused", (text) => {
    expect(parseTraceUrl(text)).toBeNull();
  });
});
