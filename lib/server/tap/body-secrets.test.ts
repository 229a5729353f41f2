// What a tap records of secrets in messages: nothing, in its file, in any spelling.

import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type http from "node:http";
import http2 from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { decodeProtobuf } from "../../protocol/grpc/decode.ts";
import { encodeProtobuf } from "../../protocol/grpc/encode.ts";
import { getGrpcCall } from "../../protocol/grpc/services.ts";
import { encodeGrpcFrame, GRPC_PREFIX_BYTES } from "../../wire/grpc-framer.ts";
import { LOG_VERSION, type WireRecord } from "../../wire/record.ts";
import { cleanups, startHttpServer, stopServers } from "../exchange/exchange.testkit.ts";
import { call, connectTo, readAll, startSocketServer } from "./tap.testkit.ts";
import { Tap } from "./tap.ts";
import { TapLog } from "./tap-log.ts";
import { parseTapRoute, type TapRoute } from "./tap-route.ts";

afterEach(stopServers);

const LOOPBACK = { host: "127.0.0.1", port: 0 };

interface FileTap {
  readonly port: number;
  readonly pushPort: number;
  /** Ends the tap. Returns the text of its file, and its records. */
  stop(): Promise<{ text: string; records: WireRecord[] }>;
}

/** A tap that records to a file. */
async function startFileTap(target: string, via: TapRoute["via"] = "takeover"): Promise<FileTap> {
  const folder = mkdtempSync(join(tmpdir(), "loupe-secrets-"));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "run.jsonl");
  const routes = [{ ...parseTapRoute(`1=${target}`, via), listen: LOOPBACK }];
  const header = { r: "loupe", version: LOG_VERSION, id: "i", at: null, by: "t" } as const;
  const options = { path, header, maskFolder: null, routes, limit: { value: 1 << 24 } };
  const log = await TapLog.open(options, { onCall() {}, onFailure() {} });
  const policy = { wide: false, allow: [] };
  const tap = await Tap.start({
    ...{ routes, policy, maxCardBytes: 1 << 20, recorder: log },
    push: LOOPBACK,
  });
  cleanups.push(() => void tap.close());
  return {
    port: tap.routes[0]?.listen.port ?? 0,
    pushPort: tap.push?.port ?? 0,
    async stop() {
      await tap.close();
      await log.close();
      const text = readFileSync(path, "utf8");
      return {
        text,
        records: text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      };
    },
  };
}

/** A secret behind other characters, as an agent may repeat it. */
function listSpellings(secret: string): string[] {
  const toEscape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString("hex"),
    ...["", "x", "xx"].map((before) => Buffer.from(before + secret).toString("base64")),
    [...secret].map(toEscape).join(""),
  ];
}

/** What a reader of the file would find of it. In base64, its ends depend on what is around them. */
const listTraces = (secret: string): string[] =>
  listSpellings(secret).map((spelling, i) => (i < 3 || i > 5 ? spelling : spelling.slice(4, -4)));

/** All that a file holds: its text, and the bytes in it. */
function expectNoSecrets(text: string, secrets: readonly string[]): void {
  const decoded = [...text.matchAll(/"(?:b64|bodyB64)":"([^"]*)"/g)].map(([, b64 = ""]) =>
    Buffer.from(b64, "base64").toString("latin1"),
  );
  const escaped = text.replaceAll("\\\\", "\\");
  for (const secret of secrets) {
    for (const spelling of listTraces(secret)) {
      for (const one of [text, escaped, ...decoded]) expect(one).not.toContain(spelling);
    }
  }
}

const rpc = (method: string, params: object) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });

const getBodies = (records: readonly WireRecord[], r: "open" | "data") =>
  records.flatMap((one) => {
    if (one.r === "open" && r === "open") return one.body ?? [];
    return one.r === "data" && r === "data" ? ("text" in one ? one.text : []) : [];
  });

