// Taps real agents of several protocol versions from the command line.

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { AgentVersion } from "../e2e/agents/agent.ts";
import { createAgentPool } from "../e2e/agents/agents-by-version.ts";
import { startFaultAgent } from "../e2e/agents/fault-agent.ts";
import { getFreePort } from "../fixtures/free-port.ts";
import { NEVER, NO_INPUT, newFile, readTimeline, send } from "../fixtures/tap-command.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { stopServers } from "../lib/server/exchange/exchange.testkit.ts";
import { Library } from "../lib/server/library.ts";
import { readSettings } from "../lib/server/settings.ts";
import { hash, startSocketServer, waitFor } from "../lib/server/tap/tap.testkit.ts";
import { TestCollector } from "../lib/server/telemetry/collector.testkit.ts";
import { parseArguments } from "./command-line.ts";
import { main } from "./tap.ts";
import { TAP } from "./tap-options.ts";

const getAgent = createAgentPool();
afterEach(stopServers);

/** Runs the command while `use` calls the agents through it. */
async function whileTapping(
  argv: readonly string[],
  use: () => Promise<void>,
): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const running = main(
    argv,
    {
      stdin: NO_INPUT,
      stdout: { write: (text) => out.push(text) },
      stderr: { write: (text) => err.push(text) },
    },
    stopped,
  );
  await Promise.race([running, waitFor(() => err.join("").includes("Recording"))]);
  await use();
  stop();
  return { code: await running, out: out.join(""), err: err.join("") };
}

