// Requests every path of the server in every spelling over raw sockets: authorization comes first.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, LONG, test } from "./support/fixtures.ts";
import { createRecordingLog } from "./support/logs.ts";
import { parseStatus, sendBytes, sendRawRequest } from "./support/raw-http.ts";
import { TestServer } from "./support/test-server.ts";

const MARK = "only-in-the-recording";
const ID = "20260101-000000-abcdef";
const REFUSED = [0, 400, 401, 403, 408, 413, 417, 421, 431];
const AT_ONCE = 24;

/** Every page, route and file that is served, and paths that do not exist. */
function findPaths(): string[] {
  const params: Readonly<Record<string, string>> = { "[id]": ID, "[recording]": ID };
  const routes = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((file) => /^(.*?)\/?(?:page\.tsx|route\.ts)$/.exec(file.replaceAll("\\", "/"))?.[1])
    .filter((route) => route !== undefined)
    .map((route) => route.replace("[[...path]]", ".well-known/agent-card.json"))
    .map((route) => `/${route.replace(/\[\w+\]/g, (name) => params[name] ?? "a")}`);
  const files = readdirSync("public").map((file) => `/${file}`);
  const built = readdirSync(".next/static", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(?:js|css|woff2)$/.test(file))
    .slice(0, 3)
    .map((file) => `/_next/static/${file}`);
  const data = [
    "/_next/image?url=%2Ftheme.js&w=64&q=75",
    "/_next/data/build/index.json",
    "/_next/",
  ];
  return [...routes, ...files, ...built, ...data, "/icon.svg", "/favicon.ico", "/nowhere"];
}

/** Other spellings of a path, which a server might normalize to it. */
function spell(path: string): string[] {
  const [plain = "", query] = path.split("?");
  const rest = query === undefined ? "" : `?${query}`;
  const last = plain.slice(1);
  return [
    plain,
    `${plain}/`,
    `${plain}//`,
    `/${last.replaceAll("/", "//")}`,
    `/.${plain}`,
    `/./${last}`,
    `/x/..${plain}`,
    `/x/%2e%2e${plain}`,
    `/x/%2E./${last}`,
    `/inbox/a/..\\..${plain}`,
    `/inbox/a/../..${plain}`,
    `${plain}/.`,
    `${plain}/..`,
    plain.toUpperCase(),
    `/${last.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`,
    `/${last.replaceAll("/", "%2f")}`,
    `/${last.replaceAll("/", "\\")}`,
    `${plain}%00`,
    `${plain}%zz`,
    `${plain};a=b`,
    `${plain}#fragment`,
    `${plain}?_rsc=1`,
    `${plain}.rsc`,
    `${plain}.txt`,
    `/_next/data/x${plain}.json`,
  ].map((one) => one + rest);
}

interface Raw {
  readonly lines: readonly string[];
  /** From a caller without access. */
  readonly isForeign: boolean;
}

function disguise(path: string, url: string): Raw[] {
  const { host, port } = new URL(url);
  const own = `Host: ${host}`;
  const raw = (isForeign: boolean, method: string, target: string, ...headers: string[]): Raw => ({
    lines: [`${method} ${target} HTTP/1.1`, ...headers],
    isForeign,
  });
  const foreign = (...rest: [string, string, ...string[]]) => raw(true, ...rest);
  const hosts = [
    "evil.example",
    `rebound.example:${port}`,
    `localhost.:${port}`,
    `0.0.0.0:${port}`,
  ];
  const origins = ["Origin: http://evil.example", "Origin: null", `Origin: http://localhost:1`];
  const sites = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"];
  const forwarded = [
    `X-Forwarded-Host: ${host}`,
    "X-Forwarded-Proto: https",
    "X-Forwarded-For: 127.0.0.1",
    `Forwarded: host=${host}`,
    `X-Original-URL: ${path}`,
    `X-Rewrite-URL: ${path}`,
    "X-Middleware-Subrequest: proxy:proxy:proxy:proxy:proxy",
    `X-Matched-Path: ${path}`,
    "X-Nextjs-Data: 1",
    "RSC: 1",
    "Next-Action: 0",
  ];
  return [
    ...spell(path).flatMap((target) => [
      raw(false, "GET", target, own),
      foreign("GET", target, "Host: evil.example"),
      foreign("GET", target, own, "Origin: http://evil.example"),
    ]),
    ...hosts.map((name) => foreign("GET", path, `Host: ${name}`)),
    ...[...origins, ...sites].map((header) => foreign("GET", path, own, header)),
    ...forwarded.flatMap((header) => [
      raw(false, "GET", path, own, header),
      foreign("GET", path, "Host: evil.example", header),
    ]),
    ...["HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"].flatMap((method) => [
      foreign(method, path, "Host: evil.example"),
      foreign(method, `${path.split("?")[0]}/`, own, "Origin: http://evil.example"),
    ]),
    ...["TRACE", "PROPFIND", "QUERY", "SEARCH", "PURGE", "LINK"].map((method) =>
      foreign(method, path, own),
    ),
    ...["CONNECT", "BREW"].map((method) => foreign(method, path, own)),
    foreign("GET", `http://${host}${path}`, own),
    foreign("GET", `http://evil.example${path}`, own),
    foreign("GET", `//evil.example${path}`, own),
    foreign("GET", `/\\evil.example${path}`, own),
    foreign("GET", path.slice(1) || "x", own),
    foreign("GET", path),
    foreign("GET", path, own, own),
    foreign("GET", path, own, "Host: evil.example"),
    foreign("GET", path, own, "Transfer-Encoding: gzip"),
    foreign("GET", path, own, `X: ${"x".repeat(20_000)}`),
    foreign("GET", path, "Host: evil.example", "Expect: 100-continue"),
    foreign("GET", path, "Host: evil.example", "Expect: nothing"),
  ];
}

