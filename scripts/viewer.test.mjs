import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { collectLicences } from "./licences.mjs";
import { ensureViewer, NOTICES, PAGE } from "./viewer.mjs";

await ensureViewer();
const page = readFileSync(PAGE, "utf8");
const inside = (element) =>
  [...page.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, "g"))].map(
    ([, text]) => text,
  );
const hashOf = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("the page's policy allows only the built scripts and styles, and loads nothing", () => {
  const [, policy] = /http-equiv="content-security-policy" content="([^"]*)"/.exec(page);
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    `script-src ${inside("script").map(hashOf).join(" ")}`,
    `style-src ${inside("style").map(hashOf).join(" ")}`,
    "img-src data: blob:",
    "media-src data: blob:",
    "frame-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
  expect(inside("script")).toHaveLength(2);
  expect(inside("style")).toHaveLength(1);
});

test("the page refers to no other resource", () => {
  const head = page.slice(0, page.indexOf("<style>")) + page.slice(page.indexOf("</style>"));
  const markup = head.replace(/<script>[\s\S]*?<\/script>/g, "");
  expect(markup).not.toMatch(/\b(?:src|href)="(?!data:)/);
  expect(inside("style")[0]).not.toMatch(/url\((?!["']?data:)|@import/);
});

test("the licences of bundled packages are in the page and beside it, safe inside its comment", () => {
  const { names, text } = collectLicences();
  for (const name of ["react-dom", "zustand", "micromark-extension-gfm", "scheduler"]) {
    expect(names).toContain(name);
    expect(text).toMatch(new RegExp(`^${name} \\d.*: Copyright`, "m"));
  }
  expect(text).toContain("Permission is hereby granted, free of charge");
  expect(readFileSync(NOTICES, "utf8")).toBe(text);
  expect(page.endsWith(`${text}-->\n</html>\n`)).toBe(true);
  expect(text).not.toContain("-->");
});

test("the page, with all rule texts, is small enough for an e-mail", () => {
  expect(page.length).toBeLessThan(1_640_000);
});
