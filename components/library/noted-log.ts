// A recording on its way out with the notes on it, each behind its event.
import { Noting } from "../../lib/export/noted.ts";
import { service } from "../../lib/session/service.ts";
import { Ingest } from "../../lib/timeline/ingest.ts";
import { downloadFile } from "../command/files.ts";
import { recordLines } from "./record-lines.ts";

export async function downloadNoted(id: string): Promise<void> {
  const [log, { notes }] = await Promise.all([service.log(id), service.about(id)]);
  const whole = await new Response(log).blob();
  const ingest = new Ingest();
  await recordLines(whole.stream(), (record) => {
    ingest.push(record);
    return [];
  });
  ingest.finish();
  const noting = new Noting(ingest.timeline, notes);
  const lines = await recordLines(whole.stream(), (record) => noting.push(record));
  downloadFile(new File([lines], `${id}.jsonl`, { type: lines.type }));
}
