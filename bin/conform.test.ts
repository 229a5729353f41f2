// Grades real SDK servers over every binding.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type AgentVersion, startAgent } from "../e2e/agents/agent.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { main } from "./conform.ts";

const NEVER = new Promise<void>(() => undefined);

test.each<AgentVersion>(["0.3", "1.0"])("SDK %s", async (version) => {
  process.env.LOUPE_DATA = mkdtempSync(join(tmpdir(), "loupe-conform-"));
  const agent = await startAgent(version);
  const { out, err } = await runInTerminal((terminal) =>
    main(
      [agent.url, "--prompt", "plain", "--prompt", "long=slow", "--prompt", "input-required=input"],
      terminal,
      NEVER,
    ),
  );
  console.log(out, err);
  await agent.close();
  expect(out).not.toBe("");
});
