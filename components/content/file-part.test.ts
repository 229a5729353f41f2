import { resolveObjectURL } from "node:buffer";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { savePart } from "./file-part.tsx";

const link = { href: "", download: "", click: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { createElement: () => link });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the blob URL is valid when the browser reads it and is revoked later", async () => {
  savePart(new Uint8Array([104, 105]), "a/b <c>.html");
  expect(link.click).toHaveBeenCalledOnce();
  expect(link.download).toBe("a_b _c_.html");
  // The browser begins to read it some time after the click.
  const found = resolveObjectURL(link.href);
  expect(await found?.text()).toBe("hi");
  expect(found?.type).toBe("application/octet-stream");
  vi.runAllTimers();
  expect(resolveObjectURL(link.href)).toBeUndefined();
});