describe.each(["takeover", "reverse"] as const)("through a tap in %s mode", (via) => {
  test("the token and the credentials of a push configuration are in no record", async () => {
    const secrets = [
      "push-t0ken-of-the-client",
      "cred/of+the=client",
      "t0ken-of-another-client",
      "hook-key-0f-the-url",
    ];
    const [token = "", credentials = "", other = "", key = ""] = secrets;
    const notified: http.IncomingHttpHeaders[] = [];
    const client = await startHttpServer((request, response) => {
      notified.push(request.headers);
      request.resume();
      response.end(`thanks for ${token}`);
    });
    const config = {
      url: `${client}/hook?api_key=${key}`,
      token,
      authentication: { schemes: ["Bearer"], credentials },
    };
    let callback = "";
    const agent = await startHttpServer(async (request, response) => {
      const text = Buffer.concat(await request.toArray()).toString();
      const { method = "", params } = text === "" ? {} : JSON.parse(text);
      response.setHeader("content-type", "application/json");
      if (method.endsWith("/set")) {
        callback = params.pushNotificationConfig.url;
        return void response.end(`{"jsonrpc":"2.0","id":1,"result":${JSON.stringify(params)}}`);
      }
      if (method.endsWith("/list") || request.url?.includes("pushNotificationConfigs")) {
        const result = [{ taskId: "t", pushNotificationConfig: { ...config, token: other } }];
        return void response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
      }
      response.setHeader("content-type", "text/event-stream");
      // The agent repeats what it knows, in ways of its own.
      for (const secret of secrets) {
        for (const spelling of listSpellings(secret)) response.write(`data: ${spelling}\n\n`);
      }
      response.end();
    });
    const { port, pushPort, stop } = await startFileTap(agent, via);
    const set = { taskId: "t", pushNotificationConfig: config };
    await call(port, {}, rpc("tasks/pushNotificationConfig/set", set));
    await call(port, {}, rpc("tasks/pushNotificationConfig/list", { id: "t" }));
    await call(port, { method: "GET", path: "/v1/tasks/t/pushNotificationConfigs" });
    const { pathname } = new URL(callback);
    const headers = { "X-A2A-Notification-Token": token, authorization: `Bearer ${credentials}` };
    await call(pushPort, { path: pathname, headers }, JSON.stringify({ kind: "task", id: token }));
    expect(notified[0]).toMatchObject({ "x-a2a-notification-token": token });
    await call(port, {}, rpc("message/stream", { message: {} }));
    const { text, records } = await stop();
    expectNoSecrets(text, secrets);
    const [request = ""] = getBodies(records, "open");
    const { pushNotificationConfig: recorded } = JSON.parse(request).params;
    expect(recorded).toEqual({
      url: callback,
      token: expect.stringMatching(/^‹masked [0-9a-f]{6}›$/),
      authentication: {
        schemes: ["Bearer"],
        credentials: expect.stringMatching(/^‹masked [0-9a-f]{6}›$/),
      },
    });
    // Equal secrets have equal masks: the notification has the token of the configuration.
    const notification = records.find((one) => one.r === "open" && one.inbound);
    expect(JSON.stringify(notification)).toContain(
      `["X-A2A-Notification-Token","${recorded.token}"]`,
    );
    expect(JSON.stringify(records)).toContain(`/hook?api_key=‹masked `);
  });

  test("members with the names of secrets are masked in requests, and others stay", async () => {
    const secrets = [
      "sk-live-0123456789",
      "correct horse battery",
      'quoted "secret" \\ 1',
      "Zürich-geheim",
    ];
    const [key = "", password = "", quoted = "", accented = ""] = secrets;
    const data = {
      tokens: 12,
      total_tokens: "1234567",
      maxTokens: "7654321",
      nextPageToken: "page-token-2",
      pageToken: "page-token-1",
      tokenUrl: "https://auth.example/token",
      passwordPolicy: "at least 8 characters",
      secretary: "Ms. Moneypenny",
      api_key: key,
      nested: [{ password, list: [{ client_secret: quoted }] }],
      headers: { Authorization: `Bearer ${accented}`, "X-Api-Key": "" },
      short: { password: "abc" },
      redacted: { password: "<password>" },
    };
    const agent = await startHttpServer(async (request, response) => {
      const text = Buffer.concat(await request.toArray()).toString();
      response.setHeader("content-type", "application/json");
      response.setHeader("x-echo", encodeURIComponent(accented));
      response.end(`{"jsonrpc":"2.0","id":1,"result":{"kind":"message","echo":${text}}}`);
    });
    const { port, stop } = await startFileTap(agent, via);
    const params = { message: { role: "user", parts: [{ kind: "data", data }] } };
    await call(port, { path: `/?note=${encodeURIComponent(key)}` }, rpc("message/send", params));
    // In another call, under a name that says nothing.
    await call(port, {}, rpc("message/send", { message: { text: `${password} and ${key}` } }));
    const { text, records } = await stop();
    expectNoSecrets(text, secrets);
    const [first = "", second = ""] = getBodies(records, "open");
    const mask = expect.stringMatching(/^‹masked [0-9a-f]{6}›$/);
    expect(JSON.parse(first).params.message.parts[0].data).toEqual({
      ...data,
      api_key: mask,
      nested: [{ password: mask, list: [{ client_secret: mask }] }],
      headers: { Authorization: expect.stringMatching(/^Bearer ‹masked/), "X-Api-Key": "" },
      short: { password: mask },
    });
    expect(JSON.parse(second).params.message.text).toMatch(/^‹masked \w+› and ‹masked \w+›$/);
    for (const body of getBodies(records, "data")) expect(() => JSON.parse(body)).not.toThrow();
  });

  describe.each([1, 7, 100_000])("a card in writes of %i bytes", (size) => {
    test.each(["identity", "gzip"])("has no secrets, encoded as %s", async (coding) => {
      const secrets = ["card-api-key-1", "card-passw0rd", "card-client-s3cret", "user-passw0rd"];
      const [key = "", password = "", secret = "", inUrl = ""] = secrets;
      const card = {
        name: "Weather",
        url: `http://joe:${inUrl}@127.0.0.1:1/rpc`,
        securitySchemes: {
          api_key: { type: "apiKey", in: "header", name: "X-API-Key" },
          oauth: {
            type: "oauth2",
            flows: {
              clientCredentials: {
                tokenUrl: "https://auth.example/token",
                scopes: { "read:api_key": "Read your API keys" },
              },
            },
          },
        },
        security: [{ api_key: ["read-everything"] }],
        capabilities: {
          extensions: [{ uri: "x", params: { api_key: key, password, client_secret: secret } }],
        },
        skills: [],
      };
      const text = JSON.stringify(card, null, 2);
      const agent = await startHttpServer(async (_, response) => {
        response.setHeader("content-type", "application/json");
        if (coding === "gzip") response.setHeader("content-encoding", "gzip");
        const bytes = coding === "gzip" ? gzipSync(text) : Buffer.from(text);
        for (let at = 0; at < bytes.length; at += size) {
          response.write(bytes.subarray(at, at + size));
          if (size < 7) await new Promise((resolve) => setImmediate(resolve));
        }
        response.end();
      });
      const { port, stop } = await startFileTap(agent, via);
      await call(port, { method: "GET", path: "/.well-known/agent-card.json" });
      const recording = await stop();
      expectNoSecrets(recording.text, secrets);
      const recorded = JSON.parse(getBodies(recording.records, "data").join(""));
      const mask = expect.stringMatching(/^‹masked [0-9a-f]{6}›$/);
      expect(recorded).toEqual({
        ...card,
        url: expect.stringMatching(/^http:\/\/‹masked \w+›:‹masked \w+›@127.0.0.1:1\/rpc$/),
        capabilities: {
          extensions: [
            { uri: "x", params: { api_key: mask, password: mask, client_secret: mask } },
          ],
        },
      });
    });
  });
});

