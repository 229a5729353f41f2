import { test } from "vitest";
import { FIXTURE_NAMES, FORMAT_NAMES, readFixture } from "../../fixtures/read-fixture.ts";
import { KNOWN_CLIENTS } from "../server/clients/find-clients.ts";
import { createClientRun, runClient } from "../server/clients/run-clients.ts";

const NAMES = [...FIXTURE_NAMES, ...FORMAT_NAMES].filter(
  (n) => !/grpc/.test(n) && new RegExp(process.env.ONLY ?? "").test(n),
);
test.each(NAMES)(
  "%s",
  async (name) => {
    const { records } = readFixture(name);
    const run = createClientRun(records);
    for (const c of KNOWN_CLIENTS) {
      const d = await c.find({ folder: process.cwd(), jsDriver: "dist/bin/sdk-driver.js" });
      if (!d) continue;
      const r = await runClient(d, run, {
        pace: Infinity,
        idleMs: 3000,
        signal: new AbortController().signal,
      });
      console.log("RES", name, r?.sentence);
      for (const e of r?.exchanges ?? [])
        for (const d of e.differences.slice(0, 3))
          console.log("DIFF", JSON.stringify(d).slice(0, 360));
    }
  },
  60000,
);
