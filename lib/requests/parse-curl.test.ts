import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCurl } from "../protocol/snippets/curl.ts";
import { quoteForShell } from "../text/quote-for-shell.ts";
import { type CurlCommand, parseCurl } from "./parse-curl.ts";
import { readShellTokens } from "./shell-words.ts";

/** The words that a real shell makes of a command line. */
function readWordsWithShell(line: string): string[] {
  const script = `words() { for word in "$@"; do printf '%s\\0' "$word"; done; }\nwords ${line}`;
  return execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1);
}

const readWords = (line: string) => readShellTokens(line).map(({ text }) => text);

describe("words", () => {
  test.each([
    String.raw`a 'b c' "d \"e\" \$f \g" h\ i`,
    String.raw`$'line\nbreak' $'it\'s' $'\u00fcn\xc3'`.replace("\\xc3", ""),
    String.raw`a'b'"c"\d`,
    `'many
lines' two \\
  three`,
    `"" '' $'' x`,
    String.raw`"a \
b" c # a comment`,
    String.raw`a#b \# "#" 1$ $`,
  ])("%s are those of a shell", (line) => {
    expect(readWords(line)).toEqual(readWordsWithShell(line));
  });

  test("that were quoted for a shell are read back", () => {
    const word = fc.string({ unit: "binary", maxLength: 40 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 10 }), (words) => {
        const plain = words.map((text) => text.replaceAll("\r\n", "\n"));
        expect(readWords(plain.map(quoteForShell).join(" "))).toEqual(plain);
      }),
    );
  });

  test("with shell variables have variables", () => {
    expect(readWords(`a$B-\${C:?} "x \${D:-1}" '$E'`)).toEqual(["a{{B}}-{{C}}", "x {{D}}", "$E"]);
  });
});

function parse(text: string): CurlCommand {
  const read = parseCurl(text);
  if ("error" in read) throw new Error(read.error);
  return read;
}

