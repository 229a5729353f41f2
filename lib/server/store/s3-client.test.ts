// The client against a store on a real socket, which verifies every signature and fails on request.
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { S3Client, StoreError } from "./s3-client.ts";
import { SECRET_KEY, type StoreFault, TestStore } from "./s3-server.testkit.ts";
import { readStoreSettings } from "./store-settings.ts";

const MAX_BYTES = 1 << 20;
let store: TestStore;
beforeEach(async () => {
  store = await TestStore.start({ pageSize: 3 });
});
afterEach(() => store.close());

function createClient(env: object = {}, attempts = 2): S3Client {
  const settings = readStoreSettings({ ...store.environment, ...env });
  if (!settings) throw new Error("no store");
  return new S3Client(settings, { attempts, idleTimeoutMs: 300 });
}

/** The next requests meet these faults, later ones none. */
function failWith(...faults: StoreFault[]): void {
  store.chooseFault = () => faults.shift() ?? null;
}

test("objects are put, read by ranges, listed in pages and deleted", async () => {
  const client = createClient();
  const bytes = Buffer.from("0123456789");
  const etag = await client.put("a/key (1)!.json", bytes);
  expect(await client.get("a/key (1)!.json", MAX_BYTES)).toEqual({ bytes, etag });
  expect((await client.getRange("a/key (1)!.json", { from: 2, to: 5 }))?.toString()).toBe("234");
  expect(await client.head("a/key (1)!.json")).toEqual({ size: 10, etag });
  for (let n = 1; n < 8; n++) await client.put(`b/${n}`, Buffer.from("x"));
  expect((await client.list("b/")).map(({ key }) => key)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((n) => `b/${n}`),
  );
  await client.delete("a/key (1)!.json");
  await client.delete("a/key (1)!.json");
  expect(await client.get("a/key (1)!.json", MAX_BYTES)).toBeNull();
  expect(await client.head("a/key (1)!.json")).toBeNull();
});

test("a file is uploaded with its checksum, and other bytes are not accepted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "loupe-s3-"));
  try {
    const path = join(folder, "file");
    const bytes = Buffer.alloc(300_000, "abc");
    await writeFile(path, bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await createClient().put("file", { path, size: bytes.length, sha256 });
    expect((await createClient().get("file", MAX_BYTES))?.bytes.equals(bytes)).toBe(true);
    const wrong = { path, size: bytes.length, sha256: sha256.replace(/^./, "z") };
    await expect(createClient().put("other", wrong)).rejects.toThrow("XAmzContentSHA256Mismatch");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a write with a condition that does not hold is a conflict", async () => {
  const client = createClient();
  const etag = await client.put("a", Buffer.from("1"), { ifMatch: null });
  await expect(client.put("a", Buffer.from("2"), { ifMatch: null })).rejects.toMatchObject({
    kind: "conflict",
  });
  await client.put("a", Buffer.from("2"), { ifMatch: etag });
  await expect(client.put("a", Buffer.from("3"), { ifMatch: etag })).rejects.toMatchObject({
    kind: "conflict",
  });
  expect((await client.get("a", MAX_BYTES))?.bytes.toString()).toBe("2");
});

describe("what passes is tried again", () => {
  test.each<StoreFault>([
    { kind: "refuse", status: 503 },
    { kind: "refuse", status: 500 },
    { kind: "refuse", status: 429, retryAfter: "0" },
    { kind: "reset" },
    { kind: "hang" },
    { kind: "cut" },
  ])("$kind $status", async (fault) => {
    const client = createClient();
    await client.put("a", Buffer.from("0123456789"));
    failWith(fault);
    expect((await client.get("a", MAX_BYTES))?.bytes.toString()).toBe("0123456789");
    failWith(fault, fault);
    await expect(client.get("a", MAX_BYTES)).rejects.toMatchObject({ kind: "unavailable" });
  });
});

test("a presigned address is read without credentials until its time is over", async () => {
  const client = createClient();
  await client.put("runs/a b.gz", Buffer.from("log"));
  const url = await client.presignGet("runs/a b.gz", 60, "run.jsonl.gz");
  expect(url).not.toContain(SECRET_KEY);
  expect(await (await fetch(url)).text()).toBe("log");
  const changed = url.replace("Expires=60", "Expires=6000");
  expect((await fetch(changed)).status).toBe(403);
});

test.each([
  [{ AWS_SECRET_ACCESS_KEY: "wrong-secret-value" }, "SignatureDoesNotMatch"],
  [{ AWS_ACCESS_KEY_ID: "nobody" }, "InvalidAccessKeyId"],
  [{ LOUPE_STORE: "s3://elsewhere" }, "There is no bucket elsewhere"],
  [{ AWS_ENDPOINT_URL: "http://127.0.0.1:1" }, "The store does not respond"],
])("with %j the error says %s, and no secret", async (env, message) => {
  const failure = await createClient(env, 1)
    .list("")
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StoreError);
  expect(String(failure)).toContain(message);
  expect(JSON.stringify(failure) + String(failure)).not.toMatch(/wrong-secret-value|never-to-be/);
});

describe("settings", () => {
  const KEYS = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "s3cr3t" };

  test.each([
    [{ LOUPE_STORE: "s3://b-1" }, { bucket: "b-1", prefix: "", isPathStyle: false }],
    [{ LOUPE_STORE: "s3://bucket/a/b/" }, { prefix: "a/b/", region: "us-east-1" }],
    [
      { LOUPE_STORE: "s3://bucket", AWS_DEFAULT_REGION: "eu-west-1" },
      { endpoint: "https://s3.eu-west-1.amazonaws.com" },
    ],
    [
      {
        LOUPE_STORE: "s3://bucket",
        AWS_ENDPOINT_URL: "http://a:1",
        AWS_ENDPOINT_URL_S3: "http://b:2",
      },
      { endpoint: "http://b:2", isPathStyle: true },
    ],
    [
      {
        LOUPE_STORE: "s3://bucket",
        AWS_ENDPOINT_URL: "http://a:1",
        LOUPE_STORE_PATH_STYLE: "0",
        LOUPE_STORE_REDACT: "1",
        LOUPE_STORE_NAME: "staging",
      },
      { isPathStyle: false, redacts: true, server: "staging" },
    ],
  ])("%j", (env, expected) => {
    expect(readStoreSettings({ ...KEYS, ...env })).toMatchObject(expected);
    expect(readStoreSettings({})).toBeNull();
  });

  test.each([
    [{ LOUPE_STORE: "bucket" }, "LOUPE_STORE must be an address"],
    [{ LOUPE_STORE: "s3://bucket/../x" }, "LOUPE_STORE must be an address"],
    [{ LOUPE_STORE: "https://bucket" }, "LOUPE_STORE must be an address"],
    [{ AWS_SECRET_ACCESS_KEY: "" }, "needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"],
    [{ AWS_ENDPOINT_URL: "a:9000" }, "AWS_ENDPOINT_URL must be an http"],
    [{ AWS_ENDPOINT_URL: "http://u:p4ss@a" }, "AWS_ENDPOINT_URL must be an http"],
    [{ AWS_REGION: "a b" }, "AWS_REGION must be a name"],
    [{ LOUPE_STORE_REDACT: "yes" }, "LOUPE_STORE_REDACT must be 1 or 0"],
  ])("%j is refused", (env, message) => {
    const read = () => readStoreSettings({ ...KEYS, LOUPE_STORE: "s3://bucket", ...env });
    expect(read).toThrow(message);
    expect(read).not.toThrow(/s3cr3t|p4ss/);
  });
});
