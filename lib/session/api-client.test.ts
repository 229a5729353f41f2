import { expect, test } from "vitest";
import { ApiClientError, loadFromServer } from "./api-client.ts";

test("code that cannot be loaded is explained like a server that does not respond", async () => {
  const error = await loadFromServer(() =>
    Promise.reject(new Error("Loading chunk 7 failed.")),
  ).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiClientError);
  expect(error).toMatchObject({ code: "unreachable", message: "Loupe's server does not respond." });
  expect(await loadFromServer(async () => "code")).toBe("code");
});
