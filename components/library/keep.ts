// Recordings made from what is open: a log that came from a file, or the marked span of a run.
import { Selector } from "../../lib/export/select.ts";
import { createDerivedName } from "../../lib/report/recordings.ts";
import { recordLines } from "../../lib/session/record-lines.ts";
import type { Run } from "../../lib/session/run.ts";
import { service } from "../../lib/session/service.ts";
import { markedSelection, notesIn } from "../../lib/session/trimming.ts";
import type { View } from "../../lib/session/view.ts";
import type { RecordingSummary } from "../../lib/wire/api-types.ts";
import { LOG_VERSION, type LogHeader, type WireRecord } from "../../lib/wire/record.ts";

/** A Loupe log is kept byte for byte; what came in other formats, as the records it was read as. */
export async function keepFile(file: File): Promise<RecordingSummary> {
  const isLoupe = (await file.slice(0, LOUPE.length).text()) === LOUPE;
  if (isLoupe) return service.keep(file);
  return service.keep(await recordLines(file.stream(), withHeader(file.name)));
}

const LOUPE = '{"r":"loupe"';

/** The marked span of the open run as a recording of its own; the other stays as it is. */
export async function keepMarked(run: Run, view: View): Promise<RecordingSummary> {
  const { source, timeline } = run;
  const selection = markedSelection(timeline, view);
  if (!source || !selection) throw new Error("No events are marked.");
  const log = source.kind === "file" ? source.file.stream() : await service.log(source.id);
  const selector = new Selector(timeline, selection);
  const headed = withHeader(run.name);
  const kept = await service.keep(
    await recordLines(log, function* (record, format) {
      for (const one of headed(record, format)) yield* selector.push(one);
    }),
  );
  const about = source.kind === "recording" ? await service.about(source.id) : null;
  await service.say(kept.id, {
    name: createDerivedName({ ...kept, given: about?.name ?? null }, "trimmed"),
    addTags: about?.tags ?? [],
    notes: notesIn(timeline, selection, about?.notes ?? []).map(({ x, event, text }) => ({
      x,
      event,
      text,
    })),
  });
  return kept;
}

/** A log has a header, and in it a name to be known by. */
function withHeader(name: string): (record: WireRecord, format: string) => WireRecord[] {
  let isFirst = true;
  return (record, by) => {
    const head: LogHeader = { r: "loupe", version: LOG_VERSION, id: "", at: null, by, name };
    const wasFirst = isFirst;
    isFirst = false;
    if (record.r === "loupe") return [{ ...record, name: record.name ?? name }];
    return wasFirst ? [head, record] : [record];
  };
}
