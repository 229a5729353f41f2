/** Everything that a run can leave as. */

import { eventLines } from "./events.ts";
import type { Exporter } from "./exporter.ts";
import { har } from "./har.ts";
import { loupeLog } from "./loupe.ts";
import { sseStream } from "./sse.ts";

export const EXPORTERS: readonly Exporter[] = [loupeLog, sseStream, eventLines, har];

export function exporterOf(id: string): Exporter | null {
  return EXPORTERS.find((exporter) => exporter.id === id) ?? null;
}
