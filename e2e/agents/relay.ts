// A program that is an agent of one SDK and calls others with theirs: it passes each message on to all of
// them at once, and streams what they send. Its argument is its settings as JSON.
import { createServer } from "node:http";
import { beginTask, type ScriptStep } from "../../lib/server/demo/script.ts";
import { startTalk } from "../../lib/server/replay/sdk-clients.testkit.ts";
import type { BuildAgent } from "./build-agent.ts";
import { listenGrpc } from "./grpc.ts";
import { type GetSteps, getScript } from "./script.ts";
import { build as build02 } from "./sdk-0.2.ts";
import { build as build03 } from "./sdk-0.3.ts";
import { build as build10 } from "./sdk-1.0.ts";

export type SdkVersion = keyof typeof startTalk;

export interface RelaySettings {
  readonly version: SdkVersion;
  /** The port that it listens on, and the address in its card. */
  readonly port: number;
  readonly url: string;
  /** The same for gRPC, which its card prefers; `null` for none. */
  readonly grpc: { readonly port: number; readonly address: string } | null;
  /** Agents to call, by the address of their cards. None: it plays the script itself. */
  readonly next: readonly { readonly version: SdkVersion; readonly url: string }[];
}

const BUILDERS: Readonly<Record<SdkVersion, BuildAgent>> = {
  "0.2": build02,
  "0.3": build03,
  "1.0": build10,
};

const settings: RelaySettings = JSON.parse(process.argv[2] ?? "");

async function callNext(text: string): Promise<string[]> {
  return Promise.all(
    settings.next.map(async ({ version, url }) => {
      const talk = await startTalk[version](url);
      let answer = "";
      for await (const seen of talk.stream(text)) {
        answer += seen.text;
        if (seen.state === "failed") throw new Error(`${url} failed.`);
      }
      return answer;
    }),
  );
}

async function* relay(text: string): AsyncGenerator<ScriptStep> {
  yield* beginTask();
  try {
    const answers = await callNext(text);
    for (const [index, answer] of answers.entries()) {
      const artifact = `answer-${index}`;
      yield { kind: "chunk", artifact, text: answer, append: false, last: true };
    }
    yield { kind: "state", state: "completed" };
  } catch (error) {
    yield { kind: "state", state: "failed", text: String(error) };
  }
}

const getSteps: GetSteps = settings.next.length > 0 ? relay : getScript;
const { port, url, grpc } = settings;
const address = grpc?.address ?? "";
const built = BUILDERS[settings.version](url, { address, isPreferred: grpc !== null }, getSteps);
if (grpc && built.grpc) (await listenGrpc(grpc.port)).serve(built.grpc);
createServer(built.listener).listen(port, "127.0.0.1", () => console.log("listening"));
