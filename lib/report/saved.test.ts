/** What saved answers are taken for, where nobody wrote down what was asked. */

import { describe, expect, test } from "vitest";
import { folded, reportOf } from "../../fixtures/compose.ts";
import { openLog } from "../../fixtures/read.ts";
import type { Report } from "./report.ts";

const saved = (text: string): Report => reportOf(folded(openLog(Buffer.from(text)).records));
const sse = (...events: unknown[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

const rulesIn = ({ findings }: Report) => findings.map(({ rule }) => rule);
const versionIn = ({ exchanges }: Report) => exchanges[0]?.version;

describe("0.3 over HTTP+JSON", () => {
  const ids = { taskId: "t1", contextId: "c1" };
  const task = { task: { id: "t1", contextId: "c1", status: { state: "TASK_STATE_SUBMITTED" } } };
  const chunk = (part: object) => ({
    artifactUpdate: { ...ids, artifact: { artifactId: "a", parts: [part] } },
  });
  const ended = (more: object) => ({
    statusUpdate: { ...ids, status: { state: "TASK_STATE_COMPLETED" }, ...more },
  });
  const nested = { data: { data: { k: 1 } } };

  test("is known by a last status that says final", () => {
    const read = saved(sse(task, chunk({ text: "hi" }), ended({ final: true })));
    expect(versionIn(read)).toBe("0.3");
    expect(rulesIn(read)).toEqual([]);
  });

  test("is known by data in data, which is read from inside", () => {
    const read = saved(sse(task, chunk(nested), ended({})));
    expect(versionIn(read)).toBe("0.3");
    expect(read.tasks[0]?.artifacts[0]?.data).toEqual([{ k: 1 }]);
  });

  test("is not what 1.0 has shown itself to be, whose data may look so", () => {
    const said = { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "x" }] };
    const working = {
      statusUpdate: { ...ids, status: { state: "TASK_STATE_WORKING", message: said } },
    };
    for (const shown of [working, chunk({ text: "x", mediaType: "text/plain" })]) {
      const read = saved(sse(task, shown, chunk(nested), ended({})));
      expect(versionIn(read)).toBe("1.0");
      expect(read.tasks[0]?.artifacts[0]?.data).toEqual([{ data: { k: 1 } }]);
    }
  });
});
