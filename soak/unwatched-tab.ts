// A browser with one tab and without developer tools. It is controlled over a pipe, and no protocol
// domain that keeps data is enabled, so that the tab's memory is what a user's tab would need.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium } from "@playwright/test";
import type { MemoryUsage } from "./measure.ts";

const FLAGS = [
  "--headless",
  "--remote-debugging-pipe",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-quic",
  "--no-first-run",
  // A single renderer process, the one of the tab.
  "--disable-features=SpareRendererForSitePerProcess",
];
const CONTROL_KEY = 2;
/** Key codes of the keys that are pressed here. */
const KEYS = {
  enter: { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" },
  esc: { key: "Escape", code: "Escape", windowsVirtualKeyCode: 27, text: "" },
  "mod+s": { key: "s", code: "KeyS", windowsVirtualKeyCode: 83, text: "", modifiers: CONTROL_KEY },
};
const TIMEOUT_MS = 30_000;
const POLL_MS = 50;

type DevtoolsMessage = Readonly<Record<string, unknown>>;

/** An element: by selector, and by name if several match. */
export interface PageElement {
  readonly selector: string;
  readonly name?: string;
}

export class UnwatchedTab {
  readonly #browser: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, (message: DevtoolsMessage) => void>();
  #lastRequest = 0;
  #session = "";
  #unread = "";
  /** Called for events of the browser while someone is listening. */
  #onEvent: (event: DevtoolsMessage) => void = () => {};

  private constructor(browser: ChildProcess, profile: string) {
    this.#browser = browser;
    this.#profile = profile;
    const answers = browser.stdio[4] as Readable;
    answers.setEncoding("utf8").on("data", (text: string) => this.#read(text));
  }

  static async launch(): Promise<UnwatchedTab> {
    const profile = await mkdtemp(join(tmpdir(), "loupe-unwatched-"));
    const program = process.env.LOUPE_CHROMIUM_SHELL || chromium.executablePath();
    const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"] as const;
    const args = [...FLAGS, `--user-data-dir=${profile}`, "about:blank"];
    const tab = new UnwatchedTab(spawn(program, args, { stdio: [...stdio] }), profile);
    const { targetInfos } = await tab.#request("Target.getTargets");
    const page = (targetInfos as readonly DevtoolsMessage[]).find(({ type }) => type === "page");
    const to = { targetId: page?.targetId, flatten: true };
    tab.#session = String((await tab.#request("Target.attachToTarget", to)).sessionId);
    return tab;
  }

  async open(url: string): Promise<void> {
    await this.#request("Page.navigate", { url });
    await this.waitFor({ selector: ".screen:not([aria-busy])" });
  }

  /** Waits until an element exists and is enabled. */
  async waitFor(thing: PageElement): Promise<void> {
    await this.#until(thing, "true");
  }

  async press(thing: PageElement): Promise<void> {
    await this.#until(thing, "(found.click(), true)");
  }

  /** Replaces the content of a field. */
  async write(field: PageElement, text: string): Promise<void> {
    await this.#until(field, "(found.focus(), found.select(), true)");
    await this.#request("Input.insertText", { text });
  }

  async key(chord: keyof typeof KEYS): Promise<void> {
    await this.#request("Input.dispatchKeyEvent", { type: "keyDown", ...KEYS[chord] });
    const { text, ...key } = KEYS[chord];
    await this.#request("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  }

  /** Drops a file on the page. */
  async drop(name: string, text: string): Promise<void> {
    await this.#run(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
      for (const type of ["dragenter", "dragover", "drop"]) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true }));
      }
    })()`);
  }

  /** Discards downloads: it is enough that they were created. */
  async disableDownloads(): Promise<void> {
    await this.#request("Browser.setDownloadBehavior", { behavior: "deny" });
  }

  /**
   * Memory after a garbage collection: what the page has been allocated of every kind, including its
   * script heap, and the private memory of its process, including free memory of allocators.
   */
  async measure(): Promise<MemoryUsage> {
    // A second collection can free objects that were held by those freed in the first.
    for (let i = 0; i < 3; i++) await this.#request("HeapProfiler.collectGarbage");
    const { usedSize } = await this.#request("Runtime.getHeapUsage");
    const process = await this.#process();
    const parts = parseMemoryDump(await this.#memoryDump());
    const tabGiven = Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
    return { tabGiven, ...parts, tabProcess: process, tabHeap: Number(usedSize) };
  }

  async close(): Promise<void> {
    this.#browser.kill("SIGKILL");
    await sleep(POLL_MS);
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** Over all renderer processes: besides the tab's there is at most an empty spare one. */
  async #process(): Promise<number> {
    const { processInfo } = await this.#request("SystemInfo.getProcessInfo", {}, null);
    const pages = (processInfo as readonly DevtoolsMessage[]).filter(
      ({ type }) => type === "renderer",
    );
    const sizes = pages.map(async ({ id }) => {
      const rollup = await readFile(`/proc/${id}/smaps_rollup`, "utf8");
      return Number(/^Private_Dirty: +(\d+) kB$/m.exec(rollup)?.[1]) * 1024;
    });
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  }

  /** As reported by the browser for every process. */
  async #memoryDump(): Promise<readonly DevtoolsMessage[]> {
    const events: DevtoolsMessage[] = [];
    const written = new Promise<void>((resolve) => {
      this.#onEvent = ({ method, params }) => {
        if (method === "Tracing.dataCollected")
          events.push(...((params as DevtoolsMessage).value as []));
        else if (method === "Tracing.tracingComplete") resolve();
      };
    });
    const traceConfig = {
      includedCategories: ["disabled-by-default-memory-infra"],
      memoryDumpConfig: { triggers: [] },
    };
    await this.#request("Tracing.start", { traceConfig }, null);
    await this.#request("Tracing.requestMemoryDump", { levelOfDetail: "detailed" }, null);
    await this.#request("Tracing.end", {}, null);
    await written;
    return events;
  }

  async #until({ selector, name: called }: PageElement, act: string): Promise<void> {
    const condition = `(() => {
      const name = (one) =>
        (one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent).trim();
      const found = [...document.querySelectorAll(${JSON.stringify(selector)})].find(
        (one) => !one.disabled && name(one).startsWith(${JSON.stringify(called ?? "")}),
      );
      return found !== undefined && ${act};
    })()`;
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await sleep(POLL_MS)) {
      if (await this.#run(condition)) return;
    }
    throw new Error(`There is no ${selector}${called === undefined ? "" : ` named ${called}`}.`);
  }

  async #run(expression: string): Promise<unknown> {
    const ask = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.#request("Runtime.evaluate", ask);
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return (result as DevtoolsMessage).value;
  }

  #request(method: string, params: DevtoolsMessage = {}, session: string | null = this.#session) {
    const id = ++this.#lastRequest;
    const message = { id, method, params, ...(session && { sessionId: session }) };
    (this.#browser.stdio[3] as Writable).write(`${JSON.stringify(message)}\0`);
    return new Promise<DevtoolsMessage>((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error) reject(new Error(`${method}: ${JSON.stringify(error)}`));
        else resolve(result as DevtoolsMessage);
      });
    });
  }

  #read(text: string): void {
    const messages = (this.#unread + text).split("\0");
    this.#unread = messages.pop() ?? "";
    for (const message of messages) {
      const answer = JSON.parse(message) as DevtoolsMessage;
      if (answer.id === undefined) this.#onEvent(answer);
      const id = Number(answer.id);
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    }
  }
}

/**
 * Memory dumps that count allocations, with the figure to use and the name to report; other dumps are
 * parts of these. The first also counts what malloc's threads keep in reserve, which the
 * second subtracts.
 */
const MEMORY_METRICS = [
  [/^malloc\/allocated_objects$/, "effective_size", "tabMalloc", 1],
  [/^malloc\/partitions\/allocator\/thread_cache$/, "effective_size", "tabMalloc", -1],
  [/^partition_alloc\/allocated_objects$/, "effective_size", "tabBuffers", 1],
  [/^blink_gc\/\w+\/allocated_objects$/, "size", "tabObjects", 1],
  [/^v8\/(?:main|workers)\/heap\/\w+$/, "allocated_objects_size", "tabScripts", 1],
] as const;

type MemoryAllocators = Readonly<
  Record<string, { readonly attrs?: Readonly<Record<string, { readonly value: string }>> }>
>;

function parseMemoryDump(events: readonly DevtoolsMessage[]): MemoryUsage {
  const args = (event: DevtoolsMessage) => event.args as DevtoolsMessage;
  const pages = events.filter(
    (event) => event.name === "process_name" && args(event).name === "Renderer",
  );
  const ofPages = events.filter(
    ({ ph, pid }) => ph === "v" && pages.some((one) => one.pid === pid),
  );
  const given: Record<string, number> = {};
  for (const event of ofPages) {
    const accounts = ((args(event).dumps as DevtoolsMessage | undefined)?.allocators ??
      {}) as MemoryAllocators;
    for (const [name, { attrs }] of Object.entries(accounts)) {
      const found = MEMORY_METRICS.find(([account]) => account.test(name));
      if (found === undefined) continue;
      const [, figure, called, sign] = found;
      const bytes = Number.parseInt(attrs?.[figure]?.value ?? "0", 16);
      given[called] = (given[called] ?? 0) + sign * bytes;
    }
  }
  return given;
}
