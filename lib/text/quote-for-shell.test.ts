// Quoted text comes through real shells unchanged, and shows nothing that a terminal obeys.
import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeControls } from "./hidden-characters.ts";
import { formatForPrintf, quoteForShell } from "./quote-for-shell.ts";

const SHELLS = ["sh", "bash", "dash", "zsh"].filter(
  (shell) => spawnSync(shell, ["-c", ":"]).status === 0,
);

const HOSTILE = [
  "\u001b]52;c;aGk=\u0007 it's 100%d \\033 \\\\ !! `id` $(id) $HOME",
  "\u001b]8;;http://evil.example\u001b\\link\u001b]8;;\u001b\\",
  "\u009b31m\u0085\u202eturned\u2066\u200e\u061c",
  "over\rwritten\r\n\n",
  "-n \u0007",
  "tags \u{e0068}\u{e0069}",
  "plain\n",
];

const text = fc
  .oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.constantFrom(...HOSTILE))
  .map((raw) => raw.replaceAll("\0", ""));

test.each(SHELLS)("%s reads the same words", (shell) => {
  const read = (line: string) => {
    const script = `words() { for word in "$@"; do printf '%s\\0' "$word"; done; }\nwords ${line}`;
    return execFileSync(shell, ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
  };
  expect(read(HOSTILE.map(quoteForShell).join(" "))).toEqual(HOSTILE);
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (words) => {
      expect(read(words.map(quoteForShell).join(" "))).toEqual(words);
    }),
    { numRuns: 40 },
  );
});

test.each(SHELLS)("%s prints the same text, also NUL", (shell) => {
  for (const sent of [...HOSTILE, "a\u0000b\u00001"]) {
    const command = `printf '${formatForPrintf(sent)}'`;
    expect(execFileSync(shell, ["-c", command], { encoding: "utf8" })).toBe(sent);
  }
});

test("an interactive shell expands no history in a quoted word", () => {
  const command = `x=${quoteForShell("\u001b a!b !! 'q'")}; printf '%s' "$x" >&2; exit\n`;
  const { stderr } = spawnSync("bash", ["--norc", "--noprofile", "-i"], {
    input: `PS1=\nset -H\n${command}`,
    encoding: "utf8",
  });
  expect(stderr).toContain("\u001b a!b !! 'q'");
});

test("nothing that a terminal obeys is left", () => {
  fc.assert(
    fc.property(text, (raw) => {
      const quoted = quoteForShell(raw);
      expect(escapeControls(quoted)).toBe(quoted);
      expect(quoted).not.toContain("\r");
    }),
  );
});
