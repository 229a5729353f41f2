// What `loupe TARGET` prepares: the recording that the link names, and the program that opens it.
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { closeServer, listen } from "../e2e/agents/agent.ts";
import { createAgentPool } from "../e2e/agents/agents-by-version.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import { Library } from "../lib/server/library.ts";
import { readSettings } from "../lib/server/settings.ts";
import { canOpenBrowser, getBrowserCommand, openBrowser, prepareToOpen } from "./open.ts";

const getAgent = createAgentPool();
const newFolder = () => mkdtempSync(join(tmpdir(), "loupe-open-test-"));

const SERVER = "http://127.0.0.1:4100";

beforeEach(() => {
  vi.stubEnv("LOUPE_DATA", newFolder());
  vi.stubEnv("CI", "1");
  onTestFinished(() => void vi.unstubAllEnvs());
});

/** Prepares, and shows the target at the URLs of a server. */
const open = (target: string, url = SERVER, isTTY = false) =>
  runInTerminal(
    async (terminal) => {
      const show = await prepareToOpen({ target, opensBrowser: true }, terminal);
      if (show === null) return 2;
      await show([url]);
      return 0;
    },
    { isTTY },
  );

async function readLinkedLog(out: string): Promise<string> {
  const [, link = ""] = /^Open (\S+)\n$/.exec(out) ?? [];
  const id = new URL(link).searchParams.get("run") ?? "";
  return readFileSync(await new Library(readSettings()).recordings.getPath(id), "utf8");
}

describe("an agent", () => {
  test("is asked for its card, and the link names the recording of that", async () => {
    const { url } = await getAgent("1.0");
    const { code, out, err } = await open(url);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const log = await readLinkedLog(out);
    expect(log).toContain("Scripted 1.0");
    expect(log.match(/"r":"open"/g)).toHaveLength(1);
    const [listed] = await new Library(readSettings()).recordings.catalog.list();
    expect(listed?.name).toBe(url);
  });

  test("that does not respond is explained, and the link leads to the evidence", async () => {
    const server = createServer();
    const url = await listen(server);
    await closeServer(server);
    const { code, out, err } = await open(url);
    expect(code).toBe(0);
    expect(err).toMatch(/^loupe: no agent card found\. .*Connection refused/);
    expect(await readLinkedLog(out)).toContain("ECONNREFUSED");
  });

  test.each([
    ["http://user:secret-password@127.0.0.1:9", "Remove the credentials from the URL"],
    ["http://", "is not a valid URL"],
  ])("at %s is refused before the server starts", async (target, reason) => {
    const { code, out, err } = await open(target);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(reason);
    expect(err.match(/\n/g)).toHaveLength(1);
    expect(err).not.toContain("secret-password");
  });
});