test("bytes that are not quite HTTP, and responses before the response, have no secrets either", async () => {
  const secrets = ["l0wer-case-secret", "early-c00kie-secret", "key-in-a-refused-url"];
  const [odd = "", early = "", key = ""] = secrets;
  const agent = await startSocketServer((socket) => {
    socket.once("data", () =>
      socket.end(
        `HTTP/1.1 103 Early Hints\r\nSet-Cookie: a=${early}\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n`,
      ),
    );
  });
  const { port, stop } = await startFileTap(String(agent), "reverse");
  for (const bytes of [
    `get / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${odd}\r\n\r\n`,
    "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    `GET /?api_key=${key} HTTP/1.1\r\nHost: evil.example\r\n\r\n`,
  ]) {
    const caller = await connectTo(port);
    const received = readAll(caller);
    caller.write(bytes);
    await received;
  }
  const { text, records } = await stop();
  expectNoSecrets(text, secrets);
  const notes = records.flatMap((one) => (one.r === "note" ? one.text : []));
  expect(notes.filter((note) => note.includes("‹masked "))).toEqual([
    expect.stringContaining("Authorization: Bearer ‹masked "),
    expect.stringContaining("Set-Cookie: a=‹masked "),
    expect.stringContaining("Refused GET /?api_key=‹masked "),
  ]);
});

