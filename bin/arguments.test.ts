import { expect, test } from "vitest";
import { readArguments } from "./arguments.ts";

const read = (line: string) => readArguments(line.split(" ").filter(Boolean));

test("no arguments serve", () => {
  expect(read("")).toEqual({ kind: "serve" });
});

test("port and host are read in both spellings", () => {
  expect(read("--port 4200 --host ::1")).toEqual({ kind: "serve", port: "4200", host: "::1" });
  expect(read("--port=4200")).toEqual({ kind: "serve", port: "4200" });
});

test("a command keeps its own arguments", () => {
  expect(read("inspect run.ndjson --json --help")).toEqual({
    kind: "inspect",
    args: ["run.ndjson", "--json", "--help"],
  });
});

test("help and version", () => {
  expect(read("--help").kind).toBe("help");
  expect(read("--port 1 -h").kind).toBe("help");
  expect(read("--version").kind).toBe("version");
});

test.each([
  ["explode", 'unknown command "explode"'],
  ["--prot 4200", 'unknown option "--prot"'],
  ["--port 4200 extra", 'unknown option "extra"'],
  ["--port", "--port needs a value"],
  ["--host=", "--host needs a value"],
])("%s is named as wrong", (line, reason) => {
  expect(read(line)).toEqual({ kind: "wrong", message: `loupe: ${reason}; see loupe --help` });
});
