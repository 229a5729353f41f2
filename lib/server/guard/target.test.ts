import { describe, expect, test } from "vitest";
import { parseAddress, parseRange, unwrap } from "./address.ts";
import { admitTarget, type Resolve, type TargetPolicy } from "./target.ts";

const local: TargetPolicy = { wide: false, allow: [] };
const wide: TargetPolicy = { wide: true, allow: [] };

/** A resolver that knows one answer: what is judged here is what becomes of it. */
const answers =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

const REFUSED_ALWAYS: readonly [url: string, reason: RegExp][] = [
  ["ftp://example.com/", /ftp: addresses are not called/],
  ["javascript:alert(1)", /javascript: addresses/],
  ["file:///etc/passwd", /file: addresses/],
  ["no url at all", /not a URL/],
  ["", /not a URL/],
  ["http://user@example.com/", /contains credentials/],
  ["http://:pw@example.com/", /contains credentials/],
  ["http://0.0.0.0:4100/", /unspecified/],
  ["http://0:4100/", /unspecified/],
  ["http://[::]:4100/", /unspecified/],
  ["http://0.1.2.3/", /this network/],
  ["http://169.254.169.254/latest/meta-data/", /link-local/],
  ["http://169.254.0.1/", /link-local/],
  ["http://2852039166/", /link-local/],
  ["http://0xa9fea9fe/", /link-local/],
  ["http://0251.0376.0251.0376/", /link-local/],
  ["http://169.254.43518/", /link-local/],
  ["http://[fe80::1]/", /link-local/],
  ["http://[febf::1]/", /link-local/],
  ["http://[::ffff:169.254.169.254]/", /link-local/],
  ["http://[::ffff:0:169.254.169.254]/", /link-local/],
  ["http://[::169.254.169.254]/", /link-local/],
  ["http://[64:ff9b::169.254.169.254]/", /link-local/],
  ["http://[2002:a9fe:a9fe::1]/", /link-local/],
  ["http://[2001:0:1:2:3:4:5601:5601]/", /link-local/],
  ["http://[::ffff:0.0.0.0]/", /unspecified/],
  ["http://100.100.100.200/", /metadata/],
  ["http://168.63.129.16/", /metadata/],
  ["http://[fd00:ec2::254]/", /metadata/],
  ["http://metadata.google.internal/", /metadata/],
  ["http://METADATA.google.internal./", /metadata/],
  ["http://224.0.0.251/", /multicast/],
  ["http://[ff02::1]/", /multicast/],
  ["http://255.255.255.255/", /broadcast/],
];

const PRIVATE: readonly [url: string, reason: RegExp][] = [
  ["http://127.0.0.1:9999/", /loopback/],
  ["http://127.1/", /loopback/],
  ["http://2130706433/", /loopback/],
  ["http://[::1]:9/", /loopback/],
  ["http://[::ffff:127.0.0.1]/", /loopback/],
  ["http://[64:ff9b::127.0.0.1]/", /loopback/],
  ["http://10.1.2.3/", /private/],
  ["http://172.31.255.255/", /private/],
  ["http://192.168.0.1/", /private/],
  ["http://[fd12::1]/", /private/],
  ["http://100.64.0.1/", /carrier/],
  ["http://198.18.0.1/", /test network/],
];

const PUBLIC = [
  "http://8.8.8.8/",
  "https://172.32.0.1/",
  "http://192.169.0.1/",
  "http://100.128.0.1/",
  "https://[2606:4700::1111]/",
  "http://[64:ff9b::8.8.8.8]/",
];

describe("an address that stands in the URL", () => {
  test.each(REFUSED_ALWAYS)("%s is refused, bound narrow or wide", async (url, reason) => {
    for (const policy of [local, wide, { wide: true, allow: ["0.0.0.0/0", "::/0"] }]) {
      const decision = await admitTarget(url, policy);
      expect(decision).toMatchObject({ allowed: false, reason: expect.stringMatching(reason) });
    }
  });

  test.each(PRIVATE)("%s is open on one's own machine, refused when wide", async (url, reason) => {
    expect(await admitTarget(url, local)).toMatchObject({ allowed: true });
    expect(await admitTarget(url, wide)).toMatchObject({
      allowed: false,
      reason: expect.stringMatching(reason),
      hint: expect.stringContaining("LOUPE_ALLOW_TARGETS"),
    });
  });

  test.each(PUBLIC)("%s is open either way", async (url) => {
    expect(await admitTarget(url, local)).toMatchObject({ allowed: true });
    expect(await admitTarget(url, wide)).toMatchObject({ allowed: true });
  });

  test("the unspecified address gets a hint that helps", async () => {
    const decision = await admitTarget("http://0.0.0.0:9999/", local);
    expect(decision).toMatchObject({ hint: expect.stringContaining("127.0.0.1") });
  });
});

describe("a name", () => {
  test("is pinned to the addresses that were judged", async () => {
    const decision = await admitTarget(
      "https://agent.example/a",
      wide,
      answers("8.8.8.8", "2606:4700::1"),
    );
    expect(decision).toMatchObject({
      allowed: true,
      host: "agent.example",
      port: 443,
      addresses: [{ address: "8.8.8.8" }, { address: "2606:4700::1" }],
    });
  });

  test("is refused for one bad address among good ones", async () => {
    const decision = await admitTarget(
      "http://rebind.example/",
      local,
      answers("8.8.8.8", "169.254.169.254"),
    );
    expect(decision).toMatchObject({
      allowed: false,
      reason: expect.stringContaining("rebind.example (169.254.169.254)"),
    });
  });

  test.each([
    ["10.0.0.5", ["10.0.0.0/8"]],
    ["10.0.0.5", ["10.0.0.5"]],
    ["10.0.0.5", ["agent.internal"]],
    ["fd12::1", ["192.168.0.0/16", "fd00::/8"]],
    ["::ffff:10.0.0.5", ["10.0.0.0/8"]],
  ])("at the private %s is open when wide and %j is listed", async (address, allow) => {
    const policy = { wide: true, allow };
    expect(await admitTarget("http://agent.internal./", policy, answers(address))).toMatchObject({
      allowed: true,
    });
    expect(
      await admitTarget("http://other.internal/", policy, answers("172.16.0.1")),
    ).toMatchObject({
      allowed: false,
    });
  });

  test("that does not resolve rejects with the resolver's own error", async () => {
    await expect(admitTarget("http://nowhere.invalid/", local)).rejects.toMatchObject({
      code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
    });
  });
});

test.each([
  ["1.2.3.4", "1.2.3.4"],
  ["::1", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1"],
  ["[2001:db8::1:0]", "32.1.13.184.0.0.0.0.0.0.0.0.0.1.0.0"],
  ["1:2:3:4:5:6:7.8.9.10", "0.1.0.2.0.3.0.4.0.5.0.6.7.8.9.10"],
  ["fe80::1%eth0", "254.128.0.0.0.0.0.0.0.0.0.0.0.0.0.1"],
])("%s is read as %s", (text, bytes) => {
  expect(parseAddress(text)?.join(".")).toBe(bytes);
});

test("what is no address or range is none", () => {
  for (const text of ["", "1.2.3", "1.2.3.256", "::g", "1::2::3", "localhost"]) {
    expect(parseAddress(text)).toBeNull();
  }
  for (const text of ["10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "x/8", "::/129"]) {
    expect(parseRange(text)).toBeNull();
  }
});

test("an address that wraps none is itself", () => {
  const address = parseAddress("2606:4700::1") ?? new Uint8Array();
  expect(unwrap(address)).toBe(address);
});
