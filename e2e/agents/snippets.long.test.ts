// Runs the code that Loupe generates for a request against real agents: it must send exactly what
// Loupe would send. The Python SDK is not installed here, so its code is only compiled.
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Call } from "../../lib/protocol/call.ts";
import { encodeCall } from "../../lib/protocol/encode/encode.ts";
import { toCurl } from "../../lib/protocol/snippets/curl.ts";
import { toFetch } from "../../lib/protocol/snippets/fetch.ts";
import { toPython } from "../../lib/protocol/snippets/python.ts";
import {
  getSdkUnsupportedReason,
  toJavaScriptSdk,
  toPythonSdk,
} from "../../lib/protocol/snippets/sdk.ts";
import type { Version } from "../../lib/protocol/versions.ts";
import { type AgentVersion, closeServer, listen, startAgent } from "./agent.ts";

const run = promisify(execFile);
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;

// biome-ignore lint/suspicious/noTemplateCurlyInString: characters that a template would interpret
const NASTY = "stream it's \"`$HOME` ${x} \\ 🌍\n</script> 'end'";
const SECRET = 'pass"word/1';
const HEADERS = [["authorization", "Bearer s3cret-token"]] as const;

const callOf = (operation: "send" | "stream", messageId: string): Call => ({
  operation,
  message: {
    text: NASTY,
    messageId,
    contextId: null,
    taskId: null,
    content: {
      parts: [
        { kind: "text", text: NASTY },
        { kind: "data", data: { __proto__x: [1, true, null, { deep: "ünï" }] } },
        { kind: "file", name: "a.bin", mediaType: "application/octet-stream", bytes: "AAH/" },
      ],
      metadata: { password: SECRET },
      extensions: [],
      secrets: [SECRET],
    },
  },
  options: { historyLength: 3, acceptedOutputModes: ["text/plain"] },
});

function requestOf(call: Call, version: Version, url: string) {
  const target = { url, version, binding: "jsonrpc", id: "r1", freshId: "f1" } as const;
  const request = encodeCall(call, target);
  return { ...request, headers: [...request.headers, ...HEADERS] };
}

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "loupe-code-"));
  await symlink(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ENVIRONMENT = {
  ...process.env,
  A2A_TOKEN: "s3cret-token",
  A2A_SECRET: SECRET,
  A2A_SECRET_IN_JSON: JSON.stringify(SECRET).slice(1, -1),
};

let files = 0;
async function runs(program: string, name: string, code: string): Promise<string> {
  const path = join(folder, `${files++}-${name}`);
  await writeFile(path, code);
  return (await run(program, [path], { env: ENVIRONMENT, timeout: 20_000 })).stdout;
}

interface Language {
  readonly language: string;
  readonly program: string;
  readonly file: string;
  readonly write: typeof toCurl;
}

const PLAIN: readonly Language[] = [
  { language: "curl", program: "/bin/sh", file: "request.sh", write: toCurl },
  { language: "fetch", program: process.execPath, file: "request.mjs", write: toFetch },
  { language: "Python", program: "python3", file: "request.py", write: toPython },
];
const runnable = PLAIN.filter(({ language, program }) =>
  has(language === "curl" ? "curl" : program),
);

describe.each(runnable)("a request as $language", ({ program, file, write }) => {
  test.each(["1.0", "0.3", "0.1"] as const)("of %s arrives unchanged", async (version) => {
    const received: {
      method?: string;
      url?: string;
      headers: IncomingHttpHeaders;
      body: string;
    }[] = [];
    const server = createServer(async (request, response) => {
      const { method = "", url = "", headers } = request;
      const body = await text(request);
      received.push({ method, url, headers, body });
      response.end("{}");
    });
    const url = `${await listen(server)}/rpc?a=1&b=it%27s&token=s3cret-token`;
    const request = requestOf(callOf("send", "m1"), version, url);
    const code = write(request);
    expect(code).not.toContain("s3cret-token");
    expect(code).not.toMatch(/pass\\*"word/);
    await runs(program, file, code);
    await runs(program, file, write({ method: "DELETE", url, headers: [["x-empty-not", "1"]] }));
    await closeServer(server);
    const [sent, deleted] = received;
    expect(sent?.method).toBe("POST");
    expect(sent?.url).toBe("/rpc?a=1&b=it%27s&token=s3cret-token");
    expect(sent?.body).toBe(request.body);
    expect(sent?.headers).toMatchObject(
      Object.fromEntries(request.headers.map(([name, value]) => [name.toLowerCase(), value])),
    );
    expect(deleted).toMatchObject({ method: "DELETE", body: "" });
  });

  test("sends a body of megabytes, and one that is not JSON", async () => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      bodies.push(await text(request));
      response.end();
    });
    const url = await listen(server);
    const large = JSON.stringify({ bytes: "QUJD".repeat(400_000) });
    for (const body of [large, '{"a": ,\n} it\'s']) {
      await runs(
        program,
        file,
        write({ method: "POST", url, headers: [["content-type", "x/y"]], body }),
      );
    }
    await closeServer(server);
    expect(bodies[0] === large).toBe(true);
    expect(bodies[1]).toBe('{"a": ,\n} it\'s');
  });

  test("shows the response of a failing agent", async () => {
    const server = createServer((_, response) => {
      response.writeHead(418);
      response.end("not today");
    });
    const url = await listen(server);
    expect(await runs(program, file, write({ method: "GET", url, headers: [] }))).toBe("not today");
    await closeServer(server);
  });
});

