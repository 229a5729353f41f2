/**
 * Answers requests from logs in place of an agent: a replay of each log, which a tap calls.
 *
 * Guarantees: a replay listens on loopback alone; the bytes of its response are passed as they come.
 */

import { once } from "node:events";
import net from "node:net";
import { getResponseBodyRule, Http1Reader } from "../../../wire/http1-reader.ts";
import { ReplayAgent } from "../../replay/replay-agent.ts";
import { DEFAULT_REPLAY_OPTIONS } from "../../replay/replay-options.ts";
import { type ReplayServer, startReplayServer } from "../../replay/replay-server.ts";
import type { ReplaySource } from "../../replay/replay-source.ts";

/** A request as its caller sent it. */
export interface RawRequest {
  readonly method: string;
  /** The bytes of its head. */
  readonly head: Buffer;
  readonly body: Buffer;
}

export interface AnswerSource {
  /** The bytes of the response; throws if there is no such log. */
  request(from: string, request: RawRequest, gone: AbortSignal): AsyncIterable<Buffer>;
}

const HOST = "127.0.0.1";

export class LogAnswers implements AnswerSource {
  readonly #servers = new Map<string, ReplayServer>();

  /** Starts a replay of each log. `read` throws if one cannot be read. */
  static async start(
    names: Iterable<string>,
    read: (name: string) => Promise<ReplaySource>,
  ): Promise<LogAnswers> {
    const answers = new LogAnswers();
    try {
      for (const name of new Set(names)) {
        const agent = new ReplayAgent(await read(name), DEFAULT_REPLAY_OPTIONS);
        const options = { host: HOST, port: 0, hosts: [], token: null, onServed: () => undefined };
        answers.#servers.set(name, await startReplayServer(agent, options));
      }
      return answers;
    } catch (error) {
      await answers.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.close()));
  }

  async *request(
    from: string,
    { method, head, body }: RawRequest,
    gone: AbortSignal,
  ): AsyncGenerator<Buffer> {
    const server = this.#servers.get(from);
    if (!server) throw new Error(`no log ${from}`);
    const socket = net.connect({ host: HOST, port: server.port, signal: gone });
    const failed = once(socket, "close").catch(() => undefined);
    let isOver = false;
    const reader = new Http1Reader(
      "response",
      {
        onHead: () => undefined,
        onBody: () => undefined,
        onEnd: () => {
          isOver = true;
        },
        onOther: () => undefined,
      },
      (response) => getResponseBodyRule(response, method),
    );
    socket.on("error", () => undefined);
    socket.write(replaceHost(head, `${HOST}:${server.port}`));
    socket.write(body);
    try {
      for await (const bytes of socket as AsyncIterable<Buffer>) {
        reader.push(bytes);
        yield bytes;
        if (isOver) return;
      }
    } catch (error) {
      if (!gone.aborted) throw error;
    } finally {
      socket.destroy();
      await failed;
    }
  }
}

/** For plans that answer nothing from logs. */
export const NO_ANSWERS: AnswerSource = {
  request(from) {
    throw new Error(`no log ${from}`);
  },
};

const replaceHost = (head: Buffer, host: string): Buffer =>
  Buffer.from(
    head.toString("latin1").replace(/^(host:[ \t]*)[^\r\n]*/im, (_, name: string) => name + host),
    "latin1",
  );
