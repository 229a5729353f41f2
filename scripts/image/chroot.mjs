// Root folders that stand in for images: a base by debootstrap, and commands in a root with
// namespaces of their own, so that no mount or process is left behind.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { arch } from "node:os";
import { join } from "node:path";
import { StepError } from "../project.mjs";

/** Runs a program to its end, with its output on the terminal, or returns its output. */
export function runProgram(program, args, { isQuiet = false, ...options } = {}) {
  const stdio = isQuiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"];
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    stdio,
    ...options,
  });
  if (error || status !== 0) {
    const reason = error?.message ?? `exit code ${status}`;
    throw new StepError(`${program} failed: ${reason}`, `${stdout ?? ""}${stderr ?? ""}`);
  }
  return stdout ?? "";
}

/**
 * Makes the root of a base image `node:MAJOR-SUITE-slim` and returns its folder: Debian's minimal
 * system, Node.js and npm as packages of the registry, and the user that the base image has.
 */
export function ensureBase(image, folder) {
  const [, major, suite] = /^node:(\d+)-([a-z]+)-slim$/.exec(image) ?? [];
  if (major === undefined) throw new StepError(`The base image ${image} is not node:N-SUITE-slim.`);
  const root = join(folder, `base-${suite}-node${major}`);
  if (existsSync(root)) return root;
  const fresh = `${root}.new`;
  rmSync(fresh, { recursive: true, force: true });
  runProgram("debootstrap", ["--variant=minbase", suite, fresh]);
  const packages = join(folder, "packages");
  mkdirSync(packages, { recursive: true });
  const nodePackage = `node-linux-${arch()}`;
  const npmOptions = ["--prefix", packages, "--no-save", "--ignore-scripts"];
  runProgram("npm", ["install", ...npmOptions, `${nodePackage}@${major}`, "npm@11"]);
  const modules = join(packages, "node_modules");
  const libraries = join(fresh, "usr", "local", "lib", "node_modules");
  mkdirSync(libraries, { recursive: true });
  cpSync(join(modules, "npm"), join(libraries, "npm"), { recursive: true });
  cpSync(join(modules, nodePackage, "bin", "node"), join(fresh, "usr", "local", "bin", "node"));
  for (const name of ["npm", "npx"]) {
    const target = `../lib/node_modules/npm/bin/${name}-cli.js`;
    runProgram("ln", ["-s", target, join(fresh, "usr", "local", "bin", name)]);
  }
  runProgram("chroot", [fresh, "groupadd", "--gid", "1000", "node"]);
  runProgram("chroot", [fresh, "useradd", "--uid", "1000", "--gid", "node", "-m", "node"]);
  renameSync(fresh, root);
  return root;
}

/** Makes the root of a stage as a copy of its base. */
export function copyRoot(from, to) {
  rmSync(to, { recursive: true, force: true });
  runProgram("cp", ["-a", "--reflink=auto", from, to]);
}

const BUILD_MOUNTS = `
mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" &&
{ [ "$1" = "" ] || { mkdir -p "$0/root/.npm" && mount --bind "$1" "$0/root/.npm"; }; } && shift && exec chroot "$@"`;

/** Runs the text of a RUN instruction, with the network and the packages that npm has fetched before. */
export function runInRoot(root, { env, user, folder, cache }, command) {
  cpSync("/etc/resolv.conf", join(root, "etc", "resolv.conf"), { dereference: true });
  const certificates = installCertificates(root);
  const words = Object.entries({ PATH: IMAGE_PATH, HOME: "/root", ...certificates, ...env });
  const pairs = words.map(([name, value]) => `${name}=${value}`);
  const chroot = [`--userspec=${user}`, root, "env", "-i", "-C", folder, ...pairs];
  const inside = [BUILD_MOUNTS, root, cache, ...chroot, "/bin/sh", "-c", command];
  runProgram("unshare", ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ...inside]);
}

export const IMAGE_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The certificates by which this machine trusts its registry, if it has some of its own. */
function installCertificates(root) {
  const file = process.env.NODE_EXTRA_CA_CERTS;
  if (!file) return {};
  cpSync(file, join(root, "tmp", "registry-ca.pem"), { dereference: true });
  return { NODE_EXTRA_CA_CERTS: "/tmp/registry-ca.pem" };
}

/** Names, sizes, owners and times of all files of a root, to see whether one has changed. */
export function listRoot(root) {
  return runProgram("find", [root, "-xdev", "-printf", "%P %y %s %U %m %T@\n"], {
    isQuiet: true,
    maxBuffer: 1 << 28,
  });
}

/** The child of a process, such as the first process in the namespace of its parent; or `null`. */
export function findChild(pid) {
  const file = `/proc/${pid}/task/${pid}/children`;
  const [child = ""] = existsSync(file) ? readFileSync(file, "utf8").trim().split(" ") : [];
  return child === "" ? null : Number(child);
}
