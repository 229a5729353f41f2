/**
 * `loupe doctor [ADDRESS]`: checks the set-up and says what to do about what is wrong. Exit code 0:
 * all is well; 1: something is wrong; 2: the command line is wrong.
 *
 * Guarantees: prints no token, no header, and of a proxy neither user nor password.
 */

import { formatCommandLine } from "../lib/operations/command-words.ts";
import { toPrintable } from "../lib/report/printable.ts";
import { diagnoseAgent } from "./diagnose-agent.ts";
import { diagnoseSetup } from "./diagnose-setup.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { DOCTOR } from "./doctor-options.ts";
import { runCommand } from "./run-command.ts";
import { printData, type Terminal } from "./terminal.ts";

const MARKS = { ok: "✓", note: "•", wrong: "✗" } as const;

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(DOCTOR, argv, terminal, async ({ json, address, headers, ...where }) => {
    const { stdout, stderr } = terminal;
    const found: Diagnosis[] = [];
    const add = (diagnosis: Diagnosis) => {
      found.push(diagnosis);
      if (!json) stdout.write(`${formatDiagnosis(diagnosis)}\n`);
    };
    for await (const diagnosis of diagnoseSetup(where)) add(diagnosis);
    if (address !== null) for await (const one of diagnoseAgent(address, headers)) add(one);
    const isWell = found.every(({ level }) => level !== "wrong");
    const next = isWell && address !== null ? [formatCommandLine(["loupe", "check", address])] : [];
    if (json) printData(stdout, `${JSON.stringify(createJsonReport(found, next))}\n`);
    else for (const command of next) stderr.write(`Next: ${toPrintable(command)}\n`);
    return isWell ? 0 : 1;
  });

const createJsonReport = (checks: readonly Diagnosis[], next: readonly string[]) => ({
  format: 1,
  checks,
  next: next.map((command) => `${command} --json`),
});

function formatDiagnosis({ level, message, remedy }: Diagnosis): string {
  return toPrintable(`${MARKS[level]} ${message}${remedy === null ? "" : ` ${remedy}`}`);
}
