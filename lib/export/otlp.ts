/**
 * Exporter for OpenTelemetry spans: OTLP JSON, one export request a line, as the file exporter of
 * the collector writes it and Jaeger's upload reads it.
 *
 *     loupe export run.jsonl --as otlp -o spans.json
 */

import { stringifyJson } from "../json/json-stringify.ts";
import { createRunTraces } from "../otlp/run-traces.ts";
import { SpanSourceBuilder } from "../otlp/span-source.ts";
import type { Exporter } from "./exporter.ts";

export const otlp: Exporter = {
  id: "otlp",
  title: "OpenTelemetry spans",
  extension: ".otlp.jsonl",
  mediaType: "application/jsonl",
  description: "OTLP JSON for Jaeger, Grafana or a collector: a span for each call and tool.",
  missingFeatures: [
    "events",
    "heads",
    "json",
    "comments",
    "broken",
    "framing",
    "grpc",
    "bytes",
    "notifications",
    "redirects",
    "hops",
    "edits",
    "notes",
    "lookups",
    "content",
    "clock",
  ],
  canReopen: false,
  hasOptionalContent: true,
  start({ name, by, link = null, hasContent = false, resource = {} }) {
    const builder = new SpanSourceBuilder();
    return {
      push(record) {
        builder.push(record);
        return "";
      },
      *end() {
        const version = by.slice(by.indexOf("/") + 1);
        const options = { hasContent, link, resource, version };
        for (const traces of createRunTraces(builder.finish(name), options)) {
          yield `${stringifyJson(traces)}\n`;
        }
      },
    };
  },
};