const parseLines = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("arguments", () => {
  test("are routes and options", () => {
    expect(parseArguments(TAP, ["9999=9998", "-o", "f", "--check", "--fail-on=warning"])).toEqual({
      routes: [
        {
          via: "takeover",
          listen: { host: "localhost", port: 9999 },
          target: { host: "localhost", port: 9998, isSecure: false, prefix: "" },
        },
      ],
      proxy: null,
      hosts: [],
      push: null,
      planFile: null,
      steps: [],
      isInteractive: false,
      program: null,
      file: "f",
      isForced: false,
      keyFiles: [],
      roll: null,
      json: false,
      checks: true,
      failOn: "warning",
      telemetry: { otlp: null, hasOtlpContent: false },
    });
    expect(parseArguments(TAP, ["--reverse", "1=2", "--reverse=3=4"])?.routes).toMatchObject([
      { via: "reverse", listen: { port: 1 } },
      { via: "reverse", listen: { port: 3 } },
    ]);
  });

  test.each([
    [[], "tap needs a route, such as 9999=9998"],
    [["9999"], '"9999" is not LISTEN=TARGET'],
    [["--push", "9", "--", "a"], "--push needs a route"],
    [["9999=9998", "--push", "0.0.0.0:9"], "no address that an agent can call"],
    [["9999=9998", "-o", "-"], "tap needs a file name for -o"],
  ])("%j are rejected", async (argv, message) => {
    const { code, err } = await runInTerminal((terminal) => main(argv, terminal, NEVER));
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe.each<AgentVersion>(["0.1", "0.2", "0.3", "1.0"])("an agent of %s", (version) => {
  test("is called through the tap as without it, and the log is that of the call", async () => {
    const agent = await getAgent(version);
    const port = await getFreePort();
    const file = newFile();
    const throughTap = (url: string) => {
      const tapped = new URL(url);
      tapped.port = String(port);
      return tapped.href;
    };
    const { code, out, err } = await whileTapping(
      [`127.0.0.1:${port}=${agent.url}`, "-o", file],
      async () => {
        const [direct, tapped] = await Promise.all(
          [agent.cardUrl, throughTap(agent.cardUrl)].map((url) => fetch(url)),
        );
        const bodies = [await direct?.arrayBuffer(), await tapped?.arrayBuffer()];
        expect(hash(new Uint8Array(bodies[1] ?? []))).toBe(hash(new Uint8Array(bodies[0] ?? [])));
        const { code: sent } = await send(
          throughTap(agent.rpcUrl),
          ...["--binding", "jsonrpc", "--a2a-version", version, "-m", "stream"],
        );
        expect(sent).toBe(0);
      },
    );
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining(file) });
    expect(out).toMatch(/ {2}GET \/\S+ {2}200 /);
    expect(out).toMatch(/ {2}completed {2}/);
    const { exchanges, tasks } = await readTimeline(file);
    expect(tasks.at(-1)?.state).toBe("completed");
    for (const { open } of exchanges) {
      expect(open.record.hop).toMatchObject({
        via: "takeover",
        listen: `127.0.0.1:${port}`,
        target: new URL(agent.url).host,
      });
    }
  });
});

describe.each<AgentVersion>(["0.1", "0.2", "0.3", "1.0"])(
  "an agent of %s in reverse",
  (version) => {
    test("is found by its card, and called through the tap", async () => {
      const agent = await getAgent(version);
      const port = await getFreePort();
      const file = newFile();
      const { out } = await whileTapping(
        ["--reverse", `127.0.0.1:${port}=${agent.url}`, "-o", file],
        async () => {
          const { code, err } = await send(`http://127.0.0.1:${port}`, "-m", "stream");
          expect({ code, err }).toMatchObject({ code: 0 });
        },
      );
      // The agent's name is that of its card, and the call came through the tap.
      expect(out).toMatch(/ → (?!127)\S.* {2}completed {2}/);
      const { exchanges } = await readTimeline(file);
      const changed = exchanges.flatMap(({ end }) => end?.record.hop?.delivered?.changes ?? []);
      expect(changed.map(({ to }) => to && new URL(to).port)).toContain(String(port));
    });
  },
);

describe.each<AgentVersion>(["0.3", "1.0"])("an agent of %s over gRPC", (version) => {
  const callThroughTap = (text: string, ...more: string[]) => callThrough([], text, ...more);

  const callThrough = async (mode: readonly string[], text: string, ...more: string[]) => {
    const agent = await getAgent(version);
    const [port, file] = [await getFreePort(), newFile()];
    const target = new URL(agent.grpcUrl ?? "").host;
    const argv = [...mode, `127.0.0.1:${port}=${target}`, "-o", file];
    const tapped = await whileTapping(argv, async () => {
      const options = ["--binding", "grpc", "--a2a-version", version, "-m", text];
      await send(`http://127.0.0.1:${port}`, ...options, ...more);
    });
    return { ...tapped, target, timeline: await readTimeline(file) };
  };

  test("is recorded with its messages and trailers", async () => {
    const { out, target, timeline } = await callThroughTap("stream", "--also", "get");
    expect(out).toMatch(/ {2}Send(?:Streaming)?Message {2}completed {2}/);
    const { exchanges, tasks } = timeline;
    expect(tasks.at(-1)?.state).toBe("completed");
    expect(exchanges.map(({ request }) => request?.operation)).toEqual(["stream", "get"]);
    for (const { open, head, end } of exchanges) {
      expect(open.record).toMatchObject({ framing: "grpc", hop: { target } });
      expect(head?.record).toMatchObject({ status: 200, httpVersion: "2.0" });
      expect(end?.record.cause).toBe("complete");
      expect(end?.record.trailers).toContainEqual(["grpc-status", "0"]);
    }
  });

  test.each([
    ["in reverse mode", ["--reverse"], "reverse"],
    ["where callbacks are changed", ["--push", "127.0.0.1:PORT"], "takeover"],
    ["where both is done", ["--push", "127.0.0.1:PORT", "--reverse"], "reverse"],
  ])("is called %s too", async (_, options, via) => {
    const pushPort = String(await getFreePort());
    const mode = options.map((word) => word.replace("PORT", pushPort));
    const { timeline } = await callThrough(mode, "stream", "--also", "get");
    expect(timeline.tasks.at(-1)?.state).toBe("completed");
    for (const { open, end } of timeline.exchanges) {
      expect(open.record.hop?.via).toBe(via);
      expect(end?.record.trailers).toContainEqual(["grpc-status", "0"]);
    }
  });

  test("that the caller cancels ends by the caller", async () => {
    const { timeline } = await callThroughTap("slow", "--timeout", "1");
    expect(timeline.exchanges[0]?.end?.record).toMatchObject({
      cause: "aborted",
      error: { by: "client", message: "The caller reset the stream (CANCEL)." },
    });
  });
});

test("several agents in one recording are told apart by their targets", async () => {
  const [one, other] = [await getAgent("0.3"), await getAgent("1.0")];
  const ports = [await getFreePort(), await getFreePort()];
  const routes = [one, other].map(({ url }, i) => `${ports[i]}=${url}`);
  const { out, err } = await whileTapping([...routes, "--json"], async () => {
    for (const [i, { cardUrl }] of [one, other].entries()) {
      await (await fetch(`http://127.0.0.1:${ports[i]}${new URL(cardUrl).pathname}`)).text();
    }
  });
  const [start, ...lines] = parseLines(out);
  const end = lines.at(-1);
  const id = /Recording (\S+)/.exec(err)?.[1] ?? "";
  expect(start).toMatchObject({ format: 1, tap: { log: id } });
  expect(lines.slice(0, -1)).toMatchObject([
    { format: 1, call: { to: { target: new URL(one.url).host }, status: 200, events: 1 } },
    { format: 1, call: { to: { target: new URL(other.url).host }, status: 200, events: 1 } },
  ]);
  expect(end).toMatchObject({ format: 1, end: { log: id, calls: 2, check: null } });
  expect(end?.next).toContain(`loupe inspect ${id} --json`);
  // The recording is in the library.
  const { exchanges } = await readTimeline(id);
  expect(exchanges.map(({ open }) => open.record.hop?.target)).toEqual([
    new URL(one.url).host,
    new URL(other.url).host,
  ]);
});

test("a card that leads past the tap is a warning", async () => {
  const agent = await getAgent("1.0");
  const port = await getFreePort();
  const { pathname } = new URL(agent.cardUrl);
  const fetchCard = async () =>
    void (await (await fetch(`http://127.0.0.1:${port}${pathname}`)).text());
  const route = `127.0.0.1:${port}=${agent.url}`;
  const taken = await whileTapping([route, "-o", newFile()], fetchCard);
  expect(taken.out).toContain(`warning the card leads past the tap: ${agent.rpcUrl}`);
  const reversed = await whileTapping(["--reverse", route, "-o", newFile()], fetchCard);
  expect(reversed.out).not.toContain(agent.rpcUrl);
  // Its gRPC port has no route.
  expect(reversed.out).toContain("warning the card leads past the tap:");
});

describe("--check", () => {
  test("fails on what passed", async () => {
    const agent = await startFaultAgent();
    onTestFinished(() => agent.close());
    const port = await getFreePort();
    const tapped = async (...options: string[]) =>
      whileTapping(
        [`${port}=${agent.url}`, "--check", "-o", newFile(), ...options],
        async () => void (await send(`http://127.0.0.1:${port}`, "-m", "cut")),
      );
    const failed = await tapped();
    expect([failed.code, failed.out]).toEqual([1, expect.stringContaining("verdict/cut")]);
    expect((await tapped("--fail-on", "never")).code).toBe(0);
    const { code, out } = await tapped("--json");
    expect(code).toBe(1);
    expect(parseLines(out).at(-1)).toMatchObject({ end: { check: { fails: true } } });
  });

  test("passes what is right, and when nothing came", async () => {
    const agent = await getAgent("1.0");
    const port = await getFreePort();
    const argv = [`${port}=${agent.url}`, "--check", "-o"];
    const url = `http://127.0.0.1:${port}${new URL(agent.rpcUrl).pathname}`;
    const options = ["--binding", "jsonrpc", "--a2a-version", "1.0", "-m", "stream"];
    const called = await whileTapping([...argv, newFile()], async () => {
      await send(url, ...options);
    });
    expect([called.code, called.out]).toEqual([0, expect.stringMatching(/; passed\n$/)]);
    const idle = await whileTapping([...argv, newFile()], async () => {});
    expect([idle.code, idle.out]).toEqual([0, ""]);
  });
});

test("--push says where notifications are received", async () => {
  const [port, pushPort] = [await getFreePort(), await getFreePort()];
  const argv = [`${port}=9`, "--push", `127.0.0.1:${pushPort}`, "--json", "-o", newFile()];
  const { out, err } = await whileTapping(argv, async () => {
    const response = await fetch(`http://127.0.0.1:${pushPort}/x`, { method: "POST" });
    expect(response.status).toBe(404);
  });
  expect(err).toContain(`Listening at 127.0.0.1:${pushPort} for notifications`);
  expect(err).toContain("Refused POST /x");
  expect(parseLines(out)[0]).toMatchObject({
    tap: { push: { host: "127.0.0.1", port: pushPort } },
  });
});

describe("--roll", () => {
  const callTwice = (...argv: string[]) => callTwiceAnd(async () => undefined, ...argv);

  /** `then` runs before the tap ends. */
  const callTwiceAnd = async (then: () => Promise<void>, ...argv: string[]) => {
    const agent = await getAgent("1.0");
    const port = await getFreePort();
    const { pathname } = new URL(agent.cardUrl);
    return whileTapping([`127.0.0.1:${port}=${agent.url}`, ...argv], async () => {
      for (let i = 0; i < 2; i++) {
        await (await fetch(`http://127.0.0.1:${port}${pathname}`)).text();
      }
      await then();
    });
  };

  test("begins a new file, with a number, which is checked too", async () => {
    const file = newFile();
    const { code, out, err } = await callTwice("--roll", "1kb", "-o", file, "--json", "--check");
    const next = file.replace(".jsonl", "-2.jsonl");
    expect([code, err]).toEqual([0, expect.stringContaining(`Recording to ${next}`)]);
    const lines = parseLines(out);
    expect(lines).toContainEqual({ format: 1, roll: { log: next } });
    expect(lines.at(-1)).toMatchObject({ end: { log: next, logs: [file, next], calls: 2 } });
    for (const name of [file, next]) {
      const { exchanges } = await readTimeline(name);
      expect(exchanges.map(({ end }) => end?.record.cause)).toEqual(["complete"]);
    }
    const goesOn = `The tap goes on in the recording ${basename(next)}.`;
    expect(readFileSync(file, "utf8")).toContain(goesOn);
    expect(readFileSync(next, "utf8")).not.toContain("The tap goes on");
  });

  test("begins a new recording in the library", async () => {
    const library = new Library(readSettings());
    const before = (await library.recordings.catalog.list()).length;
    const listLive = async () =>
      (await library.recordings.catalog.list()).filter(({ live }) => live);
    let live: readonly { readonly id: string }[] = [];
    const waitForNext = () =>
      vi.waitFor(async () => {
        expect(await library.recordings.catalog.list()).toHaveLength(before + 2);
        live = await listLive();
        expect(live).toHaveLength(1);
      }, 10_000);
    const { err } = await callTwiceAnd(waitForNext, "--roll", "0s");
    const ids = [...err.matchAll(/Recording (\S+)/g)].map(([, id = ""]) => id);
    expect(ids).toHaveLength(2);
    expect(live).toMatchObject([{ id: ids[1] }]);
    expect(await listLive()).toEqual([]);
    for (const id of ids) expect((await readTimeline(id)).exchanges).toHaveLength(1);
  });

  test("is never done in a file unless asked for", async () => {
    const { err } = await callTwice("-o", newFile());
    expect(err.match(/Recording to/g)).toHaveLength(1);
  });

  test.each([
    [[], { bytes: 64e6, ms: 3.6e6 }],
    [["--roll", "never"], null],
    [["-o", "f"], null],
    [["-o", "f", "--roll", "1.5 GB"], { bytes: 1.5e9, ms: null }],
    [["--roll", "30min"], { bytes: null, ms: 1.8e6 }],
  ])("%j: %j", (argv, roll) => {
    expect(parseArguments(TAP, ["1=2", ...argv])?.roll).toEqual(roll);
  });

  test("needs a size or a time", () => {
    expect(() => parseArguments(TAP, ["1=2", "--roll", "10"])).toThrow(/64MB or 1h, or never/);
  });
});

test("sends the spans of what passed", async () => {
  const agent = await getAgent("1.0");
  const port = await getFreePort();
  const collector = await TestCollector.start();
  onTestFinished(() => collector.close());
  const url = `http://127.0.0.1:${port}${new URL(agent.rpcUrl).pathname}`;
  const route = `${port}=${agent.url}`;
  const options = ["--binding", "jsonrpc", "--a2a-version", "1.0", "-m", "stream"];
  const { code, err } = await whileTapping(
    [route, "-o", newFile(), "--otlp", collector.url],
    async () => void (await send(url, ...options)),
  );
  expect([code, err]).toEqual([0, expect.stringContaining(`to ${collector.url}`)]);
  expect(collector.spans.map(({ name }) => name)).toContain("SendStreamingMessage");
});

describe("failures", () => {
  const tapOnce = (...argv: string[]) =>
    runInTerminal((terminal) => main(argv, terminal, Promise.resolve()));

  test("a port in use leaves no log, and an existing one as it was", async () => {
    const port = await startSocketServer(() => undefined);
    const file = newFile();
    const { code, err } = await tapOnce(`127.0.0.1:${port}=9`, "-o", file);
    expect([code, err]).toEqual([2, expect.stringContaining(`port ${port} is in use`)]);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, "before");
    expect((await tapOnce(`127.0.0.1:${port}=9`, "-o", file)).err).toContain("use --force");
    expect((await tapOnce(`127.0.0.1:${port}=9`, "-o", file, "--force")).code).toBe(2);
    expect(readFileSync(file, "utf8")).toBe("before");
    expect((await tapOnce(`127.0.0.1:${await getFreePort()}=9`, "-o", file, "--force")).code).toBe(
      0,
    );
    expect(readFileSync(file, "utf8")).toMatch(/^\{"r":"loupe"/);
  });

  test.each([
    [["9999=9998", "9999=9997"], "port 9999 is given twice"],
    [["9999=9999"], "leads back to the tap itself"],
    [["9999=169.254.169.254:80"], "cannot forward to 169.254.169.254:80"],
  ])("%j", async (argv, message) => {
    const { code, err } = await tapOnce(...argv, "-o", newFile());
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test("an agent that cannot be reached is reported as the end of its call", async () => {
    const port = await getFreePort();
    const target = await getFreePort();
    const { code, out } = await whileTapping([`${port}=${target}`, "-o", newFile()], async () => {
      await expect(fetch(`http://127.0.0.1:${port}/a`)).rejects.toThrow();
    });
    expect(code).toBe(0);
    expect(out).toMatch(/ {2}GET \/a {2}connection lost \(refused\) {2}/);
  });
});

test("calls still pass when the log can no longer be written", async () => {
  const agent = await getAgent("1.0");
  const [port, file] = [await getFreePort(), newFile()];
  const { pathname } = new URL(agent.cardUrl);
  const { code, err } = await whileTapping([`${port}=${agent.url}`, "-o", file], async () => {
    rmSync(file);
    for (let i = 0; i < 3; i++) {
      const response = await fetch(`http://127.0.0.1:${port}${pathname}`);
      expect((await response.json()).name).toBeTruthy();
    }
  });
  expect(code).toBe(2);
  expect(err).toMatch(/recording stopped: .*deleted.* Calls still pass\./);
});
