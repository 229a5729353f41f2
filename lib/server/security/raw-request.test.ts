import fc from "fast-check";
import { expect, test } from "vitest";
import { normalizePath } from "./raw-request.ts";

test.each([
  ["/api/recordings?a=%41", "/api/recordings?a=%41"],
  ["/%61pi/%7Euser%2Dx", "/api/~user-x"],
  ["/replay/a/tasks/b%2Fc%20d", "/replay/a/tasks/b%2Fc%20d"],
  ["/inbox/a/..\\..\\api/recordings", "/api/recordings"],
  ["/inbox/%2e%2E/.%2e/api/", "/api/"],
  ["/a/./b#fragment", "/a/b"],
  ["/%2561pi", "/%2561pi"],
  ["/%zz", "/%zz"],
  ["/a//b", "/a//b"],
  ["/x/..//evil.example/", "//evil.example/"],
  ["//evil.example/", "//evil.example/"],
  ["/\\evil.example/", "/\\evil.example/"],
  ["http://evil.example/", "http://evil.example/"],
  ["*", "*"],
  ["", ""],
])("%j is %j", (target, expected) => {
  expect(normalizePath(target)).toBe(expected);
});

test("a normalized path is unchanged and keeps its meaning", () => {
  const pieces = ["/", "//", "\\", ".", "..", "%2e", "%2f", "%61", "%25", "%", "a", "?", "#", "é"];
  const targets = fc.array(fc.constantFrom(...pieces)).map((some) => `/${some.join("")}`);
  fc.assert(
    fc.property(targets, (target) => {
      const path = normalizePath(target);
      expect(normalizePath(path)).toBe(path);
      if (/^\/(?![/\\])/.test(path)) {
        const meant = new URL(target, "http://x").pathname;
        expect(path.split("?")[0]).toBe(meant.replaceAll("%61", "a").replaceAll("%2e", "."));
      }
    }),
  );
});
