// What is said about a recording, as it comes over the wire.
import { expect, test } from "vitest";
import { toVerdictSummary } from "../lint/verdict.ts";
import { NAME_LIMIT } from "../wire/recording-metadata.ts";
import { readVerdictUpdate } from "./library-requests.ts";

const verdict = { kind: "ended-while-working", clean: false, evidence: [] } as const;
const sent = (told: object) =>
  readVerdictUpdate(
    new Request("http://loupe.example/", { method: "PUT", body: JSON.stringify(told) }),
  );

test("a verdict of which nobody knows who ended the run is one", async () => {
  const told = {
    ...toVerdictSummary({ ...verdict, because: "The log ends.", by: null }),
    bytes: 7,
  };
  expect(await sent(told)).toEqual(told);
  const { endedBy, ...rest } = told;
  expect(await sent(rest)).toEqual({ ...rest, endedBy });
  await expect(sent({ ...told, endedBy: 1 })).rejects.toThrow("endedBy");
});

test("a verdict with all that an agent said in it is told as a line", async () => {
  const told = toVerdictSummary({
    ...verdict,
    because: `It said:\n${"x".repeat(2e6)}`,
    by: "agent",
  });
  const kept = await sent({ ...told, bytes: 7 });
  expect(kept.because).toMatch(/^It said: x+$/);
  expect(kept.because).toHaveLength(NAME_LIMIT);
});
