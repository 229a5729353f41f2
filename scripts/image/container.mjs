// A running container without an engine: namespaces of its own for mounts and processes, the root of
// the image below a read-only overlay, and a user without privileges.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { StepError } from "../project.mjs";
import { findChild, IMAGE_PATH } from "./chroot.mjs";

/** Mounts everything in namespaces that only the container sees, and becomes its first process. */
const START = `
set -e
mount -t overlay overlay -o "lowerdir=$ROOT,upperdir=$FOLDER/layer,workdir=$FOLDER/work" "$MERGED"
while read -r from to mode; do
  if [ -d "$from" ]; then mkdir -p "$MERGED$to"; else mkdir -p "$MERGED\${to%/*}"; touch "$MERGED$to"; fi
  mount --bind "$from" "$MERGED$to"
  if [ "$mode" = ro ]; then mount -o remount,bind,ro "$MERGED$to"; fi
done < "$FOLDER/mounts"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$MERGED/tmp"
mount --rbind /dev "$MERGED/dev"
mount -t proc proc "$MERGED/proc"
mount -o remount,ro "$MERGED"
exec chroot "$MERGED" "$@"`;

const START_TRIES = 300;

/** The longest that an engine waits after SIGTERM before it kills. */
const GRACE_MS = 10_000;

export class Container {
  /** What it printed so far. */
  lines = [];
  #process;
  #words;
  #folder;
  #exited;

  /**
   * Starts an image. `command`: the words after the entry point; `mounts`: { from, to, mode };
   * `hosts`: lines of /etc/hosts.
   */
  constructor(image, { command = [], env = {}, mounts = [], hosts = [] } = {}) {
    const { root, user, folder, entrypoint } = image.config;
    this.#folder = mkdtempSync(join(image.folder, "container-"));
    for (const name of ["layer", "work", "merged"]) mkdirSync(join(this.#folder, name));
    writeFileSync(join(this.#folder, "hosts"), `127.0.0.1 localhost\n${hosts.join("\n")}\n`);
    const all = [{ from: join(this.#folder, "hosts"), to: "/etc/hosts", mode: "ro" }, ...mounts];
    const lines = all.map(({ from, to, mode = "rw" }) => `${from} ${to} ${mode}\n`);
    writeFileSync(join(this.#folder, "mounts"), lines.join(""));
    const [uid, gid] = user.split(":");
    const own = { PATH: IMAGE_PATH, HOME: "/", ...image.config.env, ...env };
    this.#words = [
      ...["setpriv", "--reuid", uid, "--regid", gid, "--clear-groups"],
      ...["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"],
      ...["env", "-C", folder, "-i"],
      ...Object.entries(own).map(([name, value]) => `${name}=${value}`),
    ];
    const merged = join(this.#folder, "merged");
    const namespaces = ["--mount", "--pid", "--fork", "--kill-child"];
    const words = [...this.#words, ...entrypoint, ...command];
    this.#process = spawn("unshare", [...namespaces, "sh", "-c", START, "sh", ...words], {
      env: { PATH: process.env.PATH, ROOT: root, FOLDER: this.#folder, MERGED: merged },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      createInterface({ input: stream }).on("line", (line) => this.lines.push(line));
    }
    this.#exited = once(this.#process, "close").then(([code]) => code);
  }

  /** The first process, as seen from outside; `null` before it started and after it ended. */
  get pid() {
    return findChild(this.#process.pid);
  }

  /** The names that were made in the container's layer: its mount points, and nothing else. */
  listLayer() {
    return readdirSync(join(this.#folder, "layer"), { recursive: true }).sort();
  }

  /** Waits for a line and returns its match. */
  async waitForLine(pattern) {
    let code = null;
    void this.#exited.then((ended) => {
      code = ended;
    });
    for (let tries = 0; tries < START_TRIES && code === null; tries++) {
      const match = this.lines.map((line) => pattern.exec(line)).find((found) => found !== null);
      if (match) return match;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const reason = code === null ? "did not print its address" : `ended with exit code ${code}`;
    throw new StepError(`The container ${reason}:\n${this.lines.join("\n")}`);
  }

  /** Runs a program in it, as its user or as root, and returns { code, output }. */
  run(words, { asRoot = false } = {}) {
    const { pid } = this;
    if (pid === null) return { code: null, output: "not running" };
    const enter = ["--target", String(pid), "--mount", "--pid", "--root", "--wd=/"];
    const inside = asRoot ? words : [...this.#words, ...words];
    const { status, stdout, stderr } = spawnSync("nsenter", [...enter, ...inside], {
      encoding: "utf8",
    });
    return { code: status, output: `${stdout}${stderr}` };
  }

  /** Waits for its end and returns the exit code. */
  waitForEnd() {
    return this.#exited;
  }

  /** Stops it as an engine does: SIGTERM, and SIGKILL after the time of grace. */
  async stop() {
    const { pid } = this;
    if (pid !== null) process.kill(pid, "SIGTERM");
    const timer = setTimeout(() => this.kill(), GRACE_MS);
    const code = await this.#exited;
    clearTimeout(timer);
    return code;
  }

  /** Ends it for good, at the end of a test that failed. */
  kill() {
    this.#process.kill("SIGKILL");
  }
}
