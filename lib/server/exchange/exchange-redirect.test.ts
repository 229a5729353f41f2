import type http from "node:http";
import { afterEach, expect, test } from "vitest";
import {
  filterRecords,
  performTestExchange,
  startHttpServer,
  stopServers,
} from "./exchange.testkit.ts";

afterEach(stopServers);

test("are followed five times", async () => {
  const url = await startHttpServer((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left > 0) response.writeHead(307, { location: `/${left - 1}` }).end("gone");
    else response.end("here");
  });
  const five = await performTestExchange({ url: `${url}/5` });
  expect(filterRecords(five.records, "redirect").map(({ location }) => location)).toEqual([
    "/4",
    "/3",
    "/2",
    "/1",
    "/0",
  ]);
  expect(five.bytes.toString()).toBe("here");
  const six = await performTestExchange({ url: `${url}/6` });
  expect(six.end).toMatchObject({
    cause: "refused",
    error: { by: "agent", message: "More than 5 redirects." },
  });
});

test.each([
  [301, "GET", ""],
  [302, "GET", ""],
  [303, "GET", ""],
  [307, "POST", "body"],
  [308, "POST", "body"],
])("%i turns a POST into a %s", async (status, method, body) => {
  const seen: string[] = [];
  const url = await startHttpServer(async (request, response) => {
    if (request.url === "/a") return void response.writeHead(status, { location: "/b" }).end();
    const chunks = await request.toArray();
    seen.push(`${request.method}`, Buffer.concat(chunks).toString());
    response.end();
  });
  await performTestExchange({ method: "POST", url: `${url}/a`, body: "body" });
  expect(seen).toEqual([method, body]);
});

test("send no credentials to another origin", async () => {
  const seen: http.IncomingHttpHeaders[] = [];
  const other = await startHttpServer((request, response) => {
    seen.push(request.headers);
    response.end();
  });
  const url = await startHttpServer((_, response) =>
    response.writeHead(307, { location: other }).end(),
  );
  const headers = [
    ["Authorization", "Bearer secret-1"],
    ["X-Tenant", "me"],
    ["A2A-Version", "1.0"],
  ] as const;
  const { records } = await performTestExchange({ url, headers, method: "POST", body: "{}" });
  expect(seen[0]).toMatchObject({ "a2a-version": "1.0", host: new URL(other).host });
  expect(Object.keys(seen[0] ?? {})).not.toContain("x-tenant");
  expect(JSON.stringify(seen)).not.toContain("secret-1");
  expect(filterRecords(records, "note")[0]?.text).toBe(
    "Not sent to the other origin: Authorization, X-Tenant.",
  );

  const inBody = await performTestExchange({
    url,
    method: "POST",
    body: '{"k":"secret-2"}',
    secrets: ["secret-2"],
  });
  expect(inBody.end).toMatchObject({
    cause: "refused",
    error: { message: /credentials in the body/ },
  });
  const named = await startHttpServer((request, response) => {
    const leaked = encodeURIComponent(String(request.headers["x-api-key"]));
    response.writeHead(307, { location: `${other}/?told=${leaked}` }).end();
  });
  const inAddress = await performTestExchange({
    url: named,
    headers: [["X-API-Key", "secret-3/="]],
  });
  expect(inAddress.end).toMatchObject({
    cause: "refused",
    error: { message: /credentials in the address/ },
  });
  expect(JSON.stringify(inAddress.records)).not.toContain("secret-3");
  expect(seen).toHaveLength(1);
});

test("a note reports a dropped body", async () => {
  const url = await startHttpServer((request, response) => {
    if (request.url === "/b") return void response.end();
    response.writeHead(request.url === "/a" ? 302 : 307, { location: "/b" }).end();
  });
  const left = await performTestExchange({ method: "POST", url: `${url}/a`, body: "{}" });
  expect(filterRecords(left.records, "note").map(({ text }) => text)).toEqual([
    expect.stringMatching(/302 redirect turned POST into GET and dropped the request body/),
  ]);
  const sentOn = await performTestExchange({ method: "POST", url: `${url}/c`, body: "{}" });
  expect(filterRecords(sentOn.records, "note")).toEqual([]);
});

test.each([
  ["javascript:alert(1)", /javascript:/],
  ["http://169.254.169.254/", /link-local/],
  ["http://u:p@127.0.0.1/", /credentials/],
  ["http://", /not a URL/],
])("to %s are recorded and refused", async (location, message) => {
  const url = await startHttpServer((_, response) => response.writeHead(302, { location }).end());
  const { records, end } = await performTestExchange({ url });
  expect(records.map(({ r }) => r)).toEqual(["open", "redirect", "end"]);
  expect(end).toMatchObject({ cause: "refused", error: { by: "loupe", message } });
});
