/** `loupe completion SHELL`: prints a completion script for a shell. Exit code 0: printed. */

import { APP } from "./arguments.ts";
import {
  type Command,
  getNames,
  getOptionKind,
  HELP_ROW,
  type OptionRow,
  type OptionTable,
} from "./command-line.ts";
import { COMPLETION, SHELLS, type Shell } from "./completion-options.ts";
import { COMMANDS } from "./help.ts";
import { runCommand } from "./run-command.ts";
import type { Terminal } from "./terminal.ts";

export const main = (argv: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(COMPLETION, argv, terminal, async (shell) => {
    terminal.stdout.write(formatCompletion(shell, APP, COMMANDS));
    return 0;
  });

type AnyCommand = Command<OptionTable, unknown>;

/** Both names of the program. */
const PROGRAMS = ["loupe", "a2a-loupe"];

interface CompletedOption {
  readonly name: string;
  readonly help: string;
  readonly takesValue: boolean;
}

interface CompletedCommand {
  readonly name: string;
  /** The first sentence of its summary. */
  readonly help: string;
  readonly options: readonly CompletedOption[];
  /** Words that can follow it; files if there are none. */
  readonly words: readonly string[];
}

/**
 * Writes completion scripts for shells from the commands' tables of options.
 *
 * Guarantees: the scripts start no program; a word of a table is quoted, so none is run.
 */
function formatCompletion(shell: Shell, app: AnyCommand, commands: readonly AnyCommand[]): string {
  const [top, ...all] = [app, ...commands].map(toCompletedCommand);
  if (!top) return "";
  return `${FORMATTERS[shell](top, all).join("\n")}\n`;
}

const FORMATTERS: Readonly<
  Record<Shell, (app: CompletedCommand, commands: readonly CompletedCommand[]) => string[]>
> = { bash: formatBash, zsh: formatZsh, fish: formatFish };

function toCompletedCommand({ name, summary, options }: AnyCommand): CompletedCommand {
  const rows = [...Object.values(options).flatMap(({ rows }) => rows), HELP_ROW];
  return {
    name,
    help: getFirstSentence(summary),
    options: rows.flatMap(toCompletedOptions),
    words: name === "completion" ? SHELLS : [],
  };
}

function toCompletedOptions({ syntax, help }: OptionRow): CompletedOption[] {
  const takesValue = getOptionKind(syntax) === "value";
  return getNames(syntax).map((name) => ({ name, help: getFirstSentence(help), takesValue }));
}

const getFirstSentence = (text: string) =>
  (/^.*?[^.](?=[.:;](?:\s|$))/s.exec(text)?.[0] ?? text).replaceAll("\n", " ");

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const joinNames = (words: readonly { readonly name: string }[]) =>
  quote(words.map(({ name }) => name).join(" "));

/** The patterns of a `case` in both shells: `record:-m|record:--stream`. Empty if there are none. */
function formatValuePatterns(commands: readonly CompletedCommand[]): string {
  return commands
    .flatMap(({ name, options }) =>
      options.filter(({ takesValue }) => takesValue).map((option) => `${name}:${option.name}`),
    )
    .join("|");
}

/** Finds the command among the words before the cursor, in the syntax that bash and zsh share. */
function formatFindCommand(
  words: string,
  app: CompletedCommand,
  commands: readonly CompletedCommand[],
): string[] {
  return [
    `  for word in "\${${words}}"; do`,
    '    case "$command:$previous" in',
    `      ${formatValuePatterns([app])}) previous= ; continue ;;`,
    "    esac",
    '    previous="$word"',
    '    case "$word" in',
    `      ${commands.map(({ name }) => name).join("|")}) command="$word"; break ;;`,
    "    esac",
    "  done",
  ];
}

function formatBash(app: CompletedCommand, commands: readonly CompletedCommand[]): string[] {
  return [
    "# Completion of loupe for bash.",
    "_loupe() {",
    `  local current="\${COMP_WORDS[COMP_CWORD]}" last="\${COMP_WORDS[COMP_CWORD-1]}"`,
    "  local command= previous= word flags candidates",
    ...formatFindCommand("COMP_WORDS[@]:1:COMP_CWORD-1", app, commands),
    "  COMPREPLY=()",
    ...formatChoice(app, commands, "return"),
    '  case "$current" in',
    '    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;',
    '    *) COMPREPLY=($(compgen -W "$candidates" -- "$current")) ;;',
    "  esac",
    "}",
    // Files are offered where no word fits.
    `complete -o bashdefault -o default -F _loupe ${PROGRAMS.join(" ")}`,
  ];
}

function formatZsh(app: CompletedCommand, commands: readonly CompletedCommand[]): string[] {
  return [
    `#compdef ${PROGRAMS.join(" ")}`,
    "_loupe() {",
    '  local current="$words[CURRENT]" last="$words[CURRENT-1]"',
    "  local command= previous= word flags candidates",
    `  local -a before=("\${(@)words[2,CURRENT-1]}")`,
    ...formatFindCommand("before[@]", app, commands),
    ...formatChoice(app, commands, "_files; return"),
    '  case "$current" in',
    "    -*) compadd -- $=flags ;;",
    '    *) compadd -- $=candidates; [[ "$command" == completion ]] || _files ;;',
    "  esac",
    "}",
    `compdef _loupe ${PROGRAMS.join(" ")}`,
  ];
}

/** Sets the words to offer, or does `completeValue` behind an option that takes a value. */
function formatChoice(
  app: CompletedCommand,
  commands: readonly CompletedCommand[],
  completeValue: string,
): string[] {
  const all = [{ ...app, words: commands.map(({ name }) => name) }, ...commands];
  return [
    '  case "$command:$last" in',
    `    ${formatValuePatterns(all)}) ${completeValue} ;;`,
    "  esac",
    '  case "$command" in',
    ...all.map(
      ({ name, options, words }) =>
        `    ${quote(name)}) flags=${joinNames(options)} candidates=${quote(words.join(" "))} ;;`,
    ),
    "  esac",
  ];
}

function formatFish(app: CompletedCommand, commands: readonly CompletedCommand[]): string[] {
  // A value of an option, such as a port, is no command.
  const seen = commands.map(({ name }) => name).join(" ");
  return PROGRAMS.flatMap((program) => {
    const complete = `complete -c ${program}`;
    const first = `${complete} -n ${quote(`not __fish_seen_subcommand_from ${seen}`)}`;
    return [
      `# Completion of ${program} for fish.`,
      ...commands.map(({ name, help }) => `${first} -a ${quote(name)} -d ${quote(help)}`),
      ...formatFishOptions(first, app),
      ...commands.flatMap((command) =>
        formatFishOptions(
          `${complete} -n ${quote(`__fish_seen_subcommand_from ${command.name}`)}`,
          command,
        ),
      ),
    ];
  });
}

function formatFishOptions(complete: string, { options, words }: CompletedCommand): string[] {
  return [
    ...options.map(({ name, help, takesValue }) => {
      const flag = name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`;
      return `${complete} ${flag}${takesValue ? " -r" : ""} -d ${quote(help)}`;
    }),
    ...(words.length > 0 ? [`${complete} -f -a ${quote(words.join(" "))}`] : []),
  ];
}
