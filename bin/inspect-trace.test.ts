import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { runInTerminal } from "../fixtures/terminal.ts";
import { createTrace, createTracedRun } from "../fixtures/traced-run.ts";
import { main } from "./inspect.ts";

const folder = mkdtempSync(join(tmpdir(), "loupe-trace-"));
afterAll(() => rmSync(folder, { recursive: true }));

function save(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const RUN = save("run.jsonl", createTracedRun());

const inspect = (...args: string[]) => runInTerminal((terminal) => main(args, terminal));

describe("loupe inspect --trace", () => {
  test("prints the spans of a call below it, and what belongs to others", async () => {
    const file = save("trace.json", createTrace({ others: 12 }));
    const plain = await inspect(RUN);
    const { code, out, err } = await inspect(RUN, "--trace", file);
    expect([code, err]).toEqual([plain.code, plain.err]);
    expect(out.startsWith(plain.out)).toBe(true);
    expect(out.slice(plain.out.length)).toBe(
      [
        "",
        `Trace ${file}: 4 spans, as the backend recorded them`,
        "  12 spans belong to other calls.",
        "  1 span is outside of the calls, such as the caller's.",
        "",
        "x1 weather, met-proxy",
        "   +0.080 SendStreamingMessage · weather · 770 ms",
        "   +0.110   chat small-model · weather · 320 ms",
        "   +0.440   execute_tool forecast · weather · 380 ms · failed",
        "   +0.460     GET /v1/forecast · met-proxy · 350 ms",
        "",
      ].join("\n"),
    );
  });

  test("says how a clock was corrected", async () => {
    const file = save("skewed.json", createTrace({ skewMs: -5000 }));
    const { out } = await inspect(RUN, "--trace", file);
    expect(out).toContain(
      "The backend's clock is 5 s behind: the spans are moved into their call.",
    );
    expect(out).toContain("   +0.075 SendStreamingMessage · weather · 770 ms");
  });

  test("of a log without a date puts the spans into their call, and says so", async () => {
    const undated = save("undated.jsonl", createTracedRun({ at: null }));
    const { out } = await inspect(undated, "--trace", save("dated.json", createTrace()));
    expect(out).toContain("The log has no date: the spans are put into their call.");
  });

  test("--json has them as a member, in any compression", async () => {
    const file = save("trace.json.gz", gzipSync(createTrace({ others: 1 })));
    const { out } = await inspect(RUN, "--trace", file, "--json");
    const { trace } = JSON.parse(out);
    expect(trace).toMatchObject({
      file,
      others: 1,
      outside: 1,
      own: 0,
      calls: [{ exchange: "x1", correction: null, offsetMs: 0, byTime: 0 }],
    });
    expect(trace.calls[0].spans[2]).toEqual({
      traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      spanId: "4444444444444444",
      parentId: "2222222222222222",
      depth: 1,
      name: "execute_tool forecast",
      service: "weather",
      ms: 440,
      durationMs: 380,
      failed: true,
      attributes: { "gen_ai.tool.name": "forecast", "error.type": "timeout" },
    });
  });

  test("with --at shows the spans that had begun", async () => {
    const file = save("at.json", createTrace());
    const { out } = await inspect(RUN, "--trace", file, "--at", "1", "--json");
    const names = JSON.parse(out).trace.calls[0].spans.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["SendStreamingMessage", "chat small-model"]);
  });

  test("of another run says that no span belongs to it", async () => {
    const file = save("foreign.json", createTrace({ isForeign: true }));
    const { code, out } = await inspect(RUN, "--trace", file);
    expect(code).toBe(0);
    expect(out).toContain(`Trace ${file}: 0 spans`);
    expect(out).toContain("5 spans belong to other calls.");
  });

  test.each([
    ["is missing", () => join(folder, "nowhere.json")],
    ["is a log", () => RUN],
  ])("refuses a trace that %s", async (_, getFile) => {
    const { code, out, err } = await inspect(RUN, "--trace", getFile());
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^loupe: cannot read [^\n]+\n$/);
  });
});
