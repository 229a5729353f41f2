// How the server starts.
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./support/fixtures.ts";
import { TestServer } from "./support/test-server.ts";

/** Loaded into the server before its own code: the first one finds its port taken. */
const TAKE_PORT = `
const { existsSync, writeFileSync } = require("node:fs");
const taken = process.env.LOUPE_TEST_TAKEN;
const [, program = "", , , port] = process.argv;
if (program.endsWith("site-server.cjs") && !existsSync(taken)) {
  writeFileSync(taken, port);
  console.error("Error: listen EADDRINUSE: address already in use 127.0.0.1:" + port);
  process.exit(1);
}
`;

test("a server starts on another port if its own is taken after it was found free", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loupe-start-"));
  const [script, taken] = [join(folder, "take-port.cjs"), join(folder, "taken")];
  writeFileSync(script, TAKE_PORT);
  const server = new TestServer();
  await server.start({ NODE_OPTIONS: `--require ${script}`, LOUPE_TEST_TAKEN: taken });
  expect(existsSync(taken)).toBe(true);
  expect(server.output).toContain("EADDRINUSE");
  expect((await fetch(server.url)).status).toBe(200);
  await server.stop();
});
