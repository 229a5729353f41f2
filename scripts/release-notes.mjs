// node scripts/release-notes.mjs TAG: prints the section of CHANGELOG.md for a tag such as v0.2.0, and
// fails unless package.json has the same version.
import { readFileSync } from "node:fs";
import { isMain, reportError, resolveInProject, StepError } from "./project.mjs";

/** The text below the heading of the version. */
export function cutReleaseNotes(changelog, tag, packageVersion) {
  const version = /^v(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(tag)?.[1];
  if (version === undefined)
    throw new StepError(`${tag} is not a tag of a version, such as v0.2.0.`);
  if (version !== packageVersion) {
    throw new StepError(`The tag is ${tag}, but package.json has version ${packageVersion}.`);
  }
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  const notes = section?.split("\n").slice(1).join("\n").trim() ?? "";
  if (notes === "") throw new StepError(`CHANGELOG.md says nothing about ${version}.`);
  return `${notes}\n`;
}

if (isMain(import.meta.url)) {
  try {
    const { version } = JSON.parse(readFileSync(resolveInProject("package.json"), "utf8"));
    const changelog = readFileSync(resolveInProject("CHANGELOG.md"), "utf8");
    process.stdout.write(cutReleaseNotes(changelog, process.argv[2] ?? "", version));
  } catch (error) {
    reportError(error);
  }
}