describe("a curl command", () => {
  const header = fc
    .tuple(
      fc.stringMatching(/^x-[a-j]{1,6}$/),
      fc
        .string({ unit: "grapheme-ascii", maxLength: 20 })
        .map((text) => text.replace(/[{}‹]/g, "").trim()),
    )
    .filter(([name, value]) => value !== "" && !/auth|key/i.test(name));

  test("that Loupe wrote is read as the same request", () => {
    const request = fc.record({
      method: fc.constantFrom("POST", "PUT", "DELETE"),
      url: fc.constantFrom("https://a.example/rpc?a=1&b=$HOME", "http://[::1]:9999/", "http://a/x"),
      headers: fc.uniqueArray(header, { selector: ([name]) => name, maxLength: 4 }),
      body: fc
        .string({ unit: "binary", maxLength: 80 })
        .map((text) => text.replaceAll("\r\n", "\n")),
    });
    fc.assert(
      fc.property(request, (sent) => {
        const headers = [["Content-Type", "application/json"] as const, ...sent.headers];
        const { request: read, ignored, credentials } = parse(toCurl({ ...sent, headers }));
        expect(read).toMatchObject({ method: sent.method, url: sent.url, body: sent.body });
        expect(read.headers.split("\n")).toEqual(
          headers.map(([name, value]) => `${name}: ${value}`),
        );
        expect([ignored, credentials]).toEqual([[], []]);
      }),
    );
  });

  test("with a long body is piped, and read all the same", () => {
    const body = JSON.stringify({ a: "x".repeat(120_000) });
    const headers = [["Content-Type", "application/json"]] as const;
    expect(parse(toCurl({ method: "POST", url: "http://a/", headers, body })).request.body).toBe(
      body,
    );
    expect(parse("echo '{}' | curl http://a/ -d @-").request.body).toBe("{}");
  });

  test("as a browser copies it", () => {
    const { request, ignored, credentials } = parse(
      "curl 'https://a.example/rpc' \\\n  -H 'content-type: application/json' -b 'sid=abc; lang=en' \\\n" +
        '  --data-raw $\'{"text":"it\\\'s \\u0021"}\' --compressed --insecure',
    );
    expect(JSON.parse(request.body)).toEqual({ text: "it's !" });
    expect(request.headers).toBe(
      "content-type: application/json\nCookie: sid=‹A2A_SID›; lang=‹A2A_LANG›",
    );
    expect(credentials).toEqual([
      { kind: "key", place: "cookie", name: "sid", value: "abc" },
      { kind: "key", place: "cookie", name: "lang", value: "en" },
    ]);
    expect(ignored).toEqual(["--insecure"]);
  });

  test("with options in every spelling", () => {
    const { request } = parse("curl -sSNXPUT a.example/x -Haccept:\\ a -d a=1 -d b=2 -A me;");
    expect(request).toMatchObject({ method: "PUT", url: "http://a.example/x", body: "a=1&b=2" });
    expect(request.headers).toBe(
      "accept: a\nUser-Agent: me\nContent-Type: application/x-www-form-urlencoded",
    );
    expect(parse("$ curl --json '{}' http://a").request.headers).toBe(
      "Content-Type: application/json\nAccept: application/json",
    );
    expect(parse("curl http://a -H 'accept:' -H 'x;'").request.headers).toBe("x:");
  });

  test("has its credentials apart, and placeholders in their places", () => {
    const secret = "s3cret";
    const { request, credentials } = parse(
      `curl 'http://ann:${secret}@a/?key=${secret}&a=1' -H 'X-API-Key: ${secret}'`,
    );
    expect(JSON.stringify(request)).not.toContain(secret);
    expect(request.url).toBe("http://a/?key=‹A2A_KEY›&a=1");
    expect(request.headers).toBe("Authorization: Basic ‹A2A_BASIC›\nX-API-Key: ‹A2A_X_API_KEY›");
    expect(credentials).toEqual([
      { kind: "basic", user: "ann", password: secret },
      { kind: "key", place: "query", name: "key", value: secret },
      { kind: "key", place: "header", name: "X-API-Key", value: secret },
    ]);
    const authorization = (value: string) =>
      parse(`curl http://a -H 'Authorization: ${value}'`).credentials[0];
    expect(authorization("Bearer abc")).toEqual({ kind: "bearer", token: "abc" });
    expect(authorization("Basic YTpiOmM=")).toEqual({ kind: "basic", user: "a", password: "b:c" });
    expect(authorization("Custom abc")).toMatchObject({
      name: "Authorization",
      value: "Custom abc",
    });
    expect(parse('curl http://a -H "Authorization: Bearer $TOKEN"').credentials).toEqual([
      { kind: "bearer", token: "" },
    ]);
  });
});

describe("what can't be read is an error with its place", () => {
  test.each([
    ["", /not a curl command/],
    ["wget http://a", /not a curl command/],
    ["curl", /no URL/],
    ["curl http://a http://b", /more than one URL/],
    ["curl http://a/?x=1&y=2", /Put the URL in quotes/],
    ["curl http://a | jq .", /Remove “\|”/],
    ["curl http://a\ncurl http://b", /more than one command/],
    ["curl http://a -d @body.json", /file body\.json.*Paste it/],
    ["curl http://a -d @-", /standard input/],
    ["curl http://a -d @- <<EOF", /here-document/],
    ["curl http://a -F a=b", /form/],
    ["curl http://a -G -d a=b", /query of the URL/],
    ["curl http://a --frobnicate", /--frobnicate is unknown/],
    ["curl http://a -H", /no value/],
    ["curl http://a -H 'nonsense'", /name: value/],
    ["curl http://a -d '{", /never closed/],
    ['curl http://a -d "$(cat x)"', /output of another command/],
    ["curl ^\n  http://a", /Windows/],
  ])("%j", (text, message) => {
    const read = parseCurl(text);
    expect("error" in read ? read.error : "read").toMatch(message);
  });

  test("at the option", () => {
    expect(parseCurl("curl http://a \\\n  -F a=b")).toMatchObject({ at: 18 });
  });

  test("whatever the text", () => {
    const piece = fc.constantFrom(
      "curl",
      " ",
      "'",
      '"',
      "$",
      "\\",
      "-d",
      "-H",
      "a: b",
      "http://a",
      "|",
      "\n",
      "`",
      "{",
      "@",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        parseCurl(pieces.join(""));
      }),
    );
  });
});
