import { expect, test } from "vitest";
import { readArguments } from "./arguments.ts";

const read = (line: string) => readArguments(line.split(" ").filter(Boolean));

test("without arguments, the request is to serve the app", () => {
  expect(read("")).toEqual({ kind: "serve" });
});

test("--port and --host accept their value with a space or an equals sign", () => {
  expect(read("--port 4200 --host ::1")).toEqual({ kind: "serve", port: "4200", host: "::1" });
  expect(read("--port=4200")).toEqual({ kind: "serve", port: "4200" });
});

test.each([
  "http://127.0.0.1:9999",
  "localhost:9999",
  "[::1]:9999",
  "run.jsonl",
  "logs/run",
  "C:\\logs\\run",
  "20261120-094501-k3x9qa",
])("opens %s, in a browser or not", (target) => {
  expect(readArguments([target])).toEqual({
    kind: "serve",
    open: { target, opensBrowser: true },
  });
  expect(readArguments(["--port", "0", target, "--no-open"])).toEqual({
    kind: "serve",
    port: "0",
    open: { target, opensBrowser: false },
  });
});

test("passes arguments on to the command", () => {
  expect(read("inspect run.ndjson --json --help")).toEqual({
    kind: "run",
    command: "inspect",
    args: ["run.ndjson", "--json", "--help"],
  });
});

test("again is an alias of resend", () => {
  const args = ["run.jsonl", "http://127.0.0.1:9"];
  expect(readArguments(["resend", ...args])).toEqual({ kind: "run", command: "resend", args });
  expect(readArguments(["again", ...args])).toEqual({ kind: "run", command: "resend", args });
});

test("--help and --version", () => {
  expect(read("--help").kind).toBe("help");
  expect(read("--port 1 -h").kind).toBe("help");
  expect(read("--version").kind).toBe("version");
});

test.each([
  ["explode", 'unknown command "explode"; see loupe --help'],
  ["insepct a.jsonl", 'unknown command "insepct"; did you mean inspect?'],
  ["--fast 4200", 'unknown option "--fast"; see loupe --help'],
  ["--prot=4200", 'unknown option "--prot=4200"; did you mean --port?'],
  ["--port 4200 extra", 'unknown command "extra"; see loupe --help'],
  ["a.jsonl b.jsonl", 'loupe opens one target, not "a.jsonl" and "b.jsonl"; see loupe --help'],
  ["--port", "--port needs a value; see loupe --help"],
  ["--host=", "--host needs a value; see loupe --help"],
])("rejects %s", (line, reason) => {
  expect(read(line)).toEqual({ kind: "wrong", message: `loupe: ${reason}` });
});
