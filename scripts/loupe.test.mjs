import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { resolveInProject, runNode } from "./project.mjs";

const loupe = (...args) => runNode(resolveInProject("bin", "loupe.mjs"), args, { quiet: true });

test("loupe --version prints the version", async () => {
  const { version } = JSON.parse(readFileSync(resolveInProject("package.json"), "utf8"));
  expect(await loupe("--version")).toEqual({ code: 0, output: `${version}\n` });
});

test("loupe --help prints the commands", async () => {
  const { code, output } = await loupe("--help");
  expect(code).toBe(0);
  expect(output).toContain("loupe inspect LOG");
});

test("an unknown command is refused in one line", async () => {
  expect(await loupe("explode")).toEqual({
    code: 2,
    output: 'loupe: unknown command "explode"; see loupe --help\n',
  });
});

test("an invalid port is refused in one line", async () => {
  const { code, output } = await loupe("--port", "99999");
  expect(code).not.toBe(0);
  expect(output.trim().split("\n").at(-1)).toContain("The port must be a number");
});
