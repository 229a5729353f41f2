/** A recording on its way out with the notes on it, each behind its event. */

import { Noting } from "../export/noted.ts";
import { type Selection, WHOLE } from "../export/selection.ts";
import { Ingest } from "../timeline/ingest.ts";
import { recordLines } from "./record-lines.ts";
import { service } from "./service.ts";

/** As far as it was recorded by now; byte for byte, where nothing was noted on what is chosen. */
export async function notedLog(
  recording: string,
  left?: AbortSignal,
  selection: Selection = WHOLE,
): Promise<File> {
  const [log, { notes }] = await Promise.all([
    service.log(recording, left),
    service.about(recording),
  ]);
  const whole = await new Response(log).blob();
  const name = `${recording}.jsonl`;
  if (notes.length === 0) return new File([whole], name);
  const ingest = new Ingest();
  await recordLines(whole.stream(), (record) => {
    left?.throwIfAborted();
    ingest.push(record);
    return [];
  });
  ingest.finish();
  const noting = new Noting(ingest.timeline, notes, selection);
  const lines = await recordLines(whole.stream(), (record) => {
    left?.throwIfAborted();
    return noting.push(record);
  });
  return new File([lines], name, { type: lines.type });
}
