// All commands and their help. Kept apart, because it loads every command.

import { APP } from "./arguments.ts";
import { CHECK } from "./check-options.ts";
import { CLIENT } from "./client-options.ts";
import { COMPLETION } from "./completion-options.ts";
import { CONFORM } from "./conform.ts";
import { DIFF } from "./diff.ts";
import { DOCTOR } from "./doctor-options.ts";
import { EVENT } from "./event.ts";
import { EVENTS } from "./events.ts";
import { EXPLAIN } from "./explain.ts";
import { EXPORT } from "./export-options.ts";
import { FINDINGS } from "./findings.ts";
import { formatHelp } from "./help-text.ts";
import { HOLD } from "./hold.ts";
import { INFO } from "./info.ts";
import { INSPECT } from "./inspect.ts";
import { LIBRARY_COMMANDS } from "./library-options.ts";
import { MCP } from "./mcp.ts";
import { RECORD } from "./record.ts";
import { RESEND } from "./resend.ts";
import { SERVE } from "./serve.ts";
import { TAP } from "./tap-options.ts";
import { TELEMETRY } from "./telemetry.ts";

export const COMMANDS = [
  INSPECT,
  EVENTS,
  EVENT,
  FINDINGS,
  EXPLAIN,
  DIFF,
  RESEND,
  RECORD,
  TAP,
  HOLD,
  CHECK,
  CONFORM,
  CLIENT,
  EXPORT,
  SERVE,
  MCP,
  TELEMETRY,
  ...Object.values(LIBRARY_COMMANDS),
  DOCTOR,
  COMPLETION,
  INFO,
];

export const HELP = formatHelp(APP, COMMANDS);
