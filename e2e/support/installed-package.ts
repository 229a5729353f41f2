// What `npm pack` makes, installed without network in an empty folder whose path has a space.
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export interface CommandResult {
  code: number | null;
  out: string;
  err: string;
}

/** A command that runs until it gets a signal. */
export interface RunningCommand {
  url: string;
  /** Sends SIGTERM and resolves to the exit code. */
  stop(): Promise<number | null>;
}

export class InstalledPackage {
  readonly folder = join(mkdtempSync(join(tmpdir(), "loupe-pack-")), "a folder");
  /** The installed package. */
  readonly root = join(this.folder, "node_modules", "a2a-loupe");
  readonly tarball: string;
  readonly #running = new Set<ChildProcess>();

  constructor() {
    mkdirSync(this.folder);
    npm(["pack", "--pack-destination", this.folder], process.cwd());
    const [name = ""] = readdirSync(this.folder);
    this.tarball = join(this.folder, name);
    npm(["install", "--offline", "--ignore-scripts", this.tarball], this.folder);
  }

  /** All files of the package with their sizes, by their path with forward slashes. */
  listFiles(): Map<string, number> {
    const paths = readdirSync(this.root, { recursive: true, encoding: "utf8" });
    const files = paths.filter((path) => statSync(join(this.root, path)).isFile());
    return new Map(
      files.map((path) => [path.replaceAll("\\", "/"), statSync(join(this.root, path)).size]),
    );
  }

  /** Runs a command to its end. */
  run(...args: readonly string[]): Promise<CommandResult> {
    return new Promise((resolve) => {
      const options = { cwd: this.folder, env: this.#env, maxBuffer: 1e7 };
      const child = execFile(process.execPath, [this.#program, ...args], options, (_, out, err) =>
        resolve({ code: child.exitCode, out, err }),
      );
      child.stdin?.end();
    });
  }

  /** Starts a command and waits for the URL that it prints after `label`. */
  async start(label: string, ...args: readonly string[]): Promise<RunningCommand> {
    const child = spawn(process.execPath, [this.#program, ...args], {
      cwd: this.folder,
      env: this.#env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#running.add(child);
    const closed = once(child, "close").then(([code]) => code);
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      const url = line.startsWith(label) ? /http:\S+/.exec(line)?.[0] : undefined;
      if (url === undefined) continue;
      child.stdout.resume();
      const stop = async () => {
        child.kill("SIGTERM");
        return closed;
      };
      return { url, stop };
    }
    throw new Error(`loupe ${args.join(" ")} never printed a URL: ${lines.join("\n")}`);
  }

  remove(): void {
    for (const child of this.#running) child.kill("SIGKILL");
    rmSync(join(this.folder, ".."), { recursive: true, force: true });
  }

  get #program(): string {
    return join(this.root, "bin", "loupe.mjs");
  }

  get #env(): NodeJS.ProcessEnv {
    return { ...process.env, LOUPE_DATA: join(this.folder, "data"), HOST: "127.0.0.1" };
  }
}

function npm(args: readonly string[], cwd: string): void {
  const shell = process.platform === "win32";
  execFileSync("npm", shell ? args.map((arg) => `"${arg}"`) : args, {
    cwd,
    shell,
    stdio: "ignore",
  });
}
