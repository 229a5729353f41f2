// Metadata changes of a recording, as sent by clients.
import { expect, test } from "vitest";
import { NAME_LIMIT } from "../../api/recording-metadata.ts";
import { toVerdictSummary } from "../../lint/verdict.ts";
import { readVerdictUpdate } from "./library-requests.ts";

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
