/** Writes the help of the commands from their tables of options. */

import {
  type Command,
  getNames,
  HELP_ROW,
  type OptionRow,
  type OptionTable,
} from "./command-line.ts";

type AnyCommand = Command<OptionTable, unknown>;

const WIDTH = 100;
/** Width of the column of syntax; a longer one gets a line of its own. */
const SYNTAX_WIDTH = 22;
/** With more options, the usage does not list them. */
const MAX_USAGE_OPTIONS = 3;

const OPERANDS: Readonly<Record<string, string>> = {
  LOG: 'LOG is a file, the ID of a recording in the library, or "-" for standard input.',
  ADDRESS: "ADDRESS is a URL, or a host and port.",
};

/** The help of one command, with all options. */
export function formatCommandHelp(command: AnyCommand): string {
  const rows = listRows(command);
  const operands = Object.entries(OPERANDS)
    .filter(([word]) => new RegExp(`\\b${word}\\b`).test(command.operands))
    .map(([, text]) => text);
  return joinParagraphs([
    [`Usage: ${formatUsage(command)}`],
    wrapText(`${command.name}: ${command.summary}`, WIDTH),
    ...(operands.length > 0 ? [wrapText(operands.join(" "), WIDTH)] : []),
    [...rows, HELP_ROW].flatMap(formatRow),
  ]);
}

/** The help of Loupe. Options that several commands share are explained once. */
export function formatHelp(app: AnyCommand, commands: readonly AnyCommand[]): string {
  const explained = new Map<OptionRow, string>();
  const sections = commands.flatMap((command) => {
    const lines = formatSection(command, explained);
    return [
      wrapText(`${command.name}: ${command.summary}`, WIDTH),
      ...(lines.length > 0 ? [lines] : []),
    ];
  });
  return joinParagraphs([
    [app, ...commands].map(
      (command, index) => `${index === 0 ? "Usage:" : "      "} ${formatUsage(command)}`,
    ),
    wrapText(Object.values(OPERANDS).join(" "), WIDTH),
    wrapText(app.summary, WIDTH),
    listRows(app).flatMap(formatRow),
    ...sections,
    formatRow({
      syntax: "COMMAND --help",
      help: "print the help of one command, with all options",
    }),
  ]);
}

/** The options of a command; those of an earlier command only by name. */
function formatSection(command: AnyCommand, explained: Map<OptionRow, string>): string[] {
  const shared = new Map<string, string[]>();
  const lines: string[] = [];
  for (const row of listRows(command)) {
    const other = explained.get(row);
    if (other === undefined) {
      explained.set(row, command.name);
      lines.push(...formatRow(row));
    } else {
      shared.set(other, [...(shared.get(other) ?? []), ...abbreviate(row)]);
    }
  }
  for (const [other, names] of shared) {
    lines.push(...wrapText(`${names.join(", ")}: as for ${other}`, WIDTH, "  ", "    "));
  }
  return lines;
}

/** The names of a row; of those for one thing only the short one. */
function abbreviate({ syntax }: OptionRow): string[] {
  const names = getNames(syntax);
  const short = names.find((name) => !name.startsWith("--"));
  return short === undefined ? names : [short];
}

const listRows = ({ options }: AnyCommand): OptionRow[] =>
  Object.values(options).flatMap(({ rows }) => rows);

function formatUsage(command: AnyCommand): string {
  const rows = listRows(command);
  const options =
    rows.length <= MAX_USAGE_OPTIONS ? rows.map(({ syntax }) => `[${syntax}]`) : ["[OPTIONS]"];
  return ["loupe", command.name, command.operands, ...options].filter(Boolean).join(" ");
}

function formatRow({ syntax, help }: OptionRow): string[] {
  const indent = " ".repeat(SYNTAX_WIDTH + 4);
  const lines = wrapText(help, WIDTH, indent, indent);
  if (syntax.length > SYNTAX_WIDTH) return [`  ${syntax}`, ...lines];
  const [first = "", ...rest] = lines;
  return [`  ${syntax.padEnd(SYNTAX_WIDTH)}  ${first.trimStart()}`, ...rest];
}

/** Breaks a text into lines. `indent` precedes the first line, `hanging` the others. */
function wrapText(text: string, width: number, indent = "", hanging = indent): string[] {
  const lines: string[] = [];
  let line = indent;
  let isEmpty = true;
  for (const word of text.split(" ")) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = hanging;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}

const joinParagraphs = (paragraphs: readonly (readonly string[])[]) =>
  `${paragraphs.map((lines) => lines.join("\n")).join("\n\n")}\n`;
