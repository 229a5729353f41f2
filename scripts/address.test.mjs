import { createServer } from "node:net";
import { expect, test } from "vitest";
import {
  createServerEnv,
  findFreePort,
  formatUrls,
  getUserTokens,
  isLoopback,
  parseListenAddress,
  parseServerArguments,
} from "./address.mjs";

test("reads host and port, with defaults", () => {
  expect(parseListenAddress({})).toEqual({ host: "127.0.0.1", port: 4100, isExplicit: false });
  expect(parseListenAddress({ HOST: "", PORT: "" })).toEqual(parseListenAddress({}));
  expect(parseListenAddress({ HOST: "[::1]", PORT: "0" })).toEqual({
    host: "::1",
    port: 0,
    isExplicit: true,
  });
  for (const PORT of ["x", "-1", "65536", "80.5"]) {
    expect(() => parseListenAddress({ PORT })).toThrow("The port must be a number");
  }
});

test("the command line overrides the environment", () => {
  const env = { HOST: "::1", PORT: "1" };
  expect(parseServerArguments([], env)).toEqual({ where: env, dev: false });
  const args = ["--port", "4899", "--host=localhost", "--dev"];
  expect(parseServerArguments(args, env)).toEqual({
    where: { HOST: "localhost", PORT: "4899" },
    dev: true,
  });
  for (const wrong of [["--prot", "1"], ["--port"], ["4899"]]) {
    expect(() => parseServerArguments(wrong, env)).toThrow(
      "The options are --host H and --port N.",
    );
  }
});

test("recognizes loopback hosts", () => {
  for (const host of ["127.0.0.1", "127.8.8.8", "localhost", "::1"]) {
    expect(isLoopback(host)).toBe(true);
  }
  for (const host of ["0.0.0.0", "::", "10.0.0.1", "127.0.0.1.example", "localhost.example"]) {
    expect(isLoopback(host)).toBe(false);
  }
});

test("skips a port that is in use", async () => {
  const taken = createServer();
  await new Promise((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address();
  expect(await findFreePort("127.0.0.1", port)).toBeGreaterThan(port);
  await new Promise((resolve) => taken.close(resolve));
  await expect(findFreePort("192.0.2.1", 4100)).rejects.toThrow("Cannot listen on 192.0.2.1");
});

test("a loopback server requires no token", () => {
  const env = createServerEnv({ LOUPE_WIDE: "1" }, { host: "127.0.0.1", port: 4100 });
  expect(env).toMatchObject({ LOUPE_PORT: "4100", NEXT_TELEMETRY_DISABLED: "1" });
  expect(env).not.toHaveProperty("LOUPE_WIDE");
  expect(formatUrls({ host: "::1", port: 4100 }, env.LOUPE_TOKEN)).toEqual(["http://[::1]:4100"]);
});

test("a server beyond loopback requires a token, generated or given", () => {
  const where = { host: "0.0.0.0", port: 4100 };
  const { LOUPE_WIDE, LOUPE_TOKEN } = createServerEnv({}, where);
  expect(LOUPE_WIDE).toBe("1");
  expect(LOUPE_TOKEN).toMatch(/^[\w-]{24}$/);
  expect(createServerEnv({}, where).LOUPE_TOKEN).not.toBe(LOUPE_TOKEN);
  const given = createServerEnv({ LOUPE_TOKEN: "a b c d e f g h " }, where);
  expect(formatUrls(where, given.LOUPE_TOKEN)[0]).toBe(
    "http://127.0.0.1:4100/#token=a%20b%20c%20d%20e%20f%20g%20h%20",
  );
  for (const host of ["0.0.0.0", "127.0.0.1"]) {
    const start = () => createServerEnv({ LOUPE_TOKEN: "fifteen-letters" }, { host, port: 4100 });
    expect(start).toThrow("15 characters");
    expect(start).not.toThrow("fifteen");
  }
});

test("each of several users gets a generated token, never one from the environment", () => {
  const where = { host: "127.0.0.1", port: 4100 };
  const env = createServerEnv({ LOUPE_USERS: "ann, bob", LOUPE_USER_TOKENS: "eve=known" }, where);
  const [[ann, first], [bob, second], ...others] = getUserTokens(env);
  expect([ann, bob, others]).toEqual(["ann", "bob", []]);
  expect(first).toMatch(/^[\w-]{24}$/);
  expect(second).not.toBe(first);
  expect(getUserTokens(createServerEnv({ LOUPE_USER_TOKENS: "eve=known" }, where))).toEqual([]);
  for (const LOUPE_USERS of ["../x", "Ann", "ann,,bob", "ann,ann", "a=b"]) {
    expect(() => createServerEnv({ LOUPE_USERS }, where)).toThrow("LOUPE_USERS");
  }
  expect(() => createServerEnv({ LOUPE_USERS: "ann", LOUPE_TOKEN: "x".repeat(20) }, where)).toThrow(
    "LOUPE_TOKEN",
  );
});
