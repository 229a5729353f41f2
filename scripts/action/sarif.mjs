// What the action does with a SARIF log: counts its results, and moves them to the root of the
// repository, from which GitHub resolves paths.
import { relative, sep } from "node:path";

/** The new errors and warnings; `null` counts nothing. */
export function countResults(log) {
  const results = (log?.runs ?? []).flatMap((run) => run.results ?? []);
  const fresh = results.filter(({ suppressions = [] }) => suppressions.length === 0);
  const of = (wanted) => fresh.filter(({ level }) => level === wanted).length;
  return { errors: of("error"), warnings: of("warning") };
}

/** A copy whose relative paths, which begin in `folder`, begin in `root`. */
export function moveResults(log, root, folder) {
  const prefix = relative(root, folder).split(sep).map(encodeURIComponent).join("/");
  if (prefix === "" || prefix.startsWith("..")) return log;
  const isRelative = (uri) => typeof uri === "string" && !/^[a-z][\w+.-]*:|^\//i.test(uri);
  return JSON.parse(JSON.stringify(log), (key, value) =>
    key === "artifactLocation" && isRelative(value?.uri)
      ? { ...value, uri: `${prefix}/${value.uri}` }
      : value,
  );
}
