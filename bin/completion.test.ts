// Completion scripts, asked by the shells themselves.
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runInTerminal } from "../fixtures/terminal.ts";
import { getNames } from "./command-line.ts";
import { main } from "./completion.ts";
import { SHELLS, type Shell } from "./completion-options.ts";
import { COMMANDS } from "./help.ts";

const folder = mkdtempSync(join(tmpdir(), "loupe-completion-"));

function isInstalled(shell: Shell): boolean {
  try {
    execFileSync(shell, ["-c", "exit 0"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Each asks for the completions of a line, in a folder with one log. */
const ASK: Readonly<Record<Shell, (script: string, line: string) => string[]>> = {
  bash: (script, line) => [
    "--norc",
    "-c",
    `source ${script}; COMP_WORDS=(${line.replace(/ $/, " ''")}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _loupe; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ],
  // Outside of its line editor, zsh has no compadd: what would be offered is printed.
  zsh: (script, line) => [
    "-f",
    "-c",
    `compdef() { : }; compadd() { print -l -- "\${(@M)@[2,-1]:#$words[CURRENT]*}" }; _files() { print run.jsonl }; source ${script}; words=(${line.replace(/ $/, " ''")}); CURRENT=$#words; _loupe`,
  ],
  fish: (script, line) => ["-N", "-c", `source ${script}; complete -C '${line}'`],
};

describe.each(SHELLS)("%s", (shell) => {
  const script = join(folder, `loupe.${shell}`);
  const installed = isInstalled(shell);
  beforeAll(async () => {
    const { code, out, err } = await runInTerminal((terminal) => main([shell], terminal));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    writeFileSync(script, out);
    writeFileSync(join(folder, "run.jsonl"), "");
  });

  const ask = (line: string) =>
    execFileSync(shell, ASK[shell](script, line), { cwd: folder, encoding: "utf8" })
      .split("\n")
      .map((text) => text.split("\t")[0] ?? "")
      .filter((text) => text !== "" && text !== "run.jsonl");

  test.runIf(installed)("completes commands", () => {
    expect(ask("loupe re").sort()).toEqual(["record", "rename", "resend"]);
    expect(ask("loupe --port 4200 doc")).toEqual(["doctor"]);
    expect(ask("a2a-loupe doc")).toEqual(["doctor"]);
    expect(ask("loupe ")).toEqual(expect.arrayContaining(COMMANDS.map(({ name }) => name)));
  });

  test.runIf(installed)("completes every long option of every command", () => {
    for (const { name, options } of COMMANDS) {
      const rows = Object.values(options).flatMap(({ rows }) => rows);
      const names = rows.flatMap(({ syntax }) => getNames(syntax));
      const long = names.filter((option) => option.startsWith("--"));
      expect(ask(`loupe ${name} --`).sort(), name).toEqual([...long, "--help"].sort());
    }
  });

  test.runIf(installed)("leaves values and logs to the completion of files", () => {
    expect(ask("loupe check --sarif ch")).toEqual([]);
    expect(ask("loupe check run.jsonl --jun")).toEqual(["--junit"]);
    expect(ask("loupe inspect ru")).toEqual([]);
    expect(ask("loupe completion z")).toEqual(["zsh"]);
  });
});

test("an unknown shell is refused", async () => {
  const { code, err } = await runInTerminal((terminal) => main(["tcsh"], terminal));
  expect({ code, err }).toEqual({
    code: 2,
    err: "loupe: completion needs one of bash, zsh, fish\n",
  });
});
