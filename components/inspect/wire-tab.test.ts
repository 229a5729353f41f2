import { expect, test } from "vitest";
import {
  createLogReport,
  createSendMessageParams,
  foldRecords,
  ReportLog,
} from "../../fixtures/event-builders.ts";
import { findSecretsInRun, redactRun } from "../../lib/redact/redact-run.ts";
import { toSecrets } from "../../lib/redact/secret-finding.ts";
import type { UnparsedBytes, WireRecord } from "../../lib/wire/record.ts";
import { formatHttpText } from "./wire-tab.tsx";

function recordsWith(unparsed: UnparsedBytes): WireRecord[] {
  const log = new ReportLog()
    .addRequest("message/stream", createSendMessageParams("go", "m"))
    .addHead(200, "text/event-stream")
    .addEnd("reset");
  return log.records.map((record) => (record.r === "end" ? { ...record, unparsed } : record));
}

test.each([
  ["text", { text: "zz\r\nrest", n: 8 }, "zz\r\nrest"],
  ["bytes", { b64: "enr/eg==", n: 4 }, "zz\ufffdz"],
  ["invalid base64", { b64: "%", n: 1 }, "%"],
])("bytes that are not HTTP are shown and reported: %s", (_, unparsed, text) => {
  const ingest = foldRecords(recordsWith(unparsed));
  const { timeline } = ingest;
  const shown = formatHttpText(timeline.exchanges[0], timeline.lastEvent + 1);
  expect(shown).toContain(`not HTTP, ${unparsed.n} bytes:\n${text}`);
  expect(createLogReport(ingest).exchanges[0]?.unparsed).toBe(text);
});

test("unparsed bytes are redacted, as text and as base64", () => {
  const secret = "Bearer sk-live-0123456789abcdefghij0123456789";
  const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from(` authorization: ${secret}\r\n`)]);
  for (const unparsed of [
    { text: `zz authorization: ${secret}\r\n`, n: 64 },
    { b64: bytes.toString("base64"), n: bytes.length },
  ]) {
    const records = recordsWith(unparsed);
    const written = redactRun(records, toSecrets(findSecretsInRun(records))).records;
    const end = written.find((record) => record.r === "end");
    expect(end?.unparsed).toBeDefined();
    const left = end?.unparsed?.text ?? Buffer.from(end?.unparsed?.b64 ?? "", "base64").toString();
    expect(left).toContain("authorization: ");
    expect(left).not.toContain("sk-live");
  }
});
