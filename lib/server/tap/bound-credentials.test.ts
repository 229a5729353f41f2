import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  cleanups,
  filterRecords,
  startHttpServer,
  stopServers,
} from "../exchange/exchange.testkit.ts";
import { CA, readPem } from "../exchange/tls.testkit.ts";
import { createTlsTrust } from "../exchange/tls-trust.ts";
import { findBoundCredentials, requiresClientCertificate } from "./bound-credentials.ts";
import { CallMonitor, type TapCall } from "./call-monitor.ts";
import { startTestTap, waitForEnds } from "./tap.testkit.ts";
import { parseTapRoute } from "./tap-route.ts";

afterEach(stopServers);

const SIGV4 =
  "AWS4-HMAC-SHA256 Credential=A/1/us/x/aws4_request, SignedHeaders=host;x-amz-date, Signature=0";

test.each([
  [{ Authorization: SIGV4 }, "", ["SigV4"]],
  [{ authorization: "‹masked 123456›", "X-Amz-Date": "20260101T000000Z" }, "", ["SigV4"]],
  [{}, "?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=0", ["SigV4"]],
  [{ Authorization: "DPoP x" }, "", ["DPoP"]],
  [{ DPoP: "eyJ" }, "", ["DPoP"]],
  [{ "Signature-Input": 's=("@method" "@authority");created=1' }, "", ["HTTP message signature"]],
  // Nothing of these names the address.
  [{ "Signature-Input": 's=("@method" "content-digest");created=1' }, "", []],
  [{ Authorization: "Bearer AWS4-x", "X-Api-Key": "1" }, "?x=AWS4-HMAC-SHA256", []],
  [{ "X-Amz-Date": "20260101T000000Z" }, "", []],
])("a request with %j%s has %j", (headers, query, credentials) => {
  expect(findBoundCredentials(Object.entries(headers), `http://a/${query}`)).toEqual(credentials);
});

test.each([
  [{ securitySchemes: { m: { type: "mutualTLS" } } }, true],
  [{ securitySchemes: { m: { mtlsSecurityScheme: {} } } }, true],
  [{ securitySchemes: { m: { type: "http", scheme: "bearer" } } }, false],
  [{ securitySchemes: [] }, false],
  [null, false],
])("the card %j asks for a client certificate: %s", (card, requires) => {
  expect(requiresClientCertificate(card)).toBe(requires);
});

/** The notes and the summary of a request through a tap. */
async function requestThroughTap(
  via: "takeover" | "reverse",
  target: string,
  headers: http.OutgoingHttpHeaders = {},
) {
  const route = parseTapRoute(`1=${target}`, via);
  const { port, records } = await startTestTap(1, {
    routes: [{ ...route, listen: { host: "127.0.0.1", port: 0 } }],
    trust: createTlsTrust({ ca: CA }).options,
  });
  const sent = http.get({ port, host: "127.0.0.1", path: "/card.json", headers, agent: false });
  const response = once(sent, "response").then(([one]: http.IncomingMessage[]) => one?.resume());
  await response.catch(() => undefined);
  await waitForEnds(records);
  const calls: TapCall[] = [];
  const monitor = new CallMonitor({ routes: [route], proxy: null }, (call) => calls.push(call));
  for (const record of records) monitor.push(record);
  const notes = filterRecords(records, "note").map(({ text }) => text);
  return { notes, broken: calls[0]?.broken };
}

describe("through a reverse tap", () => {
  const startAgent = () => startHttpServer((_, response) => response.end("{}"));

  test("a signed request is noted and summarized, with the way out", async () => {
    const { notes, broken } = await requestThroughTap("reverse", await startAgent(), {
      Authorization: SIGV4,
    });
    expect(broken).toEqual(["SigV4"]);
    expect(notes).toEqual([
      expect.stringMatching(
        /signed for its own address \(SigV4\).* Take the agent's place instead/,
      ),
    ]);
  });

  test("a card that asks for client certificates is", async () => {
    const url = await startHttpServer((_, response) => {
      response.setHeader("content-type", "application/json");
      const securitySchemes = { m: { type: "mutualTLS" } };
      response.end(JSON.stringify({ name: "A", url, skills: [], securitySchemes }));
    });
    const { notes, broken } = await requestThroughTap("reverse", url);
    expect(broken).toEqual(["client certificate"]);
    expect(notes).toContainEqual(expect.stringContaining("asks for a client certificate"));
  });

  test("an agent that requires a client certificate is", async () => {
    const server = https.createServer({
      key: readPem("agent.key"),
      cert: readPem("agent.pem"),
      ca: CA,
      requestCert: true,
      rejectUnauthorized: true,
    });
    server.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
    await once(server, "listening");
    cleanups.push(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { broken } = await requestThroughTap("reverse", `https://localhost:${port}`);
    expect(broken).toEqual(["client certificate"]);
  });
});

test("taking the agent's place breaks nothing", async () => {
  const url = await startHttpServer((_, response) => response.end("{}"));
  const headers = { Authorization: SIGV4, DPoP: "eyJ" };
  expect(await requestThroughTap("takeover", url, headers)).toEqual({ notes: [], broken: [] });
});
