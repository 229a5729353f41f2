// Snippets preserve any value: verified by running them in their languages.
import { execFileSync, spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toFetch } from "./fetch.ts";
import { formatLiteral, JAVASCRIPT, PYTHON } from "./literals.ts";
import { toPython } from "./python.ts";
import { SecretPlaceholders, type SnippetRequest } from "./secret-placeholders.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const NOTHING: SnippetRequest = { method: "GET", url: "", headers: [] };

const NASTY = [
  'it\'s "quoted" `back` \\ slash',
  "two\nlines\r\n\t\0\u007f",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template would take for its own
  "${process.exit(1)} $HOME $(id) %s {0} {x}",
  "</script><script>alert(1)</script><!-- -->",
  "Grüße 🌍 👩‍👩‍👧 \u2028\u2029 \ufeff 日本",
  "__proto__",
  "'''\"\"\"#",
];

const text = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...NASTY));
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(text, tie("value"), { maxKeys: 4 }),
  ),
})).value;

describe("a value", () => {
  test("is the same in JavaScript", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const code = formatLiteral(value, JAVASCRIPT, new SecretPlaceholders(NOTHING));
        const read: unknown = new Function(`return (${code})`)();
        expect(JSON.stringify(read)).toBe(JSON.stringify(value));
        expect(code).not.toMatch(/<\/script|<!--/i);
      }),
    );
  });

  test.runIf(hasPython)("is the same in Python", () => {
    const values = [...NASTY, ...fc.sample(anyJson, 200)];
    const code = values.map((value) =>
      formatLiteral(value, PYTHON, new SecretPlaceholders(NOTHING)),
    );
    const program = `import json\nfor value in [\n${code.join(",\n")},\n]: print(json.dumps(value))`;
    const lines = execFileSync("python3", ["-"], { input: program, encoding: "utf8" });
    const read = lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(read.map((value) => JSON.stringify(value))).toEqual(
      values.map((value) => JSON.stringify(value)),
    );
  });
});

describe("a secret", () => {
  const request: SnippetRequest = {
    method: "POST",
    url: "https://agent.example/rpc?api_key=k%2F1&x=1",
    headers: [
      ["authorization", "Bearer s3cret-token"],
      ["x-api-key", "another-key"],
      ["content-type", "application/json"],
    ],
    body: JSON.stringify({ token: 'push "token"', same: "s3cret-token", n: 1 }),
    secrets: ['push "token"'],
  };
  const SECRETS = [/s3cret-token/, /another-key/, /k%2F1|k\/1/, /push/];

  test.each([
    ["JavaScript", toFetch(request)],
    ["Python", toPython(request)],
  ])("stands in no %s code, but its variable does", (_, code) => {
    for (const secret of SECRETS) expect(code).not.toMatch(secret);
    for (const name of ["A2A_TOKEN", "A2A_X_API_KEY", "A2A_API_KEY_IN_URL", "A2A_SECRET"]) {
      expect(code).toContain(name);
    }
    expect(code).toContain("Bearer ");
  });
});
