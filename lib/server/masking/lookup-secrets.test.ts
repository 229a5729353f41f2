/** An agent that echoes all credentials during its card lookup: none of them are recorded. */

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ENCODERS } from "../../../fixtures/encoders.ts";
import { createLeftoverSearch } from "../../../fixtures/find-leftovers.ts";
import type { ConnectRequest } from "../../api/schemas/api-requests.ts";
import { getConnectCredentials } from "../../session/connect-agent.ts";
import { createCredentialStore } from "../../session/credentials.ts";
import {
  type Credential,
  NO_CREDENTIALS,
  type OriginCredentials,
} from "../../session/origin-credentials.ts";
import { connect } from "../agent/connect.ts";
import { startHttpServer, stopServers } from "../exchange/exchange.testkit.ts";
import { Library } from "../library.ts";
import { readSettings } from "../settings.ts";

let data = "";
let library: Library;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "loupe-lookup-"));
  library = new Library(readSettings({ LOUPE_DATA: data }));
});
afterEach(async () => {
  stopServers();
  await rm(data, { recursive: true });
});

const KEY = "hdr-K3y+/7f1c9a2b==";
const OTHER = "qry-0th3r-55aa-long";
const PASSWORD = "correct horse/battery";

/** Returns an error for each URL but the last, and echoes everything it was sent so far. */
async function echoes(): Promise<string> {
  const seen = new Set<string>([KEY, OTHER, PASSWORD]);
  return startHttpServer((request, response) => {
    for (const text of [request.url ?? "", ...request.rawHeaders]) seen.add(text);
    const basic = /^Basic (.*)$/.exec(request.headers.authorization ?? "")?.[1];
    if (basic !== undefined) seen.add(Buffer.from(basic, "base64").toString());
    const echo = [...seen].flatMap((text) =>
      [text, ...Object.values(ENCODERS).map((encode) => encode(text))].flatMap((one) => [
        one,
        Buffer.from(`x${one}`).toString("base64"),
      ]),
    );
    const isCard = request.url?.startsWith("/a2a?") === true;
    response.writeHead(isCard ? 200 : 404, {
      "content-type": "application/json",
      "x-echo": [...seen].map((text) => encodeURIComponent(text)).join(" "),
      location: `/?next=${encodeURIComponent(KEY)}`,
    });
    response.write(JSON.stringify({ name: "echo", url: "http://a/", skills: [], echo }));
    response.end();
  });
}

const key = (place: "header" | "query" | "cookie", name: string): Credential => ({
  kind: "key",
  place,
  name,
  value: KEY,
});
const grant = {
  accessToken: KEY,
  expiresAt: null,
  refreshToken: null,
  scope: null,
  tokenUrl: "https://id.example/token",
  byClientAlone: false,
  client: { id: "loupe", secret: "", method: "none" },
} as const;

const SCHEMES: Readonly<Record<string, Partial<OriginCredentials>>> = {
  "apiKey in a header": { schemes: { a: key("header", "X-Harbour") } },
  "apiKey in the query": { schemes: { a: key("query", "harbour") } },
  "apiKey in a cookie": { schemes: { a: key("cookie", "harbour") } },
  "http basic": { schemes: { a: { kind: "basic", user: "mara", password: PASSWORD } } },
  "http bearer": { schemes: { a: { kind: "bearer", token: KEY } } },
  "another http scheme": { schemes: { a: { kind: "other", scheme: "Harbour", value: KEY } } },
  oauth2: { schemes: { a: { kind: "oauth", grant } } },
  "a header of one's own": { always: [key("header", "Harbour-Pass")] },
  "several at once": {
    always: [key("header", "X-Api-Key")],
    schemes: {
      a: { kind: "basic", user: "mara", password: PASSWORD },
      b: key("cookie", "sid"),
      c: key("header", "X-Harbour"),
    },
  },
};

async function recorded(origin: string, query: string, identity: Omit<ConnectRequest, "address">) {
  const { recording, card } = await connect(library, {
    address: `${origin}/a2a?${query}`,
    ...identity,
  });
  const file = await readFile(await library.recordings.getPath(recording), "utf8");
  expect(file).toContain("‹masked ");
  expect(card).not.toBeNull();
  return file + card?.text;
}

function expectNothingLeft(file: string, ...secrets: string[]): void {
  const left = createLeftoverSearch(file);
  for (const secret of secrets)
    expect({ secret, left: left(secret) }).toEqual({ secret, left: [] });
  for (const secret of secrets) {
    for (const encode of Object.values(ENCODERS)) expect(file).not.toContain(encode(secret));
  }
}

test.each(Object.entries(SCHEMES))("%s, another key in the address", async (_, held) => {
  const origin = await echoes();
  const credentials = createCredentialStore();
  credentials.change(new URL(origin).origin, { ...NO_CREDENTIALS, ...held });
  const address = `${origin}/a2a?api_key=${OTHER}`;
  const identity = getConnectCredentials(address, credentials);
  const isSent = JSON.stringify(identity).includes(KEY);
  const isBasic = JSON.stringify(identity).includes("Basic ");
  const file = await recorded(origin, `api_key=${OTHER}`, identity);
  expectNothingLeft(file, OTHER, ...(isSent ? [KEY] : []), ...(isBasic ? [PASSWORD] : []));
});

test.each([
  ["Authorization", `Bearer ${KEY}`, KEY],
  ["Authorization", `Harbour ${KEY}`, KEY],
  ["Authorization", `Basic ${Buffer.from(`mara:${PASSWORD}`).toString("base64")}`, PASSWORD],
  ["Ocp-Apim-Subscription-Key", KEY, KEY],
  ["x-functions-key", KEY, KEY],
  ["X-Auth", KEY, KEY],
  ["Cookie", `theme=dark; sid=${encodeURIComponent(KEY)}`, KEY],
])(
  "an unlisted header %s: %s, and a key of any name in the address",
  async (name, value, secret) => {
    const origin = await echoes();
    const file = await recorded(origin, `harbour=${OTHER}`, { headers: [[name, value]] });
    expectNothingLeft(file, OTHER, secret);
  },
);
