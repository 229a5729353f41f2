// What an agent sent cannot control the terminal that a command prints it on.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { formatSseEvent, ReportLog, request } from "../fixtures/event-builders.ts";
import { getFreePort } from "../fixtures/free-port.ts";
import { NEVER, NO_INPUT } from "../fixtures/tap-command.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { EXPORTERS } from "../lib/export/formats.ts";
import { startHttpServer, stopServers } from "../lib/server/exchange/exchange.testkit.ts";
import { escapeControls } from "../lib/text/hidden-characters.ts";
import { LOG_VERSION } from "../lib/wire/record.ts";
import { main as check } from "./check.ts";
import { main as diff } from "./diff.ts";
import { main as doctor } from "./doctor.ts";
import { main as event } from "./event.ts";
import { main as events } from "./events.ts";
import { main as exportLog } from "./export.ts";
import { main as findings } from "./findings.ts";
import { main as inspect } from "./inspect.ts";
import { main as record } from "./record.ts";
import { main as resend } from "./resend.ts";
import { main as serve } from "./serve.ts";
import { main as tap } from "./tap.ts";
import { main as telemetry } from "./telemetry.ts";
import type { Terminal } from "./terminal.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "loupe-terminal-"));

/** OSC 52, 0 and 8, C1, and controls of direction. */
const HOSTILE =
  "\u001b]52;c;aGk=\u0007\u001b]0;title\u0007\u001b]8;;http://evil.example\u001b\\link \u007f\u0080\u009b31m\u009f \u202eturned\u202a\u2066\u2069\u200e\u200f\u061c over\rwritten";

function createHostileLog(over = ""): string {
  const text = HOSTILE + over;
  const message = {
    kind: "message",
    messageId: text,
    role: "agent",
    parts: [{ kind: "text", text }],
  };
  const common = { taskId: text, contextId: text };
  const payloads = [
    { kind: "task", id: text, contextId: text, status: { state: "submitted" }, [text]: text },
    { kind: "status-update", ...common, status: { state: text, message }, final: false },
    {
      kind: "artifact-update",
      ...common,
      append: true,
      artifact: {
        artifactId: text,
        name: text,
        parts: [
          { kind: "data", data: { [text]: text } },
          { kind: "file", file: { name: text, mimeType: text, uri: `http://x/${text}` } },
        ],
      },
      metadata: { [text]: text },
    },
    { kind: text, ...common },
  ];
  const log = new ReportLog()
    .addOpen("x1", {
      url: `http://agent.example/${text}`,
      headers: [["x-note", text]],
      body: request("message/stream", {
        [text]: text,
        message: { role: "user", messageId: text, parts: [{ kind: "text", text }] },
      }),
    })
    .addHead(200, "text/event-stream", "x1", {
      headers: [
        ["content-type", "text/event-stream"],
        ["x-note", text],
      ],
    })
    .addEvents(...payloads)
    .addText(
      `: ${HOSTILE.replaceAll("\r", "")}\n\ndata: not JSON ${HOSTILE.replaceAll("\r", "")}\n\n`,
    )
    .addText(
      formatSseEvent({ jsonrpc: "2.0", id: 1, error: { code: -32000, message: text, data: text } }),
    )
    .addEnd("reset", "x1", text);
  log
    .addOpen("x2", { url: "http://agent.example/", body: request("message/send", {}) })
    .addHead(401, "text/plain", "x2", {
      headers: [
        ["content-type", "text/plain"],
        ["www-authenticate", `Bearer realm="${text}", error="${text}"`],
      ],
    })
    .addText(text, "x2")
    .addEnd("complete", "x2");
  const header = {
    r: "loupe",
    version: LOG_VERSION,
    id: "20260101-000000-abcdefab",
    at: "2026-01-01T00:00:00.000Z",
    by: text,
    name: text,
  };
  const file = join(FOLDER, `hostile${over}.jsonl`);
  writeFileSync(
    file,
    [header, ...log.records].map((record) => `${JSON.stringify(record)}\n`).join(""),
  );
  return file;
}

afterEach(stopServers);

const LOG = createHostileLog();
const OTHER = createHostileLog("2");

type Main = (
  argv: readonly string[],
  terminal: Terminal,
  stopped: Promise<unknown>,
) => Promise<number>;

type CommandLine = readonly [main: Main, ...argv: string[]];

const COMMANDS: readonly CommandLine[] = [
  [inspect, LOG],
  [inspect, LOG, "--json"],
  [events, LOG],
  [events, LOG, "--json"],
  ...["decoded", "wire", "inferred"].flatMap((view) =>
    [0, 2, 3, 4, 5].map((n) => [event, LOG, String(n), "--view", view] as const),
  ),
  [event, LOG, "1", "--json"],
  [findings, LOG],
  [findings, LOG, "--json"],
  [check, LOG],
  [check, LOG, "--json"],
  [diff, LOG, OTHER, "--text"],
  [diff, LOG, OTHER, "--json"],
  [telemetry, LOG, "--otlp", "http://127.0.0.1:9"],
  ...EXPORTERS.map(({ id }) => [exportLog, LOG, "--as", id] as const),
  [exportLog, LOG, "--as", "markdown", "--redact", "--events", "1-3"],
  [exportLog, LOG, "--as", "sse", "--task", HOSTILE],
];

