/** List of all export formats. */

import { curlScript } from "./curl-script.ts";
import { eventLines } from "./event-lines.ts";
import type { Exporter } from "./exporter.ts";
import { har } from "./har.ts";
import { html } from "./html.ts";
import { loupeLog } from "./loupe-log.ts";
import { markdown } from "./markdown.ts";
import { otlp } from "./otlp.ts";
import { plan } from "./plan.ts";
import { sseStream } from "./sse-stream.ts";
import { testFile } from "./test-file.ts";
import { trace } from "./trace.ts";

export const EXPORTERS: readonly Exporter[] = [
  loupeLog,
  html,
  markdown,
  har,
  sseStream,
  eventLines,
  curlScript,
  testFile,
  trace,
  otlp,
  plan,
];

export function findExporter(id: string): Exporter | null {
  return EXPORTERS.find((exporter) => exporter.id === id) ?? null;
}
