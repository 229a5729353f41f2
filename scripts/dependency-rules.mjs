// Rules for dependencies: exact versions, a complete lock file that names no host, compatible
// licences, and a documentation page that matches.

/** Licences that an Apache-2.0 project may use and ship. */
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
/** Allowed only for an optional package, which can be left out or replaced. */
const COMPATIBLE_IF_OPTIONAL = new Set(["LGPL-3.0-or-later"]);

const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

const getAllDependencies = ({ dependencies = {}, devDependencies = {} }) => ({
  ...dependencies,
  ...devDependencies,
});
const getVersion = (range) => range.slice(range.lastIndexOf("@") + 1);
const getLockedPackages = (lock) => Object.entries(lock.packages).filter(([path]) => path !== "");
const formatRows = (versions = {}) => JSON.stringify(Object.entries(versions).sort());

/** True if every part of an SPDX expression is compatible; of alternatives, one is enough. */
function isCompatible(expression, isOptional) {
  const isAllowed = (name) =>
    COMPATIBLE.has(name) || (isOptional && COMPATIBLE_IF_OPTIONAL.has(name));
  return expression
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every(isAllowed));
}

/** Violations in package.json and the lock file. `readLicence` reads the licence file of a package. */
export function findLockViolations(manifest, lock, readLicence = () => undefined) {
  const violations = [];
  for (const [name, range] of Object.entries(getAllDependencies(manifest))) {
    if (!EXACT.test(range)) violations.push(`${name}: ${range} is not an exact version`);
  }
  const root = lock.packages[""];
  for (const kind of ["dependencies", "devDependencies"]) {
    if (formatRows(root[kind]) !== formatRows(manifest[kind])) {
      violations.push(`the lock file has other ${kind} than package.json`);
    }
  }
  const paths = new Set(Object.keys(lock.packages));
  for (const [path, entry] of getLockedPackages(lock)) {
    // A bundled package is covered by the checksum of the package around it.
    if (!entry.integrity && !entry.inBundle) violations.push(`${path}: no checksum`);
    if (entry.resolved || entry.link) violations.push(`${path}: not from the registry`);
    const licence = entry.license ?? readLicence(path);
    if (!isCompatible(licence ?? "none", entry.optional === true)) {
      violations.push(`${path}: licence ${licence ?? "unknown"}`);
    }
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!hasPackage(paths, path, name)) violations.push(`${path}: ${name} is missing`);
    }
  }
  return violations;
}

/** True if a required package is installed next to the one that needs it, or in a folder above. */
function hasPackage(paths, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf("/node_modules/"))) {
    if (paths.has(`${folder}/node_modules/${name}`)) return true;
    if (folder.lastIndexOf("/node_modules/") < 0) return paths.has(`node_modules/${name}`);
  }
}

/** Number of packages in the lock file by licence. */
export function countLicences(lock, readLicence = () => undefined) {
  const counts = {};
  for (const [path, entry] of getLockedPackages(lock)) {
    const name = (entry.license ?? readLicence(path) ?? "unknown").replace(/[()]/g, "");
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** Differences between the page and package.json with its lock file, row by row. */
export function findPageViolations(page, manifest, lock, readLicence = () => undefined) {
  const expected = Object.entries(getAllDependencies(manifest)).map(([name, range]) => {
    const path = `node_modules/${name}`;
    const licence = lock.packages[path]?.license ?? readLicence(path);
    return `${name} ${getVersion(range)} ${licence?.replace(/[()]/g, "")}`;
  });
  for (const [licence, count] of Object.entries(countLicences(lock, readLicence))) {
    expected.push(`${licence}: ${count}`);
  }
  const actual = page.split("\n").flatMap((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const [, name] = /^`(.+)`$/.exec(cells[1] ?? "") ?? [];
    if (name !== undefined) return [`${name} ${cells[2]} ${cells[3]}`];
    return /^\d+$/.test(cells[2] ?? "") ? [`${cells[1]}: ${cells[2]}`] : [];
  });
  return [
    ...expected.filter((row) => !actual.includes(row)).map((row) => `missing on the page: ${row}`),
    ...actual.filter((row) => !expected.includes(row)).map((row) => `wrong on the page: ${row}`),
    ...actual.filter((row, at) => actual.indexOf(row) !== at).map((row) => `twice: ${row}`),
  ];
}
