// A server with its own data folder that can be killed and restarted.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export class TestServer {
  readonly data = mkdtempSync(join(tmpdir(), "loupe-own-"));
  url = "";
  /** The URL for each of its users, if it has several. */
  readonly userUrls: Record<string, string> = {};
  /** Everything it printed. */
  output = "";
  #starter: ChildProcess | null = null;

  /** Starts it; a restart uses the same URL. */
  async start(environment: Readonly<Record<string, string>> = {}, shell = ""): Promise<void> {
    const PORT = this.url === "" ? "0" : new URL(this.url).port;
    const env = { ...process.env, HOST: "127.0.0.1", PORT, LOUPE_DATA: this.data, ...environment };
    const serve = `exec ${JSON.stringify(process.execPath)} scripts/serve.mjs`;
    const starter = spawn("sh", ["-c", `${shell} ${serve}`], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#starter = starter;
    for (const stream of [starter.stdout, starter.stderr]) {
      stream.on("data", (bytes) => {
        this.output += bytes;
      });
    }
    const users = (environment.LOUPE_USERS ?? "").split(",").filter((name) => name !== "");
    for await (const line of createInterface({ input: starter.stdout })) {
      const [, user, door] = /^For (\w+): (\S+)/.exec(line) ?? [];
      if (user !== undefined && door !== undefined) this.userUrls[user] = door;
      const url = /^Loupe is at (\S+)/.exec(line)?.[1];
      if (url !== undefined) this.url = url;
      if (this.url !== "" && Object.keys(this.userUrls).length === users.length) return;
    }
    throw new Error(`the server never started:\n${this.output}`);
  }

  /** `kill -9` of the server process, without a warning. */
  async kill(): Promise<void> {
    const starter = this.#starter;
    if (starter?.pid === undefined) return;
    const closed = once(starter, "close");
    process.kill(-this.pid, "SIGKILL");
    await closed;
    this.#starter = null;
  }

  /** Suspends the process: its connections stay open, and nothing happens. */
  freeze(): void {
    process.kill(-this.pid, "SIGSTOP");
  }

  thaw(): void {
    process.kill(-this.pid, "SIGCONT");
  }

  /** The ID of the server process. */
  get pid(): number {
    const starter = String(this.#starter?.pid);
    const [server] = execFileSync("pgrep", ["-P", starter], { encoding: "utf8" }).split("\n");
    return Number(server);
  }

  async stop(): Promise<void> {
    await this.#stopProcess();
    rmSync(this.data, { recursive: true, force: true });
  }

  /** Stops it. Resolves to the lines of a recording, as it left them. */
  async stopAndRead(recording: string): Promise<readonly string[]> {
    await this.#stopProcess();
    return readFileSync(this.getRecordingFile(recording), "utf8").trimEnd().split("\n");
  }

  /** Stops it. Resolves to what is in each file of its data folder. */
  async stopAndReadAll(): Promise<readonly string[]> {
    await this.#stopProcess();
    return readdirSync(this.data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
  }

  async #stopProcess(): Promise<void> {
    const starter = this.#starter;
    if (!starter) return;
    const closed = once(starter, "close");
    starter.kill("SIGTERM");
    await closed;
    this.#starter = null;
  }

  getRecordingFile(recording: string): string {
    return join(this.data, "recordings", `${recording}.jsonl`);
  }
}
