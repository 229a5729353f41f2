// Metadata changes of a recording, as sent by clients.
import { expect, test } from "vitest";
import { NAME_LIMIT } from "../../api/recording-metadata.ts";
import { toVerdictSummary } from "../../lint/verdict.ts";
import { readMetadataChanges, readVerdictUpdate } from "./library-requests.ts";

const verdict = { kind: "ended-while-working", clean: false, evidence: [] } as const;
const sent = (update: object) =>
  readVerdictUpdate(
    new Request("http://loupe.example/", { method: "PUT", body: JSON.stringify(update) }),
  );

test("a verdict may leave open who ended the run", async () => {
  const update = {
    ...toVerdictSummary({ ...verdict, because: "The log ends.", by: null }),
    bytes: 7,
  };
  expect(await sent(update)).toEqual(update);
  const { endedBy, ...rest } = update;
  expect(await sent(rest)).toEqual({ ...rest, endedBy });
  await expect(sent({ ...update, endedBy: 1 })).rejects.toThrow("endedBy");
});

test("a verdict with an agent's text becomes one line", async () => {
  const update = toVerdictSummary({
    ...verdict,
    because: `It said:\n${"x".repeat(2e6)}`,
    by: "agent",
  });
  const kept = await sent({ ...update, bytes: 7 });
  expect(kept.because).toMatch(/^It said: x+$/);
  expect(kept.because).toHaveLength(NAME_LIMIT);
});

test("decisions about calls are checked", async () => {
  const now = new Date("2026-01-02T03:04:05Z");
  const read = (...edges: unknown[]) =>
    readMetadataChanges(
      new Request("http://loupe.example/", { method: "PATCH", body: JSON.stringify({ edges }) }),
      now,
    );
  const at = now.toISOString();
  expect(await read({ x: "a", parent: "b" }, { x: "c", parent: null }, { x: "d" })).toEqual([
    { a: "edge", at, x: "a", parent: "b" },
    { a: "edge", at, x: "c", parent: null },
    { a: "edge", at, x: "d" },
  ]);
  await expect(read({ parent: "b" })).rejects.toThrow("x");
  await expect(read({ x: "a", parent: 7 })).rejects.toThrow("parent");
  await expect(read({ x: "a".repeat(NAME_LIMIT + 1) })).rejects.toThrow("exchange");
});
