// Allowed and refused addresses, each with the reason; and that the called address is the one that
// was checked.
import type http from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import {
  filterRecords,
  performTestExchange,
  startHttpServer,
  stopServers,
} from "../exchange/exchange.testkit.ts";
import { getEquivalentAddresses, parseIpAddress, parseIpRange } from "./ip-address.ts";
import { type HostResolver, resolveTarget, type TargetPolicy } from "./resolve-target.ts";

afterEach(stopServers);

const loopback: TargetPolicy = { wide: false, allow: [] };
const shared: TargetPolicy = { wide: true, allow: [], own: ["93.184.216.9", "2606:2800::9"] };
const everything: TargetPolicy = { ...shared, allow: ["0.0.0.0/0", "::/0"] };

/** A resolver that returns one result after another, and then always the last. */
function answers(...turns: readonly string[][]): HostResolver {
  let turn = 0;
  return async () => {
    const addresses = turns[Math.min(turn++, turns.length - 1)] ?? [];
    return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
}

type Row = readonly [what: string, why: RegExp];

const URLS: readonly Row[] = [
  ["ftp://example.com/", /does not call ftp: addresses/],
  ["gopher://127.0.0.1:6379/_FLUSHALL", /gopher: addresses/],
  ["file:///etc/passwd", /file: addresses/],
  ["file://127.0.0.1/etc/passwd", /file: addresses/],
  ["javascript:alert(1)", /javascript: addresses/],
  ["data:text/plain,x", /data: addresses/],
  ["blob:http://127.0.0.1/x", /blob: addresses/],
  ["ws://127.0.0.1/", /ws: addresses/],
  ["unix:/var/run/docker.sock", /unix: addresses/],
  ["no url at all", /not a URL/],
  ["/relative", /not a URL/],
  ["//127.0.0.1/", /not a URL/],
  ["http://", /not a URL/],
  ["http://1.2.3.256/", /not a URL/],
  ["http://[fe80::1%25eth0]/", /not a URL/],
  ["", /not a URL/],
  ["http://user@example.com/", /contains credentials/],
  ["http://:pw@example.com/", /contains credentials/],
  ["http://example.com@169.254.169.254/", /contains credentials/],
];

const NEVER: readonly Row[] = [
  ["0.0.0.0:4100", /unspecified/],
  ["0:4100", /unspecified/],
  ["[::]:4100", /unspecified/],
  ["[::ffff:0.0.0.0]", /unspecified/],
  ["[64:ff9b::]", /unspecified/],
  ["0.1.2.3", /this network/],
  ["169.254.169.254", /link-local/],
  ["169.254.0.1", /link-local/],
  ["169.254.170.2", /link-local/],
  ["2852039166", /link-local/],
  ["0xa9fea9fe", /link-local/],
  ["0251.0376.0251.0376", /link-local/],
  ["0xa9.254.0251.254", /link-local/],
  ["169.254.43518", /link-local/],
  ["169.254.169.254.", /link-local/],
  ["１６９。２５４。１６９。２５４", /link-local/],
  ["169%2e254%2e169%2e254", /link-local/],
  ["[fe80::1]", /link-local/],
  ["[febf::1]", /link-local/],
  ["[::ffff:169.254.169.254]", /link-local/],
  ["[::ffff:a9fe:a9fe]", /link-local/],
  ["[::ffff:0:169.254.169.254]", /link-local/],
  ["[::169.254.169.254]", /link-local/],
  ["[64:ff9b::169.254.169.254]", /link-local/],
  ["[64:ff9b:1::169.254.169.254]", /link-local/],
  ["[64:ff9b:1:a9fe:a9:fe00::]", /link-local/],
  ["[2002:a9fe:a9fe::1]", /link-local/],
  ["[2001:0:1:2:3:4:5601:5601]", /link-local/],
  ["100.100.100.200", /metadata/],
  ["168.63.129.16", /metadata/],
  ["192.0.0.192", /metadata/],
  ["[fd00:ec2::254]", /metadata/],
  ["[fd20:ce::254]", /metadata/],
  ["[fd00:42::42]", /metadata/],
  ["[::ffff:100.100.100.200]", /metadata/],
  ["metadata", /metadata/],
  ["metadata.google.internal", /metadata/],
  ["METADATA.google.internal.", /metadata/],
  ["instance-data.ec2.internal", /metadata/],
  ["224.0.0.251", /multicast/],
  ["[ff02::1]", /multicast/],
  ["240.0.0.1", /reserved/],
  ["255.255.255.255", /broadcast/],
];

/** A debugger on a developer's own machine must call these. */
const CLOSED_WHEN_SHARED: readonly Row[] = [
  ["127.0.0.1:9999", /loopback/],
  ["127.8.8.8", /loopback/],
  ["127.0.0.1:80\\@8.8.8.8", /loopback/],
  ["127.1", /loopback/],
  ["2130706433", /loopback/],
  ["0x7f.1", /loopback/],
  ["017700000001", /loopback/],
  ["[::1]:9", /loopback/],
  ["[::ffff:127.0.0.1]", /loopback/],
  ["[::ffff:7f00:1]", /loopback/],
  ["[64:ff9b::127.0.0.1]", /loopback/],
  ["[2002:7f00:1::]", /loopback/],
  ["10.1.2.3", /private/],
  ["172.16.0.1", /private/],
  ["172.31.255.255", /private/],
  ["192.168.0.1", /private/],
  ["[::ffff:192.168.0.1]", /private/],
  ["[fd12::1]", /private/],
  ["[fec0::1]", /private/],
  ["[64:ff9b:1::8.8.8.8]", /private/],
  ["100.64.0.1", /carrier/],
  ["192.0.0.8", /carrier/],
  ["198.18.0.1", /test network/],
  ["[100::1]", /discards/],
  ["[100:0:0:1::1]", /test network/],
  ["[2001:2::1]", /test network/],
  ["[5f00::1]", /SRv6/],
  ["[3fff::1]", /documentation/],
  ["[2001:db8::1]", /documentation/],
  ["192.0.2.1", /documentation/],
  ["[::ffff:198.51.100.1]", /documentation/],
  ["203.0.113.9", /documentation/],
  ["93.184.216.9", /of this machine/],
  ["[2606:2800::9]", /of this machine/],
  ["[::ffff:93.184.216.9]", /of this machine/],
];

const OPEN = [
  "http://8.8.8.8/",
  "https://172.32.0.1/",
  "http://192.169.0.1/",
  "http://100.128.0.1/",
  "http://93.184.216.10/",
  "https://[2606:4700::1111]/",
  "http://[64:ff9b::8.8.8.8]/",
  "http://[2002:808:808::1]/",
];

const refused = (why: RegExp) => ({ allowed: false, reason: expect.stringMatching(why) });

describe("an address", () => {
  test.each(URLS)("%s is refused", async (url, why) => {
    for (const policy of [loopback, shared, everything]) {
      expect(await resolveTarget(url, policy)).toMatchObject(refused(why));
    }
  });

  test.each(NEVER)(
    "%s is refused on a local and a shared server, even if listed",
    async (host, why) => {
      for (const policy of [loopback, shared, everything]) {
        expect(await resolveTarget(`http://${host}/`, policy)).toMatchObject(refused(why));
      }
    },
  );

  test.each(CLOSED_WHEN_SHARED)(
    "%s is allowed on a local server, not on a shared one",
    async (host, why) => {
      const url = `http://${host}/`;
      expect(await resolveTarget(url, loopback)).toMatchObject({ allowed: true });
      expect(await resolveTarget(url, everything)).toMatchObject({ allowed: true });
      expect(await resolveTarget(url, shared)).toMatchObject({
        ...refused(why),
        hint: expect.stringContaining("LOUPE_ALLOW_TARGETS"),
      });
    },
  );

  test.each(OPEN)("%s is always allowed", async (url) => {
    for (const policy of [loopback, shared, everything]) {
      expect(await resolveTarget(url, policy)).toMatchObject({ allowed: true });
    }
  });

  test("that cannot be called gets a helpful hint", async () => {
    const decision = await resolveTarget("http://0.0.0.0:9999/", loopback);
    expect(decision).toMatchObject({ hint: expect.stringContaining("127.0.0.1") });
  });
});

test("a shared server detects its own addresses", async () => {
  const { networkInterfaces } = await import("node:os");
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  expect(own).not.toEqual([]);
  for (const { address, family, scopeid } of own) {
    if (scopeid) continue;
    const url = `http://${family === "IPv6" ? `[${address}]` : address}/`;
    expect(await resolveTarget(url, { wide: true, allow: [] })).toMatchObject({ allowed: false });
  }
});

describe("a name", () => {
  test("is pinned to the checked addresses", async () => {
    const url = "https://agent.example/a";
    expect(await resolveTarget(url, shared, answers(["8.8.8.8", "2606:4700::1"]))).toMatchObject({
      allowed: true,
      host: "agent.example",
      port: 443,
      addresses: [{ address: "8.8.8.8" }, { address: "2606:4700::1" }],
    });
  });

  test.each<readonly [addresses: string[], policy: TargetPolicy, why: RegExp]>([
    [
      ["8.8.8.8", "169.254.169.254"],
      loopback,
      /rebind\.example \(169\.254\.169\.254\).*link-local/,
    ],
    [["169.254.169.254", "8.8.8.8"], everything, /link-local/],
    [["8.8.8.8", "::ffff:169.254.169.254"], loopback, /link-local/],
    [["8.8.8.8", "64:ff9b::a9fe:a9fe"], loopback, /link-local/],
    [["2606:4700::1", "fe80::1%eth0"], loopback, /link-local/],
    [["127.0.0.1", "0.0.0.0"], loopback, /unspecified/],
    [["8.8.8.8", "127.0.0.1"], shared, /loopback/],
    [["8.8.8.8", "10.0.0.1"], shared, /private/],
    [["8.8.8.8", "::1"], shared, /loopback/],
    [["8.8.8.8", "fd00:ec2::254"], everything, /metadata/],
    [["8.8.8.8", "93.184.216.9"], shared, /of this machine/],
    [["not an address"], loopback, /not an IP address/],
  ])("with %j is refused for one of them", async (addresses, policy, why) => {
    const decision = await resolveTarget("http://rebind.example/", policy, answers(addresses));
    expect(decision).toMatchObject(refused(why));
  });

  test.each([
    ["10.0.0.5", ["10.0.0.0/8"]],
    ["10.0.0.5", ["10.0.0.5"]],
    ["10.0.0.5", ["agent.internal"]],
    ["fd12::1", ["192.168.0.0/16", "fd00::/8"]],
    ["::ffff:10.0.0.5", ["10.0.0.0/8"]],
    ["64:ff9b:1::a00:5", ["agent.internal"]],
  ])("with private %s is allowed on a shared server if %j is listed", async (address, allow) => {
    const policy = { wide: true, allow };
    const found = answers([address]);
    expect(await resolveTarget("http://agent.internal./", policy, found)).toMatchObject({
      allowed: true,
    });
    const other = answers(["172.16.0.1"]);
    expect(await resolveTarget("http://other.internal/", policy, other)).toMatchObject({
      allowed: false,
    });
  });

  test("that does not resolve rejects with the resolver's error", async () => {
    await expect(resolveTarget("http://nowhere.invalid/", loopback)).rejects.toMatchObject({
      code: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
    });
  });
});

describe("between the check and the use", () => {
  const counting = async (answer: http.RequestListener) => {
    const seen: string[] = [];
    const url = await startHttpServer((request, response) => {
      seen.push(`${request.headers.host}${request.url}`);
      answer(request, response);
    });
    return { seen, port: new URL(url).port };
  };

  test.each(["json", "grpc"] as const)(
    "a name may resolve to another address (%s)",
    async (framing) => {
      const { seen, port } = await counting((_, response) => response.end("judged"));
      let lookups = 0;
      // The system cannot resolve this name, so only the checked address can have been called.
      const resolve: HostResolver = async () => {
        lookups += 1;
        return [{ address: lookups === 1 ? "127.0.0.1" : "169.254.169.254", family: 4 }];
      };
      const url = `http://rebind.invalid:${port}/`;
      const { end, bytes } = await performTestExchange({ url, framing }, { resolveHost: resolve });
      expect(lookups).toBe(1);
      if (framing === "json") {
        expect(bytes.toString()).toBe("judged");
        expect(seen).toEqual([`rebind.invalid:${port}/`]);
      } else {
        // It reached the agent, which does not speak HTTP/2.
        expect(end.error?.by).toBe("agent");
      }
    },
  );

  test("a redirect to the same name is checked again", async () => {
    const { seen, port } = await counting((_, response) =>
      response.writeHead(307, { location: "/again" }).end(),
    );
    const resolve = answers(["127.0.0.1"], ["169.254.169.254"]);
    const { end } = await performTestExchange(
      { url: `http://rebind.invalid:${port}/` },
      { resolveHost: resolve },
    );
    expect(seen).toEqual([`rebind.invalid:${port}/`]);
    expect(end).toMatchObject({ cause: "refused", error: { message: /link-local/ } });
  });

  test.each([...URLS.filter(([url]) => /^[a-z]+:/.test(url)), ...NEVER.map(asUrl)])(
    "a redirect to %s is refused",
    async (location, why) => {
      const { seen, port } = await counting((_, response) =>
        response.writeHead(302, { location: encodeURI(location) }).end(),
      );
      const secret = ["Authorization", "Bearer s3cret"] as const;
      const url = `http://127.0.0.1:${port}/`;
      const { records, end } = await performTestExchange({ url, headers: [secret] });
      expect(records.map(({ r }) => r)).toEqual(["open", "redirect", "end"]);
      expect(end).toMatchObject({ cause: "refused", error: { by: "loupe" } });
      if (encodeURI(location) === location) expect(end.error?.message).toMatch(why);
      expect(seen).toHaveLength(1);
    },
  );

  test("a redirect to the internal network is refused on a shared server", async () => {
    const inner = await counting((_, response) => response.end("inner"));
    const { port } = await counting((_, response) =>
      response.writeHead(307, { location: `http://localhost:${inner.port}/` }).end(),
    );
    // The outer one stands for an agent on the internet: only its name is listed.
    const policy = { wide: true, allow: ["agent.invalid"] };
    const url = `http://agent.invalid:${port}/`;
    const resolve: HostResolver = async (host) => [
      { address: host === "localhost" || host === "agent.invalid" ? "127.0.0.1" : "::", family: 4 },
    ];
    const { end, records } = await performTestExchange({ url }, { policy, resolveHost: resolve });
    expect(filterRecords(records, "redirect")).toHaveLength(1);
    expect(end).toMatchObject({ cause: "refused", error: { message: /loopback/ } });
    expect(inner.seen).toEqual([]);
  });
});

function asUrl([host, why]: Row): Row {
  return [`http://${host}/`, why];
}

test.each([
  ["1.2.3.4", "1.2.3.4"],
  ["::1", "0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.1"],
  ["[2001:db8::1:0]", "32.1.13.184.0.0.0.0.0.0.0.0.0.1.0.0"],
  ["1:2:3:4:5:6:7.8.9.10", "0.1.0.2.0.3.0.4.0.5.0.6.7.8.9.10"],
  ["fe80::1%eth0", "254.128.0.0.0.0.0.0.0.0.0.0.0.0.0.1"],
])("%s is parsed as %s", (text, bytes) => {
  expect(parseIpAddress(text)?.join(".")).toBe(bytes);
});

test("an invalid address or range is refused", () => {
  for (const text of ["", "1.2.3", "1.2.3.256", "::g", "1::2::3", "localhost"]) {
    expect(parseIpAddress(text)).toBeNull();
  }
  for (const text of ["10.0.0.0/33", "10.0.0.0/", "10.0.0.0/8/8", "x/8", "::/129"]) {
    expect(parseIpRange(text)).toBeNull();
  }
});

test("an address that wraps no other stands for itself", () => {
  for (const text of ["2606:4700::1", "::1", "1.2.3.4"]) {
    const address = parseIpAddress(text) ?? new Uint8Array();
    expect(getEquivalentAddresses(address)).toEqual([address]);
  }
});

describe("the demo agent of a server that others can reach", () => {
  const at = (host: string | null): TargetPolicy => ({ ...shared, server: { host, port: 4100 } });
  const isAllowed = async (url: string, policy: TargetPolicy, resolve?: HostResolver) =>
    (await resolveTarget(url, policy, resolve)).allowed;

  test.each([
    "http://127.0.0.1:4100/demo",
    "http://localhost:4100/demo/.well-known/agent-card.json",
    "http://[::1]:4100/demo?x=1",
    "http://93.184.216.9:4100/demo",
  ])("is allowed at %s", async (url) => {
    expect(await isAllowed(url, at("0.0.0.0"), answers(["127.0.0.1"]))).toBe(true);
    expect(await isAllowed(url, at(null), answers(["127.0.0.1"]))).toBe(false);
    expect(await isAllowed(url, shared, answers(["127.0.0.1"]))).toBe(false);
  });

  test.each([
    "http://127.0.0.1:4101/demo",
    "http://127.0.0.1/demo",
    "https://127.0.0.1:4100/demo",
    "http://127.0.0.1:4100/",
    "http://127.0.0.1:4100/api/recordings",
    "http://127.0.0.1:4100/demonstration",
    "http://127.0.0.1:4100/demo/../api/recordings",
    "http://127.0.0.1:4100/demo/%2e%2e/api/recordings",
    "http://127.0.0.1:9999/demo",
    "http://[::1]:6379/demo",
    "http://192.168.0.7:4100/demo",
    "http://10.0.0.1:4100/demo",
    "http://127.8.8.8:4100/demo",
    "http://169.254.169.254:4100/demo",
  ])("is not %s", async (url) => {
    expect(await isAllowed(url, at("0.0.0.0"))).toBe(false);
    expect(await isAllowed(url, at("::"))).toBe(false);
  });

  test("is allowed only at the address the server listens on", async () => {
    expect(await isAllowed("http://93.184.216.9:4100/demo", at("93.184.216.9"))).toBe(true);
    expect(await isAllowed("http://127.0.0.1:4100/demo", at("93.184.216.9"))).toBe(false);
  });

  test("is not a name with other addresses", async () => {
    const both = answers(["127.0.0.1", "192.168.0.7"]);
    expect(await isAllowed("http://rebound.example:4100/demo", at("0.0.0.0"), both)).toBe(false);
  });
});
