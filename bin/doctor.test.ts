// `loupe doctor` on set-ups that are right or wrong in one way each.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { closeServer, listen } from "../e2e/agents/agent.ts";
import { createAgentPool } from "../e2e/agents/agents-by-version.ts";
import { startGuardedAgent } from "../e2e/agents/guarded-agent.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { createRequestGuard } from "../lib/server/security/request-guard.ts";
import { diagnoseNode } from "./diagnose-setup.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { main } from "./doctor.ts";

const getAgent = createAgentPool();
const newFolder = () => mkdtempSync(join(tmpdir(), "loupe-doctor-test-"));

const UNSET =
  "HTTP_PROXY HTTPS_PROXY ALL_PROXY http_proxy https_proxy all_proxy LOUPE_TOKEN LOUPE_USERS HOST NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED LOUPE_MAX_LIBRARY";

beforeEach(() => {
  for (const name of UNSET.split(" ")) vi.stubEnv(name, "");
  vi.stubEnv("LOUPE_DATA", newFolder());
  vi.stubEnv("PORT", "0");
  onTestFinished(() => void vi.unstubAllEnvs());
});

async function diagnose(...argv: string[]) {
  const { code, out } = await runInTerminal((terminal) => main([...argv, "--json"], terminal));
  const { format, checks, next } = JSON.parse(out);
  expect(format).toBe(1);
  const find = (check: string): Diagnosis | undefined =>
    checks.find((one: Diagnosis) => one.check === check);
  const wrong: string[] = checks
    .filter(({ level }: Diagnosis) => level === "wrong")
    .map(({ check }: Diagnosis) => check);
  return { code, out, find, wrong, next };
}

describe("a set-up", () => {
  test("that is well is reported in sentences, with exit code 0", async () => {
    const { code, out, err } = await runInTerminal((terminal) => main([], terminal));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out.trim().split("\n")).toEqual(
      expect.arrayContaining([
        `✓ Node.js is ${process.versions.node}; Loupe needs 20.9 or newer.`,
        `✓ The data folder ${process.env.LOUPE_DATA} is writable.`,
      ]),
    );
  });

  test("needs the Node.js that package.json names", () => {
    const { engines } = JSON.parse(readFileSync("package.json", "utf8"));
    const [, least = ""] = /^>=(\S+)$/.exec(engines.node) ?? [];
    expect(diagnoseNode(least).level).toBe("ok");
    expect(diagnoseNode("20.8.9").level).toBe("wrong");
    expect(diagnoseNode("18.20.0").level).toBe("wrong");
    expect(diagnoseNode("24.0.0").level).toBe("ok");
  });

  test.each([["a", "b"], ["--fast"], ["--port", "x"]])("%s %s is refused", async (...argv) => {
    expect((await runInTerminal((terminal) => main(argv, terminal))).code).toBe(2);
  });
});

describe("the port", () => {
  test("is held by another program, which is named", async () => {
    const server = createServer((_, response) => response.end("hello"));
    const { port } = new URL(await listen(server));
    onTestFinished(() => closeServer(server));
    const { code, find } = await diagnose("--port", port);
    const { level, message } = find("port") ?? {};
    expect({ code, level }).toEqual({ code: 0, level: "note" });
    if (process.platform === "linux") expect(message).toContain(`(process ${process.pid})`);
  });

  test("is held by a Loupe, which is recognized without its token", async () => {
    const rules = { hosts: [], token: "t", users: [], wide: false, publicUrl: null };
    const server = createServer();
    const { port } = new URL(await listen(server));
    const guard = createRequestGuard({ ...rules, port: Number(port) }, "");
    server.on("request", guard);
    onTestFinished(() => closeServer(server));
    const { find } = await diagnose("--port", port);
    expect(find("port")?.message).toBe(`Loupe is running on port ${port}.`);
  });

  test("is at an address that is not this machine's", async () => {
    const { code, wrong } = await diagnose("--host", "192.0.2.1");
    expect({ code, wrong }).toEqual({ code: 1, wrong: ["port"] });
  });
});