describe("over gRPC", () => {
  const push = getGrpcCall("push-set", "1.0");
  if (!push) throw new Error("no call");
  const decode = (bytes: Buffer) =>
    decodeProtobuf(push.schema, push.request, bytes.subarray(GRPC_PREFIX_BYTES));

  test("metadata and push configurations have no secrets, and stay messages", async () => {
    const secrets = [
      "binary-auth-t0ken",
      "grpc-push-t0ken",
      "grpc-cr3dentials",
      "grpc-other-t0ken",
    ];
    const [auth = "", token = "", credentials = "", other = ""] = secrets;
    const encode = (own: string) =>
      encodeGrpcFrame(
        encodeProtobuf(push.schema, push.request, {
          taskId: "t",
          url: "http://127.0.0.1:1/hook",
          token: own,
          authentication: { scheme: "Bearer", credentials },
        }).bytes,
      );
    const server = http2.createServer();
    server.on("stream", (stream, headers) => {
      stream.resume();
      stream.respond(
        {
          ":status": 200,
          "content-type": "application/grpc",
          "echo-bin": headers["auth-bin"],
          echo: Buffer.from(String(headers["auth-bin"]), "base64").toString(),
        },
        { waitForTrailers: true },
      );
      stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0", "x-is": token }));
      const frame = encode(other);
      stream.write(frame.subarray(0, 20), () => stream.end(frame.subarray(20)));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    cleanups.push(() => void server.close());
    const { port, stop } = await startFileTap(
      `127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    const session = http2.connect(`http://127.0.0.1:${port}`);
    const stream = session.request({
      ":method": "POST",
      ":path": "/lf.a2a.v1.A2AService/CreateTaskPushNotificationConfig",
      "content-type": "application/grpc",
      "auth-bin": Buffer.from(auth).toString("base64").replace(/=+$/, ""),
      te: "trailers",
    });
    stream.end(Buffer.from(encode(token)));
    await stream.toArray();
    await new Promise<void>((resolve) => session.close(resolve));
    const { text, records } = await stop();
    expectNoSecrets(text, secrets);
    const [open] = records.filter((one) => one.r === "open");
    const sent = decode(Buffer.from(open?.bodyB64 ?? "", "base64"));
    expect(sent).toMatchObject({ broken: [], invalidUtf8: false });
    expect(sent.value).toMatchObject({
      taskId: "t",
      token: expect.stringMatching(/^(?:‹masked|\*)/),
    });
    const answer = records.flatMap((one) => (one.r === "data" && "b64" in one ? one.b64 : []));
    const bytes = Buffer.concat(answer.map((b64) => Buffer.from(b64, "base64")));
    expect(decode(bytes)).toMatchObject({ broken: [], value: { taskId: "t" } });
  });
});
