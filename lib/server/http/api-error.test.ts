import { expect, test, vi } from "vitest";
import { ApiError, handleErrors } from "./api-error.ts";

test("an error of another copy of the module keeps its status", async () => {
  vi.resetModules();
  const { ApiError: Other } = await import("./api-error.ts");
  expect(Other).not.toBe(ApiError);
  const respond = handleErrors(async () => {
    throw new Other("unknown-recording", "There is none.");
  });
  expect((await respond(new Request("http://localhost/"))).status).toBe(404);
});

test("other errors are none", () => {
  expect(
    [new Error("no"), null, "no", { code: "failed" }].map((it) => it instanceof ApiError),
  ).toEqual([false, false, false, false]);
});
