// The help of all commands. Kept apart, because it loads every command.

import { APP } from "./arguments.ts";
import { CHECK } from "./check-options.ts";
import { DIFF } from "./diff.ts";
import { EXPORT } from "./export-options.ts";
import { formatHelp } from "./help-text.ts";
import { INSPECT } from "./inspect.ts";
import { LIBRARY_COMMANDS } from "./library-options.ts";
import { RECORD } from "./record.ts";
import { RESEND } from "./resend.ts";
import { SERVE } from "./serve.ts";
import { TELEMETRY } from "./telemetry.ts";

export const HELP = formatHelp(APP, [
  INSPECT,
  DIFF,
  RESEND,
  RECORD,
  CHECK,
  EXPORT,
  SERVE,
  TELEMETRY,
  ...Object.values(LIBRARY_COMMANDS),
]);
