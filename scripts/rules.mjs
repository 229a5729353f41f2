// node scripts/rules.mjs: writes docs/rules.md from the rules themselves.
import { writeFileSync } from "node:fs";
import { prepare } from "./prepare.mjs";
import { at, report } from "./project.mjs";

try {
  await prepare(["packages", "command"]);
  const { rulesPage } = await import("../dist/lib/check/rules-page.js");
  writeFileSync(at("docs", "rules.md"), rulesPage());
} catch (error) {
  report(error);
}
