// A recorded exchange says the same in the other version, and back again.
import { describe, expect, test } from "vitest";
import { readFixtureBytes } from "../../../fixtures/read-fixture.ts";
import { getCommonKey } from "../../clients/respell.ts";
import type { WireRecord } from "../../wire/record.ts";
import { createBodyLayout } from "../replay/body-layout.ts";
import { selectClientRun } from "./client-run.ts";
import { respellExchange } from "./respell-exchange.ts";

function readExchanges(name: string) {
  const lines = readFixtureBytes(name).toString().trim().split("\n");
  const run = selectClientRun(
    lines.map((line) => JSON.parse(line) as WireRecord),
    null,
  );
  if ("refusal" in run) throw new Error(run.refusal ?? name);
  return run.exchanges;
}

describe.each(["0.2", "0.3", "1.0"])("a recording of %s", (version) => {
  test.each(["stream", "send", "cancel", "replace", "subscribe", "message"])(
    "%s says the same in the other version, and back again",
    (name) => {
      const exchanges = readExchanges(`recorded/${version}/${name}.jsonl`);
      expect(exchanges.length).toBeGreaterThan(0);
      for (const exchange of exchanges) {
        const other = respellExchange(exchange);
        expect(other?.version).toBe(version === "1.0" ? "0.3" : "1.0");
        if (!other) return;
        const back = respellExchange(other);
        const keys = (one: typeof back) => one?.response.events.map(getCommonKey);
        expect(keys(back)).toEqual(keys(exchange));
      }
    },
  );
});

test("a second turn that begins with a status is a stream of 0.3 only", () => {
  const [, second] = readExchanges("recorded/0.3/input-required.jsonl");
  expect(second?.response.events[0]?.title).toMatch(/^the status/);
  expect(second && respellExchange(second)).toBeNull();
});

test("an error is not respelled, and neither is what is not over JSON-RPC", () => {
  for (const exchange of readExchanges("recorded/1.0/unknown-task.jsonl")) {
    expect(respellExchange(exchange)).toBeNull();
  }
});

test("events of 1.0 have their wrapper, and a looked-up task has none", () => {
  const [stream] = readExchanges("recorded/0.3/stream.jsonl");
  const other = stream && respellExchange(stream);
  const { bytes } = other ? createBodyLayout(other.recorded) : { bytes: new Uint8Array() };
  const text = Buffer.from(bytes).toString();
  expect(text).toContain('"result":{"statusUpdate":{');
  expect(text).toContain('"state":"TASK_STATE_WORKING"');
  expect(text).not.toMatch(/"kind"|"final"/);
});
