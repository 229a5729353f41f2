// Agents that call agents, each a program of its own, with three generations of the JavaScript SDK as
// servers and as clients: everything passes a tap in the place of each agent.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { RelaySettings, SdkVersion } from "../e2e/agents/relay.ts";
import { SCRIPT_TOKENS } from "../e2e/agents/script.ts";
import { getFreePort } from "../fixtures/free-port.ts";
import { newFile, readTimeline, readWritten, startTap } from "../fixtures/tap-command.ts";
import { startTalk } from "../lib/server/replay/sdk-clients.testkit.ts";
import { waitFor } from "../lib/server/tap/tap.testkit.ts";
import type { TappedCall } from "../lib/timeline/hops/tapped-call.ts";

const ANSWER = SCRIPT_TOKENS.join("");
const project = fileURLToPath(new URL("..", import.meta.url));
let folder = "";
beforeAll(async () => {
  // Inside the project, so that it finds the packages, which are not bundled.
  const cache = join(project, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, "relay-"));
  const bundle = await rolldown({
    cwd: project,
    input: "e2e/agents/relay.ts",
    platform: "node",
    external: /^(?!\.|\/)/,
  });
  await bundle.write({ file: join(folder, "relay.mjs"), format: "esm", codeSplitting: false });
  await bundle.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

interface AgentPlan {
  readonly version: SdkVersion;
  readonly prefersGrpc?: boolean;
  /** The agents it calls, by name. */
  readonly calls?: readonly string[];
}

/** Starts the agents behind a tap. Returns the address of each, which is the tap's. */
async function startTeam(plans: Readonly<Record<string, AgentPlan>>) {
  const places = new Map<string, { url: string; port: number; grpc: RelaySettings["grpc"] }>();
  const routes: string[] = [];
  const addRoute = async () => {
    const [outer, port] = [await getFreePort(), await getFreePort()];
    routes.push(`127.0.0.1:${outer}=127.0.0.1:${port}`);
    return { port, address: `127.0.0.1:${outer}` };
  };
  for (const [name, { prefersGrpc = false }] of Object.entries(plans)) {
    const { port, address } = await addRoute();
    const grpc = prefersGrpc ? await addRoute() : null;
    places.set(name, { url: `http://${address}`, port, grpc });
  }
  const getUrl = (name: string) => places.get(name)?.url ?? "";
  const children = new Map<string, ChildProcess>();
  for (const [name, place] of places) {
    const version = plans[name]?.version ?? "1.0";
    const next = (plans[name]?.calls ?? []).map((called) => ({
      version: plans[called]?.version ?? "1.0",
      url: getUrl(called),
    }));
    const settings: RelaySettings = { ...place, version, next };
    const child = spawn(process.execPath, [join(folder, "relay.mjs"), JSON.stringify(settings)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout, "data");
    children.set(name, child);
  }
  const file = newFile();
  const tap = await startTap(...routes, "-o", file);
  const names = new Map<string, string>();
  const grpcTargets = new Set<string>();
  for (const [name, { port, grpc }] of places) {
    names.set(`127.0.0.1:${port}`, name);
    if (!grpc) continue;
    names.set(`127.0.0.1:${grpc.port}`, name);
    grpcTargets.add(`127.0.0.1:${grpc.port}`);
  }
  return { file, tap, names, grpcTargets, children, getUrl };
}

type Team = Awaited<ReturnType<typeof startTeam>>;

/** Ends the tap when it has recorded so many calls, and returns those with a message as lines. */
async function readCalls(team: Team, messages: number) {
  const { file, tap, names } = team;
  const isComplete = () => {
    const text = readFileSync(file, "utf8");
    const opened = text.split('"r":"open"').length;
    return opened > messages && opened === text.split('"r":"end"').length;
  };
  await waitFor(isComplete);
  tap.kill("SIGINT");
  await once(tap, "exit");
  const timeline = await readTimeline(file);
  const describe = (call: TappedCall | null): string[] =>
    call === null
      ? []
      : [...describe(call.parentAt(timeline.lastEvent)), names.get(call.hop.target) ?? ""];
  const calls = timeline.callTree.calls.filter(({ exchange }) => exchange.request?.message);
  return {
    paths: calls.map((call) => describe(call).join(" → ")).sort(),
    overGrpc: calls.filter(({ hop }) => team.grpcTargets.has(hop.target)).length,
    calls,
  };
}

async function ask(version: SdkVersion, url: string, text = "stream the answer"): Promise<string> {
  const talk = await startTalk[version](url);
  let answer = "";
  for await (const seen of talk.stream(text)) answer += seen.text;
  return answer;
}

test("a chain from 0.2.5 over 0.3.14 to 1.3.0, the last two over gRPC", async () => {
  const team = await startTeam({
    first: { version: "0.2", calls: ["second"] },
    second: { version: "0.3", prefersGrpc: true, calls: ["third"] },
    third: { version: "1.0", prefersGrpc: true },
  });
  expect(await ask("0.2", team.getUrl("first"))).toBe(ANSWER);
  const { paths, overGrpc } = await readCalls(team, 3);
  expect(paths).toEqual(["first", "first → second", "first → second → third"]);
  expect(overGrpc).toBe(2);
});

test("a diamond, asked by two users at once", async () => {
  const team = await startTeam({
    top: { version: "1.0", calls: ["left", "right"] },
    left: { version: "0.3", calls: ["bottom"] },
    right: { version: "0.2", calls: ["bottom"] },
    bottom: { version: "1.0", prefersGrpc: true },
  });
  const texts = ["stream for the first user", "stream for the second user"];
  const answers = await Promise.all(texts.map((text) => ask("1.0", team.getUrl("top"), text)));
  expect(answers).toEqual([ANSWER + ANSWER, ANSWER + ANSWER]);
  const { paths, overGrpc, calls } = await readCalls(team, 10);
  const tree = ["top", "top → left", "top → left → bottom", "top → right", "top → right → bottom"];
  expect(paths).toEqual([...tree, ...tree].sort());
  expect(overGrpc).toBe(4);
  // What one user asked is never below what another did.
  for (const call of calls) {
    const parent = call.parentAt(Number.POSITIVE_INFINITY);
    if (parent) expect(parent.text).toBe(call.text);
  }
});

test("an agent that is killed in the middle fails the chain above it, and the log says where", async () => {
  const team = await startTeam({
    first: { version: "1.0", calls: ["second"] },
    second: { version: "0.3", calls: ["third"] },
    third: { version: "0.2" },
  });
  const asked = ask("1.0", team.getUrl("first"), "slow");
  const third = team.children.get("third");
  await waitFor(() => readWritten(team.file).includes("token 1 "));
  third?.kill("SIGKILL");
  await asked;
  const { paths, calls } = await readCalls(team, 3);
  expect(paths).toEqual(["first", "first → second", "first → second → third"]);
  const causes = calls.map(({ exchange }) => exchange.end?.record.cause);
  expect(causes).toEqual(["complete", "complete", "reset"]);
});
