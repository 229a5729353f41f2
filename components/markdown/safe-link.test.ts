import { describe, expect, it } from "vitest";
import { isMisleading, parseSafeLink } from "./safe-link.ts";

describe("parseSafeLink", () => {
  it.each(["http://a.example", "HTTPS://a.example/x?y#z", "mailto:a@b.example"])(
    "links %s",
    (url) => {
      expect(parseSafeLink(url)?.href).toBeTypeOf("string");
    },
  );

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    " https://a.example",
    "https://a.example/\u202egpj",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://a.example/1",
    "//a.example",
    "/local",
    "https:a.example",
    "https://bank.example@evil.example",
    "https://",
    "",
  ])("shows %j as text", (url) => {
    expect(parseSafeLink(url)).toBeUndefined();
  });

  it("shows look-alike hosts in punycode", () => {
    expect(parseSafeLink("https://\u0430pple.com/")?.host).toBe("xn--pple-43d.com");
  });
});

describe("isMisleading", () => {
  const link = parseSafeLink("https://evil.example/login");
  it.each([
    ["https://bank.example", true],
    ["bank.example/login", true],
    ["evil.example", false],
    ["www.evil.example/login", false],
    ["see the docs", false],
    ["e.g. this", false],
  ])("%s: %s", (text, expected) => {
    expect(link && isMisleading(text, link)).toBe(expected);
  });
});
