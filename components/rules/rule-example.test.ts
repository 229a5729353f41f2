import { expect, test } from "vitest";
import { RULES_BY_ID } from "../../lib/lint/all-rules.ts";
import { createMessageFactory, EXAMPLE_VERSIONS } from "../../lib/lint/examples/message-factory.ts";
import { RecordingBuilder } from "../../lib/lint/examples/recording-builder.ts";
import { formatExampleText } from "./rule-example.tsx";

/** Text without white space, with control characters replaced by pictures. */
const bare = (text: string) => text.replace(/[\s\p{Cc}\u2400-\u241f]/gu, "");

const cases = [...RULES_BY_ID.values()].flatMap(({ id, versions, breaks, nearly }) =>
  EXAMPLE_VERSIONS.filter((version) => versions?.includes(version) ?? true).map(
    (version) =>
      [
        id,
        version,
        breaks(createMessageFactory(version)),
        nearly(createMessageFactory(version)),
      ] as const,
  ),
);

test.each(cases)("shows everything that the example of %s in %s contains", (_, __, ...scenes) => {
  for (const { records } of scenes) {
    const { request, rest } = formatExampleText({ records });
    const text = bare(request + rest);
    for (const record of records) {
      if (record.r === "open") expect(text).toContain(bare(record.body ?? record.url));
      if (record.r === "data") expect(text).toContain(bare(record.text ?? ""));
      if (record.r === "head") expect(text).toContain(`←${record.status}`);
      if (record.r === "end") expect(text).toContain(`■${record.cause}`);
    }
  }
});

test("shows whether an event is terminated", () => {
  const told = (end: string) =>
    formatExampleText(
      new RecordingBuilder().addOpen().addHead().addText(`data: {"a":1}${end}`).addEnd(),
    ).rest;
  expect(told("\n\n")).toContain('data: {\n  "a": 1\n}\n\n■ complete');
  expect(told("")).toContain('data: {\n  "a": 1\n}\n■ complete');
  expect(told("\u001e\n\n")).toContain("␞");
});

test("shows pauses", () => {
  const scene = new RecordingBuilder()
    .addOpen()
    .addHead()
    .wait(30_000)
    .addText("data: 1\n\n")
    .addEnd();
  expect(formatExampleText(scene).rest).toContain("(after 30.01 s)\ndata: 1");
});
