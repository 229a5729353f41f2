import { describe, expect, test } from "vitest";
import { getErrorName } from "./error-names.ts";
import type { Version } from "./versions.ts";

const VERSIONS = ["0.1", "0.2", "0.3", "1.0", "1.1", "blog", "unknown"] as const;

test.each<[number, string]>([
  [-32700, "ParseError"],
  [-32600, "InvalidRequest"],
  [-32601, "MethodNotFound"],
  [-32602, "InvalidParams"],
  [-32603, "InternalError"],
  [-32001, "TaskNotFound"],
  [-32002, "TaskNotCancelable"],
  [-32003, "PushNotificationNotSupported"],
  [-32004, "UnsupportedOperation"],
  [-32005, "ContentTypeNotSupported"],
])("%i is %s in every version", (code, name) => {
  for (const version of VERSIONS) expect(getErrorName(code, version)).toBe(name);
});

describe("a code that means different things is named per version", () => {
  type Row = readonly [code: number, ...names: (string | null)[]];
  const table: readonly Row[] = [
    [
      -32006,
      "StreamingNotSupported",
      ...twice("InvalidAgentResponse"),
      ...twice("InvalidAgentResponse"),
    ],
    [
      -32007,
      "AuthenticationRequired",
      null,
      "AuthenticatedExtendedCardNotConfigured",
      ...twice("ExtendedAgentCardNotConfigured"),
    ],
    [-32008, "AuthorizationFailed", null, null, ...twice("ExtensionSupportRequired")],
    [-32009, "InvalidTaskState", null, null, ...twice("VersionNotSupported")],
    [-32010, "RateLimitExceeded", null, null, null, "TaskGenerationMismatch"],
    [-32011, "ResourceUnavailable", null, null, null, null],
  ];
  const columns: readonly Version[] = ["0.1", "0.2", "0.3", "1.0", "1.1"];
  const cells = table.flatMap(([code, ...names]) =>
    columns.map((version, i) => ({ code, version, name: names[i] ?? null })),
  );
  test.each(cells)("$code in $version is $name", ({ code, version, name }) => {
    expect(getErrorName(code, version)).toBe(name);
  });
});

test.each([-32006, -32007, -32008, -32009, -32010, -32011])(
  "%i has no name while the version is not known",
  (code) => {
    expect(getErrorName(code, "unknown")).toBeNull();
    expect(getErrorName(code, "blog")).toBeNull();
  },
);

test.each([-32000, -32099, -32768, 0, 404, 500, Number.NaN])("%d has no name at all", (code) => {
  for (const version of VERSIONS) expect(getErrorName(code, version)).toBeNull();
});

function twice(name: string): [string, string] {
  return [name, name];
}