describe("a log", () => {
  test("of Loupe is imported byte for byte", async () => {
    const { code, out, err } = await open("fixtures/formats/run.jsonl");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const log = await readLinkedLog(out);
    expect(log.trim()).toBe(readFileSync("fixtures/formats/run.jsonl", "utf8").trim());
  });

  test.each(["curl-stream.sse", "har-chrome.har", "packed-run.zip"])(
    "of another format is converted, and named after its file: %s",
    async (name) => {
      const { code, out, err } = await open(`fixtures/formats/${name}`);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      const [header = "", ...records] = (await readLinkedLog(out)).trim().split("\n");
      expect(JSON.parse(header)).toMatchObject({ r: "loupe" });
      expect(records.length).toBeGreaterThan(0);
    },
  );

  test("in the library is opened by its ID", async () => {
    const { out } = await open("fixtures/formats/run.jsonl");
    const id = new URL(out.split(" ")[1] ?? "").searchParams.get("run") ?? "";
    expect((await open(id)).out).toBe(out);
  });

  test.each([
    ["absent.jsonl", "there is no such file; the address of an agent begins with http://"],
    ["fixtures/formats", "it is a folder"],
    ["bin/../fixtures/tls/client.key", "cannot open bin/../fixtures/tls/client.key: "],
    ["20200101-000000-aaaaaa", "not found"],
  ])("that cannot be read is refused in one line: %s", async (target, reason) => {
    const { code, out, err } = await open(target);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(reason);
    expect(err.match(/\n/g)).toHaveLength(1);
    expect(existsSync(join(process.env.LOUPE_DATA ?? "", "recordings"))).toBe(false);
  });

  test("is no report of ACTS, which is kept as a grade", async () => {
    const report = "fixtures/acts/acts-report-scripted-jsonrpc.json";
    const { code, out, err } = await open(report);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const [, link = ""] = /^Open (\S+)\n$/.exec(out) ?? [];
    const id = new URL(link).searchParams.get("grade") ?? "";
    const grade = await new Library(readSettings()).grades.get(id);
    expect(grade).toMatchObject({ agent: "scripted 1.3.0", results: { length: 5 } });
  });

  test("is no report with an unknown word, whose place is named", async () => {
    const file = join(newFolder(), "report.json");
    const text = readFileSync("fixtures/acts/acts-report-scripted-jsonrpc.json", "utf8");
    writeFileSync(file, text.replace('"result": "skip"', '"result": "ignored"'));
    const { code, out, err } = await open(file);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("suites[0].tests[3].result: ");
  });

  test("is no agent card", async () => {
    const file = join(newFolder(), "card.json");
    const card = { name: "A", url: "http://a.example/", capabilities: {}, skills: [] };
    writeFileSync(file, JSON.stringify(card));
    const { code, err } = await open(file);
    expect(code).toBe(2);
    expect(err).toContain(`It is an agent card. Check it with loupe check ${file}.`);
  });

  test("has no library to go to if each user has one", async () => {
    vi.stubEnv("LOUPE_USERS", "ann,bob");
    const { code, err } = await open("fixtures/formats/run.jsonl");
    expect(code).toBe(2);
    expect(err).toContain("with LOUPE_USERS each user has a library");
  });
});

describe("the browser", () => {
  /** A stand-in for the system's program, which writes down its arguments. */
  async function openWithProgram(target: string, url: string): Promise<string | null> {
    const folder = newFolder();
    const written = join(folder, "arguments");
    const program = join(folder, "xdg-open");
    writeFileSync(
      program,
      `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > ${written}.part\nmv ${written}.part ${written}\n`,
    );
    chmodSync(program, 0o755);
    vi.stubEnv("PATH", `${folder}${delimiter}${process.env.PATH}`);
    vi.stubEnv("CI", "");
    vi.stubEnv("DISPLAY", ":0");
    const { out } = await open(target, url, true);
    if (!out.startsWith("Opened")) return null;
    await vi.waitFor(() => expect(existsSync(written)).toBe(true));
    return readFileSync(written, "utf8");
  }

  test.runIf(process.platform === "linux")("gets the link as one argument", async () => {
    const written = await openWithProgram("fixtures/formats/run.jsonl", SERVER);
    expect(written).toMatch(/^1\nhttp:\/\/127\.0\.0\.1:4100\/\?run=[\w-]+\n$/);
  });

  test("does not get a token, which other users could see: the link is printed", async () => {
    const url = `${SERVER}/#token=abc`;
    expect(await openWithProgram("fixtures/formats/run.jsonl", url)).toBe(null);
  });

  test("is opened by one program of the system, without a shell", () => {
    const url = "http://127.0.0.1:4100/?run=a&b=%22;calc";
    expect(getBrowserCommand("linux", url)).toEqual(["xdg-open", url]);
    expect(getBrowserCommand("darwin", url)).toEqual(["open", url]);
    expect(getBrowserCommand("win32", url)).toEqual([
      "rundll32",
      "url.dll,FileProtocolHandler",
      url,
    ]);
  });

  test("is not opened where nobody sees it", () => {
    const screen = { DISPLAY: ":0" };
    expect(canOpenBrowser(screen, "linux", true)).toBe(true);
    expect(canOpenBrowser({ WAYLAND_DISPLAY: "wayland-0" }, "linux", true)).toBe(true);
    expect(canOpenBrowser({}, "linux", true)).toBe(false);
    expect(canOpenBrowser(screen, "linux", false)).toBe(false);
    expect(canOpenBrowser({ ...screen, CI: "true" }, "linux", true)).toBe(false);
    expect(canOpenBrowser({}, "darwin", true)).toBe(true);
    expect(canOpenBrowser({}, "win32", true)).toBe(true);
  });

  test("that is missing is no error", async () => {
    vi.stubEnv("PATH", newFolder());
    expect(await openBrowser(SERVER)).toBe(false);
  });
});
