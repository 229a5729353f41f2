/**
 * Parses the arguments of a command by its table of options, from which its help is written too
 * (`help-text.ts`).
 *
 * **Guarantees:** every error is a `UsageError` with a message of one line; `--help` anywhere in
 * the arguments asks for help, unless it is the value of an option.
 */

import { type ParseArgsConfig, parseArgs } from "node:util";

/** The arguments are wrong. The message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A line of the help. */
export interface OptionRow {
  /**
   * All names with the value that they take: `--json`, `-o, --output FILE`, or `--reorder[=SEED]`
   * if the value can be omitted.
   */
  readonly syntax: string;
  readonly help: string;
}

export interface Option<Value> {
  readonly rows: readonly OptionRow[];
  /** Earlier names. They still work, but the help does not list them. */
  readonly formerNames: readonly string[];
  /** The value without the option. */
  readonly start: Value;
  /** Returns the value after one more occurrence. `name` is the name as it was given. */
  add(before: Value, text: string, name: string): Value;
}

export type OptionTable = Readonly<Record<string, Option<unknown>>>;
export type OptionValues<Table extends OptionTable> = {
  readonly [Key in keyof Table]: Table[Key]["start"];
};

export interface Command<Table extends OptionTable, Request> {
  /** Empty for Loupe itself. */
  readonly name: string;
  /** What it takes besides options, as in the first line of the help. */
  readonly operands: string;
  readonly summary: string;
  readonly options: Table;
  /** Words that look like options, but are none of this command, are operands. */
  readonly takesAnyWord?: true;
  /** Words behind `--` are a program with its arguments, not operands. */
  readonly takesProgram?: true;
  createRequest(
    values: OptionValues<Table>,
    operands: readonly string[],
    /** The words behind `--`; `null` without it. */
    program: readonly string[] | null,
  ): Request;
}

/** Checks a command's `createRequest` against its options. */
export function defineCommand<Table extends OptionTable, Request>(
  command: Command<Table, Request>,
): Command<Table, Request> {
  return command;
}

export function createOption<Value>(
  syntax: string,
  help: string,
  start: Value,
  add: Option<Value>["add"],
  formerNames: readonly string[] = [],
): Option<Value> {
  return { rows: [{ syntax, help }], formerNames, start, add };
}

export const createFlag = (syntax: string, help: string): Option<boolean> =>
  createOption(syntax, help, false, () => true);

/** `needs`: what the error message asks for if the value is missing. */
export const createTextOption = (syntax: string, help: string, needs?: string) =>
  createOption<string | null>(syntax, help, null, (_, text, name) =>
    requireText(text, name, needs),
  );

/** An option that can be repeated. */
export const createListOption = (syntax: string, help: string) =>
  createOption<readonly string[]>(syntax, help, [], (before, text, name) => [
    ...before,
    requireText(text, name),
  ]);

export function requireText(text: string, name: string, needs = "a value"): string {
  if (text === "") throw new UsageError(`${name} needs ${needs}`);
  return text;
}

export const HELP_ROW: OptionRow = { syntax: "-h, --help", help: "print this help" };

