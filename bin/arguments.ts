// What the command line asks for, read once; everything else receives the finished request.

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
       loupe again LOG ADDRESS [-o NEW.jsonl] [--header "NAME: VALUE"] [--limit S]
       loupe check LOG...|ADDRESS [-m TEXT] [--fail-on LEVEL] [--baseline FILE] [--sarif FILE]
       loupe record ADDRESS -m TEXT [-o FILE]
       loupe export LOG --as FORMAT [-o FILE] [--events A-B] [--task ID] [--redact]
       loupe serve LOG [--port N] [--host H] [--speed F] [faults]
       loupe list [--json] [SEARCH]
       loupe rename ID NAME
       loupe tag ID [TAG...] [--remove TAG]...
       loupe delete ID... [--yes]

Without a command, serves Loupe for the browser and prints its address.

  --port N       the port to listen on (default 4100, the next free one if taken; also PORT)
  --host H       the address to listen on (default 127.0.0.1; also HOST)
                 beyond this machine, every request needs the token in the printed address

inspect reads a saved log, "-" being standard input, and says what it found.

  --json         as one JSON object
  --at N         as things stood just after event N
  --no-dialects  as plain A2A

diff compares two saved logs row by row, by what they mean and not by their ids.

  --json         as one JSON object
  --text         with the words in which texts differ
  --ignore WHAT  timing, or what need not be the same, separated by commas: state, name,
                 text, parts, plan, "tool state", agent, arguments, result, said, task,
                 pieces, findings

again sends the requests of a saved log to the agent at an address, and compares the two runs
as diff does, with the options of diff.

  -o FILE        keeps the new run
  -H, --header H goes with every request, e.g. "Authorization: Bearer …"
  --headers-to ORIGIN   also where only the card says that the agent is; without it, such an origin
                 gets no header that may be a credential
  --limit S      seconds that an answer may take (default 300)
  --wait S       seconds to wait for an agent that is not there yet (default 0)
  --binding B    calls the address itself without a card: jsonrpc, http+json or grpc
  --a2a-version V
                 the version to speak, whatever the card says (without a card: 1.0)
  --max-answer SIZE, --max-card SIZE
                 bytes of an answer, or of the card, e.g. 50MB (default 1 GB, 10 MB)
  --connect-timeout T, --idle-timeout T, --card-timeout T
                 until a connection stands, and without anything of an answer or of the card,
                 e.g. 90s or 2min (default 30s, 5min, 10s)

check runs logs, agent cards in files, or a live agent through the rules: its card alone, or with
-m what it answers. Exit code 1 where something fails.

  --fail-on LEVEL       error (default), warning or never; a run that ended badly is an error
  --ignore RULE         not this rule, e.g. ART-NO-LAST, card/skills or verdict/failed
  --baseline FILE       what is known, so that only what is new fails
  --write-baseline FILE writes what was found as known
  --json                as one JSON object
  --junit FILE, --sarif FILE
                        also as JUnit XML, or as SARIF 2.1.0
  -o FILE               keeps the run; besides these the options of record

record says something to an agent and writes the run as a log.

  -m TEXT        the message; several continue the conversation, each after the answer before it
  -o FILE        where (default: standard output); --force replaces a file that is there
  --stream, --send      as a stream or in one piece, whatever the card says
  --task ID, --context ID
                 goes on with these
  --data JSON, --file FILE
                 goes with the first message; may be given more than once
  --also send,get
                 after the messages: the first once more, answered in one piece; the task, to be
                 compared with what was streamed of it
  -H, --header H, --headers-to ORIGIN, --limit S, --wait S, --binding B, --a2a-version V,
  --max-answer SIZE and the like
                 as for again

export writes a saved log, or a part of it, as something else.

  --as FORMAT    loupe, html, markdown, har, sse, events, curl, test, trace
  -o FILE        where (default: standard output); --force replaces a file that is there
  --events A-B   only these events, numbered as inspect does; A- and -B are enough
  --task ID      only what tells of this task, --exchange ID what came in this exchange;
                 both may be given more than once
  --redact       without what is secret by its place or its shape; each replacement is as long
  --redact-text TEXT, --redact-field PATH, --redact-emails
                 also without these; a path is as customer.email or header:x-tenant

serve answers A2A clients with what a saved log holds, in the agent's place.

  --port N, --host H  where (default: a free port of 127.0.0.1)
  --speed F           so many times as fast as recorded, or max (default 1)
  --delay MS          each answer begins so much later
  --cut-after N       the connection breaks after N events
  --split-characters  writes end inside characters
  --duplicate[=N]     every event comes twice, or the one numbered N
  --reorder[=SEED]    neighbours among the events change places
  --crlf              lines end in CR LF
                      all but the first two also for one request, by its header or query
                      parameter x-loupe-fault: cut-after=5, crlf

list, rename, tag and delete keep the library: the recordings that the app made or was given, in
LOUPE_DATA (default ~/.loupe). The id of one is also a LOG.

  --json        as one JSON object
  SEARCH        words that occur in its name, tags, agent, verdict or what was said in it
  --remove TAG  takes a tag away
  --yes         without asking

  --help, --version
`;

/** Never throws: what cannot be understood comes back as "wrong", with one line that says why. */
export function readArguments(argv: readonly string[]): CommandRequest {
  const [first, ...rest] = argv;
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

const LOG_COMMANDS = ["diff", "again", "export", "check", "record"] as const;
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
