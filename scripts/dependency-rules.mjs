// What must hold of the packages: exact versions, a lock file that is complete and names no host,
// licences that go with ours, and a page that says the same.

/** Each may be used by and shipped beside Apache-2.0. */
const COMPATIBLE = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "MIT",
  "MPL-2.0",
]);
/** As a library of its own that can be left out or exchanged. */
const COMPATIBLE_IF_OPTIONAL = new Set(["LGPL-3.0-or-later"]);

const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

const getAllDependencies = ({ dependencies = {}, devDependencies = {} }) => ({
  ...dependencies,
  ...devDependencies,
});
const getVersion = (range) => range.slice(range.lastIndexOf("@") + 1);
const getLockedPackages = (lock) => Object.entries(lock.packages).filter(([path]) => path !== "");
const formatRows = (versions = {}) => JSON.stringify(Object.entries(versions).sort());

/** True where every part of an SPDX expression may be used; of alternatives one is enough. */
function isCompatible(expression, isOptional) {
  const isAllowed = (name) =>
    COMPATIBLE.has(name) || (isOptional && COMPATIBLE_IF_OPTIONAL.has(name));
  return expression
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every(isAllowed));
}

/** What is wrong with versions and lock; `licenceOf` reads what a package brings itself. */
export function findLockViolations(manifest, lock, licenceOf = () => undefined) {
  const breaches = [];
  for (const [name, range] of Object.entries(getAllDependencies(manifest))) {
    if (!EXACT.test(range)) breaches.push(`${name}: ${range} is not one version`);
  }
  const root = lock.packages[""];
  for (const kind of ["dependencies", "devDependencies"]) {
    if (formatRows(root[kind]) !== formatRows(manifest[kind])) {
      breaches.push(`the lock has other ${kind} than package.json`);
    }
  }
  const paths = new Set(Object.keys(lock.packages));
  for (const [path, entry] of getLockedPackages(lock)) {
    // What is inside another package's archive is under its checksum.
    if (!entry.integrity && !entry.inBundle) breaches.push(`${path}: no checksum`);
    if (entry.resolved || entry.link) breaches.push(`${path}: not from the registry`);
    const licence = entry.license ?? licenceOf(path);
    if (!isCompatible(licence ?? "none", entry.optional === true)) {
      breaches.push(`${path}: licence ${licence ?? "unknown"}`);
    }
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!hasPackage(paths, path, name)) breaches.push(`${path}: ${name} is missing`);
    }
  }
  return breaches;
}

/** Where a package that another asks for is: beside it, or in a folder above. */
function hasPackage(paths, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf("/node_modules/"))) {
    if (paths.has(`${folder}/node_modules/${name}`)) return true;
    if (folder.lastIndexOf("/node_modules/") < 0) return paths.has(`node_modules/${name}`);
  }
}

/** How many packages of the lock have which licence. */
export function countLicences(lock, licenceOf = () => undefined) {
  const counts = {};
  for (const [path, entry] of getLockedPackages(lock)) {
    const name = (entry.license ?? licenceOf(path) ?? "unknown").replace(/[()]/g, "");
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** What the page says otherwise than package.json and the lock, row by row. */
export function findPageViolations(page, manifest, lock, licenceOf = () => undefined) {
  const wanted = Object.entries(getAllDependencies(manifest)).map(([name, range]) => {
    const path = `node_modules/${name}`;
    const licence = lock.packages[path]?.license ?? licenceOf(path);
    return `${name} ${getVersion(range)} ${licence?.replace(/[()]/g, "")}`;
  });
  for (const [licence, count] of Object.entries(countLicences(lock, licenceOf))) {
    wanted.push(`${licence}: ${count}`);
  }
  const said = page.split("\n").flatMap((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const [, name] = /^`(.+)`$/.exec(cells[1] ?? "") ?? [];
    if (name !== undefined) return [`${name} ${cells[2]} ${cells[3]}`];
    return /^\d+$/.test(cells[2] ?? "") ? [`${cells[1]}: ${cells[2]}`] : [];
  });
  return [
    ...wanted.filter((row) => !said.includes(row)).map((row) => `the page lacks ${row}`),
    ...said.filter((row) => !wanted.includes(row)).map((row) => `the page has ${row}`),
    ...said.filter((row, at) => said.indexOf(row) !== at).map((row) => `twice: ${row}`),
  ];
}
