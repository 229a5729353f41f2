// All commands and their help. Kept apart, because it loads every command.

import { APP } from "./arguments.ts";
import { CHECK } from "./check-options.ts";
import { COMPLETION } from "./completion-options.ts";
import { DIFF } from "./diff.ts";
import { DOCTOR } from "./doctor-options.ts";
import { EXPORT } from "./export-options.ts";
import { formatHelp } from "./help-text.ts";
import { INFO } from "./info.ts";
import { INSPECT } from "./inspect.ts";
import { LIBRARY_COMMANDS } from "./library-options.ts";
import { RECORD } from "./record.ts";
import { RESEND } from "./resend.ts";
import { SERVE } from "./serve.ts";

export const COMMANDS = [
  INSPECT,
  DIFF,
  RESEND,
  RECORD,
  CHECK,
  EXPORT,
  SERVE,
  ...Object.values(LIBRARY_COMMANDS),
  DOCTOR,
  COMPLETION,
  INFO,
];

export const HELP = formatHelp(APP, COMMANDS);
