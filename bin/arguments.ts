// Parses the command line into a request: which command to run, with which arguments.

import { LIBRARY_COMMANDS } from "./library-arguments.ts";

export type CommandRequest =
  | { kind: "serve"; host?: string; port?: string }
  | { kind: "inspect"; args: string[] }
  | { kind: "serve-log"; args: string[] }
  | { kind: (typeof LOG_COMMANDS)[number]; args: string[] }
  | { kind: "library"; command: string; args: string[] }
  | { kind: "help" }
  | { kind: "version" }
  | { kind: "wrong"; message: string };

export const HELP = `Usage: loupe [--port N] [--host H]
       loupe inspect LOG [--json] [--at N] [--no-dialects]
       loupe diff LOG LOG [--json] [--text] [--ignore WHAT]
       loupe resend LOG ADDRESS [-o FILE] [-H "NAME: VALUE"] [--timeout S]
       loupe check LOG...|ADDRESS [-m TEXT] [--fail-on LEVEL] [--baseline FILE] [--sarif FILE]
       loupe record ADDRESS -m TEXT [-o FILE]
       loupe export LOG --as FORMAT [-o FILE] [--events A-B] [--task ID] [--redact]
       loupe serve LOG [--port N] [--host H] [--speed F] [FAULTS]
       loupe list [--json] [SEARCH]
       loupe rename ID NAME
       loupe tag ID [TAG...] [--remove TAG]...
       loupe delete ID... [--yes]

LOG is a file, the ID of a recording in the library, or "-" for standard input. ADDRESS is a URL, or
a host and port.

Without a command, starts Loupe for the browser and prints its URL.

  --port N       port to listen on, also PORT (default 4100, or the next free port)
  --host H       address to listen on, also HOST (default 127.0.0.1)
                 beyond this machine, every request needs the token in the printed URL

inspect: prints a report on a log.

  --json         print the report as one JSON object
  --at N         report the state just after event N
  --no-dialects  ignore framework conventions; show plain A2A

diff: compares two logs row by row, by meaning and not by IDs. Exit code 1 if they differ.

  --json         print the differences as one JSON object
  --text         show which words differ in texts
  --ignore WHAT  differences to ignore, separated by commas: state, name, text, parts, plan,
                 tool-state, agent, arguments, result, attachments, task, event-count,
                 problems; timing hides the times

resend: sends the requests of a log to a live agent and compares the two runs. Takes the options of
diff, and these:

  -o FILE        save the new run
  -H, --header "NAME: VALUE"
                 add a header to every request, e.g. "Authorization: Bearer …"
  --headers-to ORIGIN
                 also send the headers to an origin that only the card names; by default, such an
                 origin gets no header that may hold a credential
  --timeout S    longest duration of a response in seconds (default 300)
  --wait S       seconds to wait for an agent that is still starting (default 0)
  --binding B    call ADDRESS itself, without a card: jsonrpc, http+json or grpc
  --a2a-version V
                 protocol version (default: as in the card; without a card 1.0)
  --max-response SIZE, --max-card SIZE
                 size limits, e.g. 50MB (default 1 GB, 10 MB)
  --connect-timeout T, --idle-timeout T, --card-timeout T
                 time limits to connect, between data of a response, and between data of a card,
                 e.g. 90s or 2min (default 30s, 5min, 10s)

check: checks logs, agent cards or a live agent against the rules. For a live agent it checks the
card and, with -m, the responses. Exit code 1 if the check fails. Takes the options of record, and
these:

  --fail-on LEVEL       error (default), warning or never; a run that ended badly is an error
  --ignore RULE         ignore a rule, e.g. ART-NO-LAST, card/skills or verdict/failed
  --baseline FILE       known problems; only new problems fail the check
  --write-baseline FILE write the problems found to a baseline
  --json                print one JSON object
  --junit FILE, --sarif FILE
                        also write JUnit XML or SARIF 2.1.0
  -o FILE               save the run with the live agent

record: sends messages to an agent and writes the run as a log.

  -m, --message TEXT
                 message to send; repeat to continue the conversation after each response
  -o FILE        output file (default: standard output); --force replaces an existing file
  --stream, --no-stream
                 stream or not, whatever the card says
  --task ID, --context ID
                 continue this task or context
  --data JSON, --file FILE
                 attach to the first message; can be repeated
  --also send,get
                 after the messages: send the first message again without streaming; get the task,
                 to compare it with what was streamed
  -H, --headers-to, --timeout, --wait, --binding, --a2a-version, --max-response, …
                 as for resend

export: writes a log, or a part of it, in another format.

  --as FORMAT    loupe, html, markdown, har, sse, events, curl, test, trace
  -o FILE        output file (default: standard output); --force replaces an existing file
  --events A-B   only these events, numbered as in inspect; A- and -B also work
  --task ID, --exchange ID
                 only this task or exchange; can be repeated
  --redact       replace detected secrets with text of the same length
  --redact-text TEXT, --redact-field PATH, --redact-emails
                 redact these too; PATH is, for example, customer.email or header:x-tenant

serve: replays a log in place of its agent, answering A2A clients with the recorded responses.

  --port N, --host H  where to listen (default: a free port of 127.0.0.1)
  --speed F           playback speed: a factor, or max (default 1)
  --delay MS          delay before each response
  --cut-after N       drop the connection after N events
  --split-characters  split writes inside multi-byte characters
  --duplicate[=N]     send every event twice, or only event N
  --reorder[=SEED]    swap adjacent events, chosen by SEED
  --crlf              end lines with CR LF
                      all but --port and --host can also be set for a single request, in its header
                      or query parameter x-loupe-fault: cut-after=5, crlf

list, rename, tag, delete: manage the library, which holds the recordings that the app made or
imported, in LOUPE_DATA (default ~/.loupe).

  --json        print one JSON object
  SEARCH        words in the name, tags, agent, verdict or messages of a recording
  --remove TAG  remove a tag
  --yes         delete without asking

  --help, --version
`;

