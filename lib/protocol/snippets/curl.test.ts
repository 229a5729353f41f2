import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteForShell } from "../../text/quote-for-shell.ts";
import { encodeCall } from "../encode/encode.ts";
import { toCurl } from "./curl.ts";

/** The words that a real shell makes of a command, with a function in curl's place. */
function wordsOf(command: string): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${command}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

const call = (text: string) =>
  encodeCall(
    {
      operation: "stream",
      message: { text, messageId: "m", contextId: null, taskId: null },
    },
    {
      url: "https://agent.example.com/rpc?a=1&b=$HOME",
      binding: "jsonrpc",
      version: "1.0",
      id: "1",
      freshId: "f",
    },
  );

test("a shell passes on the request as it is", () => {
  const request = call('it\'s `date` "$(id)" \\ !! *\n#\t~ ünï 🦜 ;|&<>');
  expect(wordsOf(toCurl(request))).toEqual([
    "--no-buffer",
    "--url",
    request.url,
    ...request.headers.flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
    "--data-raw",
    request.body,
  ]);
});

test("any text without NUL comes through a shell unchanged", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 }).map((raw) => raw.replaceAll("\0", ""));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), (words) => {
      expect(wordsOf(`curl ${words.map(quoteForShell).join(" ")}`)).toEqual(words);
    }),
    { numRuns: 40 },
  );
});

test("a plain request says only what is not curl's default", () => {
  const url = "http://[::1]:9999/";
  expect(toCurl({ method: "GET", url, headers: [] })).toBe(
    "curl --globoff \\\n  --url 'http://[::1]:9999/'",
  );
  expect(toCurl({ method: "DELETE", url: "http://a/", headers: [["x", ""]] })).toBe(
    "curl \\\n  --request DELETE \\\n  --url http://a/ \\\n  --header 'x;'",
  );
});

test("what stands for a secret becomes a variable of the shell", () => {
  const command = toCurl({
    method: "GET",
    url: "http://a/?it's=1&key=‹A2A_KEY›",
    headers: [
      ["Authorization", "Bearer ‹A2A_TOKEN›"],
      ["X", "‹A2A_OTHER›"],
    ],
    variables: ["A2A_KEY", "A2A_TOKEN"],
  });
  expect(wordsOf(`A2A_KEY='k $(id)'; A2A_TOKEN='"t"'; ${command}`)).toEqual([
    "--url",
    "http://a/?it's=1&key=k $(id)",
    "--header",
    'Authorization: Bearer "t"',
    "--header",
    "X: ‹A2A_OTHER›",
  ]);
});