describe("the data folder", () => {
  test("is a file, or in one", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    for (const folder of [file, join(file, "below")]) {
      vi.stubEnv("LOUPE_DATA", folder);
      expect((await diagnose()).wrong).toEqual(["data"]);
    }
  });

  test("is not created by looking", async () => {
    vi.stubEnv("LOUPE_DATA", join(newFolder(), "new", "folder"));
    const { code, find } = await diagnose();
    expect(code).toBe(0);
    expect(find("data")?.message).toMatch(/will be created\.$/);
    expect((await diagnose()).find("data")?.message).toMatch(/will be created\.$/);
  });

  test.runIf(process.platform !== "win32")("is open to other users", async () => {
    const recordings = join(process.env.LOUPE_DATA ?? "", "recordings");
    mkdirSync(recordings);
    chmodSync(process.env.LOUPE_DATA ?? "", 0o755);
    chmodSync(recordings, 0o755);
    expect((await diagnose()).wrong).toEqual(["permissions"]);
    chmodSync(recordings, 0o700);
    expect((await diagnose()).wrong).toEqual([]);
  });

  test("holds a library that is full", async () => {
    const recordings = join(process.env.LOUPE_DATA ?? "", "recordings");
    mkdirSync(recordings, { mode: 0o700 });
    vi.stubEnv("LOUPE_MAX_LIBRARY", "1MB");
    writeFileSync(join(recordings, "20260101-000000-aaaaaa.jsonl"), "x".repeat(1e6));
    const { code, wrong, find } = await diagnose();
    expect({ code, wrong }).toEqual({ code: 1, wrong: ["library"] });
    expect(find("library")?.message).toContain("nothing new is recorded");
  });
});

describe("the environment", () => {
  test("has a limit that cannot be used", async () => {
    vi.stubEnv("LOUPE_MAX_LIBRARY", "plenty");
    const { wrong, find } = await diagnose();
    expect(wrong).toEqual(["settings"]);
    expect(find("settings")?.message).toContain("LOUPE_MAX_LIBRARY");
  });

  test("has proxies, whose password is not printed", async () => {
    vi.stubEnv("HTTPS_PROXY", "http://ann:hunter2@proxy.example:3128");
    const { code, out, find } = await diagnose();
    expect(code).toBe(0);
    expect(find("proxy")?.message).toContain("HTTPS_PROXY is set");
    expect(out).not.toMatch(/hunter2|ann|proxy\.example/);
  });

  test.each([
    ["/absent.pem", ["tls"]],
    ["package.json", ["tls"]],
    ["fixtures/tls/expired.pem", ["tls"]],
    ["fixtures/tls/ca.pem", []],
  ])("trusts the authorities in %s", async (file, expected) => {
    vi.stubEnv("NODE_EXTRA_CA_CERTS", file);
    expect((await diagnose()).wrong).toEqual(expected);
  });

  test("has a token that can be guessed, which is not printed", async () => {
    vi.stubEnv("LOUPE_TOKEN", "open-sesame");
    const { wrong, out } = await diagnose("--host", "0.0.0.0");
    expect(wrong).toEqual(["token"]);
    expect(out).not.toContain("open-sesame");
    vi.stubEnv("LOUPE_TOKEN", "k".repeat(24));
    expect((await diagnose("--host", "0.0.0.0")).wrong).toEqual([]);
    vi.stubEnv("LOUPE_USERS", "ann");
    expect((await diagnose()).wrong).toEqual(["token"]);
  });

  test("lets Loupe make a token for other machines", async () => {
    const { find } = await diagnose("--host", "0.0.0.0");
    expect(find("token")?.level).toBe("note");
  });
});

