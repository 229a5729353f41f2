// node scripts/rules.mjs: generates docs/rules.md from the rules.
import { writeFileSync } from "node:fs";
import { prepare } from "./prepare.mjs";
import { reportError, resolveInProject } from "./project.mjs";

try {
  await prepare(["packages", "command"]);
  const { formatRulesPage } = await import("../dist/bin/rules-page.js");
  writeFileSync(resolveInProject("docs", "rules.md"), formatRulesPage());
} catch (error) {
  reportError(error);
}
