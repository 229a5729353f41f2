/** Shows each record to an observer on its way to the recorder. */

import type { WireRecord } from "../../wire/record.ts";
import type { RecordSink } from "../exchange/exchange-context.ts";
import type { Recorder } from "./recorder.ts";

export function createObservedSink(
  recorder: Recorder,
  observe: (record: WireRecord) => void,
): RecordSink & Pick<Recorder, "length"> {
  return {
    append(record) {
      observe(record);
      recorder.append(record);
    },
    now: () => recorder.now(),
    waitUntilWritten: () => recorder.waitUntilWritten(),
    get pendingBytes() {
      return recorder.pendingBytes;
    },
    get length() {
      return recorder.length;
    },
  };
}
