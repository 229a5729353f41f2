/** Every format of logs that Loupe opens. */
import type { Importer } from "./importer.ts";
import { jsonArray, jsonLines, sse, sseWithNoise } from "./importers/bare-body.ts";
import { collectorJson } from "./importers/collector-json.ts";
import { curl } from "./importers/curl.ts";
import { grpcurl } from "./importers/grpcurl.ts";
import { gzip } from "./importers/gzip.ts";
import { har } from "./importers/har.ts";
import { htmlLog } from "./importers/html.ts";
import { http, httpWithNoise } from "./importers/http.ts";
import { loupeLog } from "./importers/loupe.ts";
import { loupeEvents } from "./importers/loupe-events.ts";
import { anyText, mixedLog } from "./importers/mixed-log.ts";
import { jaegerTraces, otlpTraces, tempoTraces } from "./importers/traces.ts";
import { utf16 } from "./importers/utf16.ts";
import { zip } from "./importers/zip.ts";

/** In order of detection. */
export const IMPORTERS: readonly Importer[] = [
  utf16,
  gzip,
  zip,
  loupeLog,
  htmlLog,
  http,
  sse,
  grpcurl,
  har,
  loupeEvents,
  otlpTraces,
  tempoTraces,
  jaegerTraces,
  collectorJson,
  curl,
  httpWithNoise,
  mixedLog,
  jsonArray,
  jsonLines,
  sseWithNoise,
  anyText,
];