/** Returns `null` if the arguments ask for help. */
export function parseArguments<Request>(
  command: Command<OptionTable, Request>,
  argv: readonly string[],
): Request | null {
  const names = listNames(command.options);
  const { tokens } = parseArgs({
    args: [...argv],
    options: createParserOptions(names),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const isHelp = (token: (typeof tokens)[number]) =>
    token.kind === "option" && (token.rawName === "--help" || token.rawName === "-h");
  if (tokens.some(isHelp)) return null;
  const values = new Map(Object.entries(command.options).map(([key, { start }]) => [key, start]));
  const operands = new Map<number, string>();
  const terminator = tokens.find(({ kind }) => kind === "option-terminator");
  const program = command.takesProgram && terminator ? argv.slice(terminator.index + 1) : null;
  for (const token of tokens) {
    if (program && terminator && token.index >= terminator.index) break;
    if (token.kind === "positional") operands.set(token.index, token.value);
    if (token.kind !== "option") continue;
    const named = names.get(token.rawName);
    if (named) {
      const { key, kind, option } = named;
      if (kind === "flag" && token.value !== undefined) {
        throw new UsageError(`${token.rawName} takes no value`);
      }
      values.set(key, option.add(values.get(key), token.value ?? "", token.rawName));
      continue;
    }
    const word = argv[token.index] ?? token.rawName;
    if (!command.takesAnyWord) {
      throw createUnknownError("option", word, command.name, listShownNames(command.options));
    }
    operands.set(token.index, word);
  }
  return command.createRequest(Object.fromEntries(values), [...operands.values()], program);
}

/** Names the known name that was probably meant, or says where to find all. */
export function createUnknownError(
  what: "option" | "command",
  word: string,
  command: string,
  names: Iterable<string>,
): UsageError {
  const [given = ""] = word.split("=", 1);
  const meant = [...names].find((name) => isOneEditApart(name, given));
  const help = ["loupe", command, "--help"].filter(Boolean).join(" ");
  const hint = meant === undefined ? `see ${help}` : `did you mean ${meant}?`;
  return new UsageError(`unknown ${what} "${word}"; ${hint}`);
}

/** True if one letter is missing, added or wrong, or two neighbours are swapped. */
function isOneEditApart(a: string, b: string): boolean {
  // Any two short names would be.
  if (Math.min(a.length, b.length) <= 2) return false;
  let from = 0;
  while (from < a.length && a[from] === b[from]) from++;
  let behind = 0;
  const most = Math.min(a.length, b.length) - from;
  while (behind < most && a.at(-1 - behind) === b.at(-1 - behind)) behind++;
  const [left, right] = [a.slice(from, a.length - behind), b.slice(from, b.length - behind)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && left === [...right].reverse().join("");
}

type OptionKind = "flag" | "value" | "optional";

interface NamedOption {
  readonly key: string;
  readonly option: Option<unknown>;
  readonly kind: OptionKind;
  /** The one-letter name of the same row. */
  readonly short: string | undefined;
}

function listNames(table: OptionTable): ReadonlyMap<string, NamedOption> {
  const names = new Map<string, NamedOption>();
  for (const [key, option] of Object.entries(table)) {
    for (const { syntax } of option.rows) {
      const kind = getOptionKind(syntax);
      const all = getNames(syntax);
      const short = all.find((name) => !name.startsWith("--"))?.slice(1);
      for (const name of all) names.set(name, { key, option, kind, short });
    }
    const kind = getOptionKind(option.rows[0]?.syntax ?? "");
    for (const name of option.formerNames) {
      names.set(name, { key, option, kind, short: undefined });
    }
  }
  return names;
}

const listShownNames = (table: OptionTable): string[] =>
  Object.values(table).flatMap(({ rows }) => rows.flatMap(({ syntax }) => getNames(syntax)));

export function getNames(syntax: string): string[] {
  return syntax.split(", ").map((word) => /^[^ [=]*/.exec(word)?.[0] ?? word);
}

export function getOptionKind(syntax: string): OptionKind {
  if (syntax.includes("[=")) return "optional";
  return syntax.split(", ").some((word) => word.includes(" ")) ? "value" : "flag";
}

/** An optional value is only read behind an equals sign, as that of a flag. */
function createParserOptions(
  names: ReadonlyMap<string, NamedOption>,
): NonNullable<ParseArgsConfig["options"]> {
  const long = [...names].filter(([name]) => name.startsWith("--"));
  return Object.fromEntries([
    ["help", { type: "boolean" as const, short: "h" }],
    ...long.map(([name, { kind, short }]) => {
      const type = kind === "value" ? ("string" as const) : ("boolean" as const);
      return [name.slice(2), { type, ...(short !== undefined && { short }) }] as const;
    }),
  ]);
}
