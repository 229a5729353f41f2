/** Everything that a run can leave as. */

import { curlScript } from "./curl.ts";
import { eventLines } from "./events.ts";
import type { Exporter } from "./exporter.ts";
import { har } from "./har.ts";
import { html } from "./html.ts";
import { loupeLog } from "./loupe.ts";
import { markdown } from "./markdown.ts";
import { sseStream } from "./sse.ts";
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
];

export function exporterOf(id: string): Exporter | null {
  return EXPORTERS.find((exporter) => exporter.id === id) ?? null;
}