const GENERATIONS: readonly AgentVersion[] = ["0.2", "0.3", "1.0"];

describe.each(GENERATIONS)("an agent of %s", (generation) => {
  const withAgent = async (
    act: (agent: Awaited<ReturnType<typeof startAgent>>) => Promise<void>,
  ) => {
    const agent = await startAgent(generation);
    try {
      await act(agent);
    } finally {
      await agent.close();
    }
  };

  test.each(runnable)("responds to the code for $language", ({ program, file, write }) =>
    withAgent(async ({ rpcUrl }) => {
      const output = await runs(
        program,
        file,
        write(requestOf(callOf("stream", "m1"), generation, rpcUrl)),
      );
      expect(output).toContain(JSON.stringify(NASTY));
      expect(output).toMatch(/completed/i);
    }),
  );

  test.each(["send", "stream"] as const)("responds to the SDK's code to %s", (operation) =>
    withAgent(async ({ rpcUrl, cardUrl }) => {
      const call = callOf(operation, "m2");
      const request = requestOf(call, generation, rpcUrl);
      const sdk = { call, request, cardUrl, version: generation, binding: "jsonrpc" } as const;
      expect(getSdkUnsupportedReason(sdk)).toBeNull();
      const code = toJavaScriptSdk(sdk);
      expect(code).not.toMatch(/s3cret-token|pass\\*"word/);
      const installed = code.replaceAll("@a2a-js/sdk", `a2a-sdk-${generation}`);
      const output = await runs(process.execPath, "sdk.mjs", installed);
      expect(output).toContain(JSON.stringify(NASTY).slice(1, -1));
      expect(output).toMatch(/completed|"state": ?3/i);
    }),
  );

  test("returns and cancels a task for the SDK's code", () =>
    withAgent(async ({ rpcUrl, cardUrl }) => {
      const slow: Call = {
        operation: "send",
        message: { text: "slow", messageId: "m3", contextId: null, taskId: null },
        options: { returnImmediately: true },
      };
      const { url, headers, body = "" } = requestOf(slow, generation, rpcUrl);
      const answer = await fetch(url, {
        method: "POST",
        headers: headers.map(([n, v]): [string, string] => [n, v]),
        body,
      });
      const { result } = await answer.json();
      const taskId: string = (result.task ?? result).id;
      for (const operation of ["get", "cancel"] as const) {
        const call = { operation, taskId };
        const request = requestOf(call, generation, rpcUrl);
        const sdk = { call, request, cardUrl, version: generation, binding: "jsonrpc" } as const;
        const code = toJavaScriptSdk(sdk).replaceAll("@a2a-js/sdk", `a2a-sdk-${generation}`);
        const output = await runs(process.execPath, "sdk.mjs", code);
        expect(output).toContain(taskId);
        if (operation === "cancel") expect(output).toMatch(/canceled|"state": ?5/i);
      }
    }));

  test.runIf(has("python3"))("has code for the Python SDK that compiles", async () => {
    for (const operation of ["send", "stream", "get", "cancel", "subscribe"] as const) {
      const call: Call =
        operation === "send" || operation === "stream"
          ? callOf(operation, "m4")
          : { operation, taskId: "t1" };
      const request = requestOf(call, generation, "http://agent.test/");
      const cardUrl = "http://agent.test/.well-known/agent-card.json";
      const code = toPythonSdk({ call, request, cardUrl, version: generation, binding: "jsonrpc" });
      const path = join(folder, `${files++}-sdk.py`);
      await writeFile(path, code);
      await run("python3", ["-m", "py_compile", path]);
    }
  });
});

test("requests that no SDK supports have no SDK code", () => {
  const call = callOf("send", "m1");
  expect(getSdkUnsupportedReason({ call, version: "0.1", binding: "jsonrpc" })).toMatch(/^No SDK/);
  expect(getSdkUnsupportedReason({ call, version: "1.0", binding: "grpc" })).toMatch(/JSON-RPC/);
});
