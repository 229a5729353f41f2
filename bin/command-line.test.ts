import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runInTerminal } from "../fixtures/terminal.ts";
import { CHECK } from "./check-options.ts";
import {
  createFlag,
  createListOption,
  createOption,
  createTextOption,
  defineCommand,
  getNames,
  parseArguments,
  UsageError,
} from "./command-line.ts";
import { DIFF } from "./diff.ts";
import { EXPORT } from "./export-options.ts";
import { HELP } from "./help.ts";
import { formatCommandHelp } from "./help-text.ts";
import { INSPECT } from "./inspect.ts";
import { LIBRARY_COMMANDS } from "./library-options.ts";
import { RECORD } from "./record.ts";
import { RESEND } from "./resend.ts";
import { runCommand } from "./run-command.ts";
import { SERVE } from "./serve.ts";

const SEED = createOption<string | null>("--seed[=N]", "seed", null, (_, text) => text || "1", [
  "--kernel",
]);

const GROW = defineCommand({
  name: "grow",
  operands: "PLANT",
  summary: "grows a plant.",
  options: {
    water: createFlag("--water", "water it"),
    pot: createTextOption("-p, --pot POT", "which pot"),
    tags: createListOption("--tag TAG", "tags"),
    seed: SEED,
  },
  createRequest: (values, plants) => ({ ...values, plants }),
});

const grow = (line: string) => parseArguments(GROW, line.split(" ").filter(Boolean));

describe("arguments", () => {
  test.each([
    ["", {}],
    ["rose --water", { water: true, plants: ["rose"] }],
    ["--pot big rose", { pot: "big", plants: ["rose"] }],
    ["--pot=big=er", { pot: "big=er" }],
    ["-p big --pot small", { pot: "small" }],
    ["-psmall", { pot: "small" }],
    ["--tag a --tag --water", { tags: ["a", "--water"] }],
    ["--seed rose", { seed: "1", plants: ["rose"] }],
    ["--kernel", { seed: "1" }],
    ["--seed=7 -", { seed: "7", plants: ["-"] }],
    ["-- --water -p", { plants: ["--water", "-p"] }],
    ["--tag --help", { tags: ["--help"] }],
  ])("%j", (line, values) => {
    const none = { water: false, pot: null, tags: [], seed: null, plants: [] };
    expect(grow(line)).toEqual({ ...none, ...values });
  });

  test.each([
    ["--pot", "--pot needs a value"],
    ["-p", "-p needs a value"],
    ["--tag=", "--tag needs a value"],
    ["--water=much", "--water takes no value"],
    ["--watr", 'unknown option "--watr"; did you mean --water?'],
    ["--no-water", 'unknown option "--no-water"; see loupe grow --help'],
    ["--soil=dry", 'unknown option "--soil=dry"; see loupe grow --help'],
    ["-x", 'unknown option "-x"; see loupe grow --help'],
    ["--kernl", 'unknown option "--kernl"; see loupe grow --help'],
    ["-xyz", 'unknown option "-xyz"; see loupe grow --help'],
    ["--__proto__=a", 'unknown option "--__proto__=a"; see loupe grow --help'],
  ])("rejects %j", (line, reason) => {
    expect(() => grow(line)).toThrow(new UsageError(reason));
  });

  test("an unknown option can be an operand", () => {
    const free = defineCommand({ ...GROW, takesAnyWord: true });
    expect(parseArguments(free, ["-wild", "--rose=x", "-p", "big"])).toMatchObject({
      plants: ["-wild", "--rose=x"],
      pot: "big",
    });
  });

  test("of any kind are parsed, rejected with one line, or ask for help", () => {
    const word = fc.oneof(
      fc.constantFrom("--water", "--pot", "-p", "--seed", "--seed=2", "--", "-", "--help", "-ph"),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
        try {
          parseArguments(GROW, argv);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
      }),
    );
  });
});

const COMMANDS = [
  INSPECT,
  DIFF,
  RESEND,
  RECORD,
  CHECK,
  EXPORT,
  SERVE,
  ...Object.values(LIBRARY_COMMANDS),
];

describe("help", () => {
  test.each(COMMANDS.map((command) => [command.name, command] as const))(
    "of %s lists each of its options, as the help of all does",
    (name, command) => {
      const help = formatCommandHelp(command);
      expect(help.split("\n")[0]).toContain(`Usage: loupe ${name} ${command.operands}`);
      expect(HELP).toContain(`loupe ${name} ${command.operands}`);
      for (const { rows } of Object.values(command.options)) {
        for (const { syntax } of rows) {
          expect(help).toContain(`  ${syntax}`);
          expect(HELP).toContain(`  ${syntax}`);
          for (const option of getNames(syntax)) expect(option).toMatch(/^--?[\w-]+$/);
        }
      }
      expect(help.split("\n").filter((line) => line.length > 100)).toEqual([]);
    },
  );

  test("is at most 100 columns wide", () => {
    expect(HELP.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  test.each([["--help"], ["-h"], ["rose", "--nonsense", "--help"]])(
    "%s prints it and does not run the command",
    async (...argv) => {
      const run = () => Promise.reject(new Error("must not run"));
      const { code, out, err } = await runInTerminal((terminal) =>
        runCommand(GROW, argv, terminal, run),
      );
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(out).toBe(formatCommandHelp(GROW));
    },
  );

  test("aligns options, and breaks a long one", () => {
    expect(formatCommandHelp(GROW)).toBe(`Usage: loupe grow PLANT [OPTIONS]

grow: grows a plant.

  --water                 water it
  -p, --pot POT           which pot
  --tag TAG               tags
  --seed[=N]              seed
  -h, --help              print this help
`);
  });
});
