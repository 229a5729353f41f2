// The load that programs put on the server: many parallel exchanges; logs that are imported, copied,
// served and deleted; readers that connect and leave.
import { FeedFollower } from "../e2e/support/feed-follower.ts";
import { createLongLog } from "../e2e/support/logs.ts";
import type { ExchangeStarted, RecordingSummary } from "../lib/api/api-types.ts";
import type { SoakAction } from "./soak-actions.ts";
import type { SoakEnvironment } from "./soak-environment.ts";

const PARALLEL_CALLS = 50;
const LOG = createLongLog(200);

export function createProgramActions(world: SoakEnvironment): SoakAction[] {
  const { server, agent } = world;
  const ask: SoakEnvironment["callApi"] = (...request) => world.callApi(...request);
  const begin = (url: string, text: string, recording?: string) => {
    const parts = [{ kind: "text", text }];
    const message = { kind: "message", messageId: "m", role: "user", parts };
    const call = { jsonrpc: "2.0", id: 1, method: "message/stream", params: { message } };
    return ask<ExchangeStarted>("POST", "/api/exchanges", {
      method: "POST",
      url,
      headers: [["content-type", "application/json"]],
      body: JSON.stringify(call),
      ...(recording !== undefined && { recording }),
    });
  };
  const url = agent.rpcUrl;
  return [
    async () => {
      const { recording } = await begin(url, "stream");
      const more = Array.from({ length: PARALLEL_CALLS }, () => begin(url, "stream", recording));
      await Promise.all(more);
      await world.waitUntilIdle();
      const follower = new FeedFollower(recording);
      await follower.follow(server.url, "caught-up");
      const ends = follower.lines.filter((line) => line.startsWith('{"r":"end"'));
      if (ends.length !== PARALLEL_CALLS + 1) throw new Error(`${ends.length} exchanges ended.`);
    },
    async () => {
      const { id } = await ask<RecordingSummary>("POST", "/api/recordings", LOG);
      await ask("PATCH", `/api/recordings/${id}/about`, { name: "a name", addTags: ["soak"] });
      const copy = await ask<RecordingSummary>("POST", `/api/recordings/${id}/copies`, {
        name: "",
      });
      await ask("POST", `/api/replays?recording=${id}`);
      await begin(`${server.url}/replay/${id}`, "stream");
      await world.waitUntilIdle();
      await ask("DELETE", `/api/replays/${id}`);
      for (const one of [id, copy.id]) await ask("DELETE", `/api/recordings/${one}`);
    },
    async () => {
      const { recording, exchange } = await begin(url, "slow");
      for (let i = 0; i < 20; i++) await readAndLeave(`${server.url}/api/feed`, recording);
      await ask("DELETE", `/api/exchanges/${recording}/${exchange}`);
      await ask("DELETE", `/api/recordings/${recording}`);
    },
    async () => {
      await ask("POST", "/api/exchanges", {
        method: "POST",
        url: `${agent.grpcUrl}/lf.a2a.v1.A2AService/GetTask`,
        headers: [["content-type", "application/grpc"]],
        framing: "grpc",
        bodyB64: "AAAAAAA=",
      });
    },
    async () => {
      const { recording, exchange } = await begin(world.faults.url, "silent");
      await ask("POST", "/api/connect", { address: "127.0.0.1:1" });
      await ask("DELETE", `/api/exchanges/${recording}/${exchange}`);
    },
  ];
}

/** Reads the first chunk, then closes the connection. */
async function readAndLeave(feed: string, recording: string): Promise<void> {
  const { body } = await fetch(feed, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ subscriptions: [{ recording, from: 0 }] }),
  });
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel();
}