describe("an agent", () => {
  test.each(["0.3", "1.0"] as const)("of %s is reached, card and interface", async (version) => {
    const { url, rpcUrl } = await getAgent(version);
    const { code, find, next } = await diagnose(url);
    expect(code).toBe(0);
    expect(find("card")?.message).toBe(`The agent card is at ${url}/.well-known/agent-card.json.`);
    expect(find("interface")?.message).toContain(`at ${rpcUrl} responds (HTTP 200).`);
    expect(next).toEqual([`loupe check ${url} --json`]);
  });

  test("is not running", async () => {
    const server = createServer();
    const url = await listen(server);
    await closeServer(server);
    const { code, wrong, find } = await diagnose(url);
    expect({ code, wrong }).toEqual({ code: 1, wrong: ["connection"] });
    expect(find("connection")?.message).toContain("Connection refused");
  });

  test("has a name that does not exist", async () => {
    expect((await diagnose("http://no-such-agent.invalid")).wrong).toEqual(["dns"]);
  });

  test("has a web site but no card", async () => {
    const server = createServer((_, response) => response.writeHead(404).end());
    const url = await listen(server);
    onTestFinished(() => closeServer(server));
    const { wrong, find } = await diagnose(`${url}?key=secret-in-address`);
    expect(wrong).toEqual(["card"]);
    expect(find("card")?.message).not.toContain("secret-in-address");
  });

  const isKnown = ({ headers }: { headers: IncomingHttpHeaders }) =>
    headers.authorization === "Bearer right-secret-token";

  /** An agent that knows no task. */
  async function startAgentWithoutTasks(
    isAllowed: (request: IncomingMessage) => boolean,
    interfaceUrl?: string,
  ): Promise<string> {
    const server = createServer((request, response) => {
      request.resume();
      if (!isAllowed(request))
        return response.writeHead(401, { "www-authenticate": "Bearer" }).end();
      const card = { name: "A", url: interfaceUrl ?? url, capabilities: {}, skills: [] };
      const error = {
        jsonrpc: "2.0",
        id: null,
        error: { code: -32001, message: "Task not found" },
      };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(request.method === "GET" ? card : error));
    });
    const url = await listen(server);
    onTestFinished(() => closeServer(server));
    return url;
  }

  test.each([
    ["card", isKnown],
    ["interface", (request: IncomingMessage) => request.method === "GET" || isKnown(request)],
  ])("requires credentials for its %s", async (check, isAllowed) => {
    const url = await startAgentWithoutTasks(isAllowed);
    const { code, wrong, find } = await diagnose(url);
    expect({ code, wrong }).toEqual({ code: 1, wrong: [check] });
    expect(find(check)?.remedy).toBe('Give credentials: -H "Authorization: Bearer …".');
    const granted = await diagnose(url, "-H", "Authorization: Bearer right-secret-token");
    expect(granted.wrong).toEqual([]);
    expect(granted.out).not.toContain("right-secret-token");
  });

  test("has a certificate that is not trusted", async () => {
    const [key, cert] = ["self-signed.key", "self-signed.pem"].map((name) =>
      readFileSync(join("fixtures/tls", name)),
    );
    const agent = await startGuardedAgent({
      card: {},
      checkRequest: () => null,
      tls: { key, cert },
    });
    onTestFinished(() => agent.close());
    const { wrong, find } = await diagnose(agent.url);
    expect(wrong).toEqual(["connection"]);
    expect(find("connection")?.message).toMatch(/certificate|self-signed/i);
  });

  test("has a card whose interface nobody can reach", async () => {
    const server = createServer();
    const interfaceUrl = await listen(server);
    await closeServer(server);
    const url = await startAgentWithoutTasks(() => true, interfaceUrl);
    const { wrong, find } = await diagnose(url);
    expect(wrong).toEqual(["interface"]);
    expect(find("interface")?.message).toContain(`${interfaceUrl}/ does not respond`);
  });
});