const COLOR = new RegExp(`${"\u001b"}\\[(?:\\d+(?:;\\d+)*)?m`, "g");

const expectSafe = (...texts: string[]) => {
  for (const text of texts) {
    const shown = text.replace(COLOR, "").replaceAll("\r\u001b[K", "");
    // The page of an HTML export is too long for a difference.
    if (shown.length > 100_000) expect(escapeControls(shown) === shown).toBe(true);
    else expect(escapeControls(shown)).toBe(shown);
  }
};

describe("on a terminal", () => {
  const commands = COMMANDS.map(([main, ...argv]) => ({ main, argv }));

  test.each(commands)("command %# prints nothing that it obeys", async ({ main, argv }) => {
    const { out, err } = await runInTerminal((terminal) => main(argv, terminal, NEVER), {
      isTTY: true,
    });
    expect(out + err).not.toBe("");
    expectSafe(out, err);
  });

  test("a live agent neither", { timeout: 30_000 }, async () => {
    const agent = await startHostileAgent();
    const commands: readonly CommandLine[] = [
      [record, agent, "-m", HOSTILE],
      [check, agent, "-m", "hello"],
      [doctor, agent],
      [doctor, agent, "--json"],
      [resend, LOG, agent],
    ];
    for (const [main, ...argv] of commands) {
      const { out, err } = await runInTerminal((terminal) => main(argv, terminal, NEVER), {
        isTTY: true,
      });
      expect(out + err).not.toBe("");
      expectSafe(out, err);
    }
  });

  test("the calls through a tap and to a served log neither", async () => {
    const agent = await startHostileAgent();
    const port = await getFreePort();
    const tapped = await runUntil(
      tap,
      [`${port}=${new URL(agent).port}`, "-o", join(FOLDER, "tap.jsonl")],
      /Recording/,
      () => call(`http://127.0.0.1:${port}/`),
    );
    expect(tapped).toContain("Recorded 1 call");
    expectSafe(tapped);
    const served = await runUntil(serve, [LOG, "--port", "0"], /Serving/, async (text) => {
      const [url = ""] = /http:\/\/127\S+/.exec(text) ?? [];
      await call(url);
    });
    expect(served).toContain("→");
    expectSafe(served);
  });
});

const call = async (url: string) => {
  const body = request("message/send", {
    message: { role: "user", messageId: "m", parts: [{ kind: "text", text: HOSTILE }] },
  });
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  await response.text().catch(() => "");
};

/** What a command prints while `use` runs, and then until it is stopped. */
async function runUntil(
  main: Main,
  argv: readonly string[],
  ready: RegExp,
  use: (text: string) => Promise<void>,
) {
  let text = "";
  let [stop, isReady] = [() => {}, () => {}];
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const begun = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const output = {
    isTTY: true,
    write(piece: string) {
      text += piece;
      if (ready.test(text)) isReady();
    },
  };
  const running = main(argv, { stdin: NO_INPUT, stdout: output, stderr: output }, stopped);
  await Promise.race([begun, running]);
  await use(text);
  stop();
  await running;
  return text;
}

/** An agent whose card, headers and answers have the characters wherever HTTP allows them. */
async function startHostileAgent(): Promise<string> {
  let url = "";
  const origin = await startHttpServer((incoming, response) => {
    incoming.resume();
    const isCard = incoming.method === "GET";
    const task = { kind: "task", id: HOSTILE, contextId: HOSTILE, status: { state: HOSTILE } };
    const card = {
      name: HOSTILE,
      description: HOSTILE,
      version: HOSTILE,
      protocolVersion: "0.3.0",
      url,
      preferredTransport: "JSONRPC",
      capabilities: {},
      defaultInputModes: [HOSTILE],
      defaultOutputModes: [],
      skills: [],
    };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(isCard ? card : { jsonrpc: "2.0", id: 1, result: task }));
  });
  url = `${origin}/`;
  return url;
}

const COMMAND = fileURLToPath(new URL("./loupe.mjs", import.meta.url));
const RUN_IN_TERMINAL = "import pty, sys; pty.spawn(sys.argv[1:])";
const hasTerminals = spawnSync("python3", ["-c", "import pty"]).status === 0;

test.runIf(hasTerminals)("a real terminal is one, also by its path", { timeout: 60_000 }, () => {
  for (const more of [[], ["-o", "/dev/stdout"], ["-o", "/dev/tty"]]) {
    const argv = [process.execPath, COMMAND, "export", LOG, "--as", "sse", ...more];
    const out = execFileSync("python3", ["-c", RUN_IN_TERMINAL, ...argv], { encoding: "utf8" });
    expect(out).toContain("\\u009b31m");
    expectSafe(out);
  }
});

describe("in a file or a pipe", () => {
  const runExport = async (id: string) =>
    (await runInTerminal((terminal) => exportLog([LOG, "--as", id], terminal))).out;

  test.each(["curl", "test", "markdown"])("%s has nothing that a terminal obeys", async (id) => {
    const out = await runExport(id);
    expect(escapeControls(out)).toBe(out);
  });

  test.each(["loupe", "sse", "events", "har"])("%s has the characters as sent", async (id) => {
    expect(await runExport(id)).toContain("\u009b31m\u009f \u202eturned");
  });
});
