import { describe, expect, test } from "vitest";
import { parseBaseUrl, readOtlpTarget, readResource } from "./otlp-environment.ts";

const BASE = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };
const name = (suffix: string) => `OTEL_EXPORTER_OTLP_${suffix}`;

describe("the address", () => {
  test.each([
    [{}, null],
    [{ [name("ENDPOINT")]: "http://a:4318" }, "http://a:4318/v1/traces"],
    [{ [name("ENDPOINT")]: "http://a:4318/" }, "http://a:4318/v1/traces"],
    [{ [name("ENDPOINT")]: "https://a/api/otel" }, "https://a/api/otel/v1/traces"],
    [{ [name("TRACES_ENDPOINT")]: "http://a:4318/in" }, "http://a:4318/in"],
    [{ ...BASE, [name("TRACES_ENDPOINT")]: "http://b/x" }, "http://b/x"],
    [{ ...BASE, OTEL_TRACES_EXPORTER: "none" }, null],
    [{ ...BASE, OTEL_SDK_DISABLED: "TRUE" }, null],
    [{ ...BASE, [name("TRACES_ENDPOINT")]: " " }, "http://collector:4318/v1/traces"],
  ])("of %j is %s", (env, url) => {
    expect(readOtlpTarget(env)?.url ?? null).toBe(url);
  });

  test("that is given comes before the variables, and may name the path itself", () => {
    expect(readOtlpTarget(BASE, "http://b:1")?.url).toBe("http://b:1/v1/traces");
    expect(parseBaseUrl("http://b:1/v1/traces", "it")).toBe("http://b:1/v1/traces");
  });

  test.each([
    [{ [name("ENDPOINT")]: "collector:4318" }, `${name("ENDPOINT")} must be an http`],
    [{ [name("TRACES_ENDPOINT")]: "ftp://a" }, `${name("TRACES_ENDPOINT")} must be an http`],
    [{ [name("ENDPOINT")]: "http://u:p4ss@a" }, "must not contain credentials"],
    [{ ...BASE, [name("PROTOCOL")]: "grpc" }, "does not send over gRPC"],
    [{ ...BASE, [name("COMPRESSION")]: "zstd" }, `${name("COMPRESSION")} must be gzip or none`],
    [{ ...BASE, [name("TIMEOUT")]: "10s" }, `${name("TIMEOUT")} must be a number`],
    [{ ...BASE, [name("CERTIFICATE")]: "/no/such.pem" }, `${name("CERTIFICATE")}: cannot read`],
  ])("%j is refused", (env, message) => {
    expect(() => readOtlpTarget(env)).toThrow(message);
  });
});

test("headers are decoded, and those for traces come first, name by name", () => {
  const headers = (env: object) => readOtlpTarget({ ...BASE, ...env })?.headers;
  expect(headers({ [name("HEADERS")]: " authorization = Bearer%20a%3D , x-tenant=one," })).toEqual([
    ["authorization", "Bearer a="],
    ["x-tenant", "one"],
  ]);
  expect(
    headers({
      [name("HEADERS")]: "Authorization=general,x-tenant=one",
      [name("TRACES_HEADERS")]: "authorization=traces",
    }),
  ).toEqual([
    ["authorization", "traces"],
    ["x-tenant", "one"],
  ]);
});

test.each(["no pair", "=value", "a=%zz", "a=x%0Ay", "a b=c"])(
  "an error about the headers %j does not repeat them",
  (text) => {
    const env = { ...BASE, [name("HEADERS")]: `${text},authorization=secret-token` };
    expect(() => readOtlpTarget(env)).toThrow(`${name("HEADERS")} must be a list`);
    expect(() => readOtlpTarget(env)).not.toThrow(/secret-token/);
  },
);

test("protocol, compression and timeout have variables for traces that come first", () => {
  const env = {
    ...BASE,
    [name("PROTOCOL")]: "http/protobuf",
    [name("TRACES_PROTOCOL")]: "http/json",
    [name("COMPRESSION")]: "gzip",
    [name("TRACES_COMPRESSION")]: "none",
    [name("TIMEOUT")]: "10",
    [name("TRACES_TIMEOUT")]: "2500",
  };
  expect(readOtlpTarget(env)).toMatchObject({
    protocol: "http/json",
    isCompressed: false,
    timeoutMs: 2500,
  });
  expect(readOtlpTarget(BASE)).toMatchObject({
    protocol: "http/protobuf",
    isCompressed: false,
    timeoutMs: 10_000,
  });
});

test("resource attributes are decoded; the service's own variable comes first", () => {
  const attributes = "service.name=a,deployment.environment.name=st%C3%A4ging";
  expect(readResource({ OTEL_RESOURCE_ATTRIBUTES: attributes })).toEqual({
    "service.name": "a",
    "deployment.environment.name": "stäging",
  });
  expect(readResource({ OTEL_RESOURCE_ATTRIBUTES: attributes, OTEL_SERVICE_NAME: "b" })).toEqual({
    "service.name": "b",
    "deployment.environment.name": "stäging",
  });
  expect(readResource({ OTEL_RESOURCE_ATTRIBUTES: "a=1,broken" })).toEqual({});
});