const REQUIRED = [
  /^content-security-policy: default-src 'none'/im,
  /^x-content-type-options: nosniff/im,
  /^cross-origin-resource-policy: same-origin/im,
];
const FORBIDDEN = [
  /^access-control-|^x-powered-by/im,
  // A redirect must stay within this server.
  /^location: (?!\/(?![/\\]))/im,
];
const FORBIDDEN_TO_OTHERS = /^(?:location|set-cookie|etag|x-nextjs-\S+):/im;
const REFUSAL = /^(?:$|Loupe refused this request: )/;

/** What is wrong with a response. Tens of thousands of assertions would take most of the time. */
function findFlaws({ lines, isForeign }: Raw, answer: string): string[] {
  const last = answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "");
  const [head = "", ...bodies] = last.split("\r\n\r\n");
  // A connection closed without a response discloses nothing either.
  if (last === "" && isForeign) return [];
  const flaws = [
    ...REQUIRED.filter((line) => !line.test(head)).map((line) => `lacks ${line}`),
    ...FORBIDDEN.filter((line) => line.test(head)).map((line) => `has ${line}`),
  ];
  if (isForeign) {
    const body = bodies.join("").replace(/^[\da-f]+(?:\r\n|$)/, "");
    if (!REFUSED.includes(parseStatus(last))) flaws.push("is not refused");
    if (FORBIDDEN_TO_OTHERS.test(head)) flaws.push(`has ${FORBIDDEN_TO_OTHERS}`);
    if (!REFUSAL.test(body)) flaws.push(`has the body ${body.slice(0, 200)}`);
  }
  const request = lines.join(" | ").slice(0, 200);
  return flaws.map((flaw) => `${request}: the response ${flaw}:\n${head}`);
}

async function expectAllGuarded(url: string, requests: readonly Raw[]): Promise<void> {
  const left = [...requests];
  const flaws: string[] = [];
  const work = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      flaws.push(...findFlaws(one, await sendRawRequest(url, one.lines)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  expect.soft(flaws).toEqual([]);
}

test("every path in every spelling is authorized first", LONG, async () => {
  test.slow();
  const server = new TestServer();
  const file = server.getRecordingFile(ID);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, createRecordingLog({ prompt: MARK, events: [] }));
  await server.start();
  const { url, output } = server;
  const paths = findPaths();
  expect(paths).toEqual(expect.arrayContaining(["/", "/api/feed", "/viewer.html", "/theme.js"]));
  for (const path of paths) {
    await test.step(path, () => expectAllGuarded(url, disguise(path, url)));
  }
  await test.step("invalid requests", async () => {
    const { host } = new URL(url);
    const nonsense = [
      "GARBAGE\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      `GET / HTTP/9.9\r\nHost: ${host}\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: ${host}\r\nA B: c\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${"x".repeat(70_000)}\r\n\r\n`,
    ];
    for (const bytes of nonsense) {
      const answer = await sendBytes(url, bytes);
      expect.soft(findFlaws({ lines: [bytes], isForeign: true }, answer)).toEqual([]);
    }
  });
  // No output discloses any of it.
  expect(server.output).toBe(output);
  await server.stop();
});

test("with a token, only an inbox responds without it, in any spelling", async () => {
  test.slow();
  const server = new TestServer();
  await server.start({
    LOUPE_TOKEN: "a-token-of-the-test",
    LOUPE_PUBLIC_URL: "https://loupe.example",
  });
  const { url } = server;
  const { host } = new URL(url);
  for (const path of findPaths()) {
    if (path.startsWith("/inbox/")) continue;
    const requests = spell(path).flatMap((target) => [
      { lines: [`GET ${target} HTTP/1.1`, `Host: ${host}`], isForeign: true },
      { lines: [`GET ${target} HTTP/1.1`, "Host: loupe.example"], isForeign: true },
    ]);
    await test.step(path, () => expectAllGuarded(url, requests));
  }
  await server.stop();
});

test("connections that clients abort are not logged", LONG, async () => {
  const server = new TestServer();
  await server.start();
  const { url, output } = server;
  const { host } = new URL(url);
  const paths = findPaths().filter((path) => !/^\/(?:_next|viewer|licences)/.test(path));
  for (const path of paths) {
    const unfinished = [
      "Content-Type: application/json",
      "Content-Length: 100000",
      "",
      "{".repeat(500),
    ];
    await sendBytes(
      url,
      [`POST ${path} HTTP/1.1`, `Host: ${host}`, ...unfinished].join("\r\n"),
      100,
    );
    await sendBytes(url, [`GET ${path} HTTP/1.1`, `Host: ${host}`, "", ""].join("\r\n"), 5);
  }
  const message = { kind: "message", role: "user", messageId: "m", parts: [] };
  const call = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "message/stream",
    params: { message },
  });
  const feed = JSON.stringify({ subscriptions: [{ recording: "none", from: 0 }] });
  for (const [path, body] of [
    ["/demo", call],
    ["/api/feed", feed],
  ] as const) {
    const lines = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Content-Length: ${body.length}`];
    await sendBytes(url, [...lines, "Content-Type: application/json", "", body].join("\r\n"), 300);
  }
  // Messages about a connection are printed when it has closed.
  expect(
    parseStatus(await sendRawRequest(url, ["GET /api/limits HTTP/1.1", `Host: ${host}`])),
  ).toBe(200);
  expect(server.output).toBe(output);
  await server.stop();
});