/** Never throws: wrong arguments return a request of kind "wrong" with a one-line message. */
export function readArguments(argv: readonly string[]): CommandRequest {
  const [given, ...rest] = argv;
  const first = given === FORMER_RESEND ? "resend" : given;
  if (first === "inspect") return { kind: "inspect", args: rest };
  if (first !== undefined && isLogCommand(first)) return { kind: first, args: rest };
  if (first === "serve") return { kind: "serve-log", args: rest };
  if (first !== undefined && isLibraryCommand(first)) {
    return { kind: "library", command: first, args: rest };
  }
  if (first !== undefined && !first.startsWith("-"))
    return createWrongRequest(`unknown command "${first}"`);
  const request: CommandRequest = { kind: "serve" };
  const words = argv.values();
  for (const word of words) {
    const [option = "", inline] = splitOption(word);
    if (option === "--help" || option === "-h") return { kind: "help" };
    if (option === "--version" || option === "-v") return { kind: "version" };
    if (option !== "--port" && option !== "--host")
      return createWrongRequest(`unknown option "${word}"`);
    const value = inline ?? words.next().value;
    if (value === undefined || value === "") return createWrongRequest(`${option} needs a value`);
    request[option === "--port" ? "port" : "host"] = value;
  }
  return request;
}

/** The earlier name of `resend`. It still works, but the help does not list it. */
const FORMER_RESEND = "again";

const LOG_COMMANDS = ["diff", "resend", "export", "check", "record"] as const;
const isLogCommand = (command: string): command is (typeof LOG_COMMANDS)[number] =>
  (LOG_COMMANDS as readonly string[]).includes(command);

const isLibraryCommand = (command: string) =>
  (LIBRARY_COMMANDS as readonly string[]).includes(command);

function splitOption(word: string): [string, string?] {
  const sign = word.startsWith("--") ? word.indexOf("=") : -1;
  return sign < 0 ? [word] : [word.slice(0, sign), word.slice(sign + 1)];
}

const createWrongRequest = (reason: string): CommandRequest => ({
  kind: "wrong",
  message: `loupe: ${reason}; see loupe --help`,
});
