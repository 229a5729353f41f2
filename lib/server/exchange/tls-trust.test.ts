import { afterEach, expect, test } from "vitest";
import { ApiError } from "../http/api-error.ts";
import {
  filterRecords,
  performTestExchange,
  startHttpServer,
  startRawServer,
  stopServers,
} from "./exchange.testkit.ts";
import { CA, CLIENT, readPem, startTlsServer } from "./tls.testkit.ts";
import { createTlsTrust } from "./tls-trust.ts";

afterEach(stopServers);

test("an added authority is trusted, and the default ones stay trusted", async () => {
  const url = await startTlsServer("agent");
  const { bytes, end, records } = await performTestExchange({ url, tls: { ca: CA } });
  expect([bytes.toString(), end.cause]).toEqual(["ok", "complete"]);
  expect(filterRecords(records, "note")).toEqual([]);
  expect(filterRecords(records, "head")[0]?.timing?.tls).toBeGreaterThan(0);
});

test.each([
  ["agent", {}, "UNABLE_TO_VERIFY_LEAF_SIGNATURE", /authority .* is not known here/],
  ["self-signed", { ca: CA }, "DEPTH_ZERO_SELF_SIGNED_CERT", /self-signed/],
  ["expired", { ca: CA }, "CERT_HAS_EXPIRED", /has expired/],
  ["elsewhere", { ca: CA }, "ERR_TLS_CERT_ALTNAME_INVALID", /for another host name: DNS:elsewhere/],
] as const)(
  "the certificate %s is refused, or accepted if untrusted ones are",
  async (name, tls, code, why) => {
    const url = await startTlsServer(name);
    const refused = await performTestExchange({ url, tls });
    expect(refused.end).toMatchObject({ cause: "tls", error: { by: "loupe", code } });
    expect(refused.end.error?.message).toMatch(why);
    expect(refused.end.error?.message).toMatch(/accept untrusted certificates for this agent/);
    expect(filterRecords(refused.records, "head")).toEqual([]);

    const accepted = await performTestExchange({ url, tls: { ...tls, acceptUntrusted: true } });
    expect(accepted.end.cause).toBe("complete");
    const [note] = filterRecords(accepted.records, "note");
    expect(note?.x).toBe("x1");
    expect(note?.text).toMatch(/^UNTRUSTED CERTIFICATE ACCEPTED/);
    expect(note?.text).toContain(code);
    expect(note?.text).toMatch(
      /subject .*CN=.*; issuer .*; SHA-256 fingerprint ([0-9A-F]{2}:){31}/,
    );
  },
);

test("accepting untrusted certificates adds no note for a trusted one", async () => {
  const url = await startTlsServer("agent");
  const { records } = await performTestExchange({ url, tls: { ca: CA, acceptUntrusted: true } });
  expect(filterRecords(records, "note")).toEqual([]);
});

const MUTUAL = { ca: CA, requestCert: true, rejectUnauthorized: true };

test.each(["TLSv1.2", "TLSv1.3"] as const)("mutual %s", async (maxVersion) => {
  const url = await startTlsServer("agent", { ...MUTUAL, maxVersion });
  const without = await performTestExchange({ url, tls: { ca: CA } });
  expect(without.end).toMatchObject({ cause: "tls", error: { by: "agent" } });
  expect(without.end.error?.message).toMatch(/client certificate/);

  const stranger = { certificate: readPem("self-signed.pem"), key: readPem("self-signed.key") };
  const wrong = await performTestExchange({ url, tls: { ca: CA, ...stranger } });
  expect(wrong.end.error).toMatchObject({ by: "agent", message: /client certificate/ });

  const right = await performTestExchange({ url, tls: { ca: CA, ...CLIENT } });
  expect(right.bytes.toString()).toBe("ok");
});

test("an encrypted key is decrypted with its passphrase, and neither is recorded", async () => {
  const url = await startTlsServer("agent", MUTUAL);
  const locked = { ...CLIENT, key: readPem("client-locked.key"), passphrase: "open-sesame" };
  const { bytes, records } = await performTestExchange({ url, tls: { ca: CA, ...locked } });
  expect(bytes.toString()).toBe("ok");
  expect(JSON.stringify(records)).not.toMatch(/open-sesame|PRIVATE|CERTIFICATE/);
});

test("the trust chosen for one origin is not used for another", async () => {
  const other = await startTlsServer("agent", MUTUAL);
  const first = await startHttpServer((_, response) => {
    response.writeHead(307, { location: other }).end();
  });
  const { end, records } = await performTestExchange({
    url: first,
    tls: { ca: CA, ...CLIENT, acceptUntrusted: true },
  });
  expect(end).toMatchObject({ cause: "tls", error: { by: "loupe", message: /not known here/ } });
  expect(filterRecords(records, "note").map(({ text }) => text)).toEqual([
    "Not sent to the other origin: the client certificate.",
  ]);
});

test("a server without TLS is recognized", async () => {
  const plain = await startRawServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
  const { end } = await performTestExchange({ url: plain.replace("http:", "https:") });
  expect(end.error).toMatchObject({ by: "system", message: /does not speak TLS.*http:\/\// });
});

test.each([
  ["a certificate without a key", { certificate: CLIENT.certificate }, /certificate.*has no key/],
  ["a key without a certificate", { key: CLIENT.key }, /tls\.key.*has no certificate/],
  ["another's key", { ...CLIENT, key: readPem("agent.key") }, /tls\.key.*does not match/],
  ["the key in place of the certificate", { ...CLIENT, certificate: CLIENT.key }, /no certificate/],
  ["the certificate in place of the key", { ...CLIENT, key: CLIENT.certificate }, /no private key/],
  ["an encrypted key", { ...CLIENT, key: readPem("client-locked.key") }, /tls\.key.*encrypted/],
  [
    "a wrong passphrase",
    { ...CLIENT, key: readPem("client-locked.key"), passphrase: "sesame" },
    /tls\.passphrase/,
  ],
  ["a chain in the wrong order", { ...CLIENT, certificate: CA + CLIENT.certificate }, /first/],
  ["a torn key", { ...CLIENT, key: CLIENT.key.replace(/\n.{20}/, "\n") }, /cannot be read/],
  ["an invalid authority", { ca: "trust me" }, /tls\.ca.*no certificate/],
  [
    "a truncated authority",
    { ca: `${CA}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----` },
    /number 2 of 2/,
  ],
])("%s is an error that repeats none of the input", (_, choice, words) => {
  const problem = thrownBy(() => createTlsTrust(choice));
  expect(problem).toBeInstanceOf(ApiError);
  expect(problem).toMatchObject({ code: "bad-request", message: words });
  const shown = JSON.stringify([(problem as ApiError).message, (problem as ApiError).hint]);
  for (const given of Object.values(choice)) {
    for (const line of given
      .split("\n")
      .filter((line) => line.length > 16 && !line.startsWith("-"))) {
      expect(shown).not.toContain(line);
    }
  }
});

test("empty or blank fields give the default trust", () => {
  for (const choice of [undefined, {}, { ca: " ", certificate: "", key: "\n" }]) {
    expect(createTlsTrust(choice)).toEqual({
      options: { rejectUnauthorized: true },
      identifies: false,
    });
  }
});

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}
