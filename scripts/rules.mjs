// node scripts/rules.mjs: writes docs/rules.md, all rules on one page, as `npm pack` does.
import { writeRulesPage } from "./package.mjs";
import { prepare } from "./prepare.mjs";
import { reportError } from "./project.mjs";

try {
  await prepare(["packages", "command"]);
  await writeRulesPage();
} catch (error) {
  reportError(error);
}
