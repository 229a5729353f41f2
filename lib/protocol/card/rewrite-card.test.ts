import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCardSource, rewriteCard } from "./rewrite-card.ts";

const toTap = (url: string) =>
  url.includes("agent.example") ? url.replace("agent.example", "tap.example") : null;

function rewrite(text: string) {
  const source = parseCardSource(text);
  return source && rewriteCard(source, toTap);
}

const CARD_03 = `{
  "name": "A", "url": "https://agent.example/a2a", "version": "1",
  "skills": [], "provider": {"url": "https://agent.example/"},
  "additionalInterfaces": [ {"url":"https:\\/\\/agent.example\\/rest","transport":"HTTP+JSON"},
    {"url":"other.example:1","transport":"GRPC"} ],
  "signatures": [ {"protected": "a", "signature": "b"} ]
}`;

describe("a card", () => {
  test("of 0.3 has other addresses, and no signatures", () => {
    const { text, changes } = rewrite(CARD_03) ?? { text: "", changes: [] };
    expect(changes).toEqual([
      { path: "/url", from: "https://agent.example/a2a", to: "https://tap.example/a2a" },
      {
        path: "/additionalInterfaces/0/url",
        from: "https://agent.example/rest",
        to: "https://tap.example/rest",
      },
      { path: "/signatures", from: '[ {"protected": "a", "signature": "b"} ]', to: null },
    ]);
    expect(text).toBe(
      CARD_03.replace("agent.example/a2a", "tap.example/a2a")
        .replace("https:\\/\\/agent.example\\/rest", "https://tap.example/rest")
        .replace(/,\s*"signatures": .*\n/, "\n"),
    );
    expect(JSON.parse(text).provider).toEqual({ url: "https://agent.example/" });
  });

  test("of 1.0 as the result of a call", () => {
    const card = {
      signatures: [{}],
      name: "A",
      supportedInterfaces: [{ url: "agent.example:1", protocolBinding: "GRPC" }],
      skills: [],
      documentationUrl: "https://agent.example/doc",
    };
    const text = JSON.stringify({ jsonrpc: "2.0", id: 1, result: card });
    const rewritten = rewrite(text);
    expect(JSON.parse(rewritten?.text ?? "")).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {
        name: "A",
        supportedInterfaces: [{ url: "tap.example:1", protocolBinding: "GRPC" }],
        skills: [],
        documentationUrl: "https://agent.example/doc",
      },
    });
    expect(rewritten?.changes.map(({ path }) => path)).toEqual([
      "/result/supportedInterfaces/0/url",
      "/result/signatures",
    ]);
  });

  test.each([
    [
      "without a mapped address keeps its signatures",
      '{"name":"A","url":"http://b/","skills":[],"signatures":[]}',
    ],
    ["that is none", '{"url":"https://agent.example/","kind":"task"}'],
    ["that is no JSON", "<html>"],
    [
      "in an error",
      '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"https://agent.example"}}',
    ],
  ])("%s is not changed", (_, text) => {
    expect(rewrite(text)).toBeNull();
  });
});

test("nothing but the addresses and the signatures changes, whatever else is in the card", () => {
  const members = fc.dictionary(
    fc
      .string()
      .filter(
        (name) =>
          ![
            "url",
            "name",
            "__proto__",
            "signatures",
            "jsonrpc",
            "skills",
            "supportedInterfaces",
            "additionalInterfaces",
          ].includes(name),
      ),
    fc.jsonValue(),
  );
  const order = fc.shuffledSubarray(["name", "url", "skills", "signatures"], { minLength: 4 });
  fc.assert(
    fc.property(members, order, fc.constantFrom(undefined, 2, "\t"), (more, names, indent) => {
      const own: Record<string, unknown> = {
        name: "A",
        url: "https://agent.example/x",
        skills: [],
        signatures: [{ signature: "s" }],
      };
      const card = Object.fromEntries([
        ...names.slice(0, 2).map((name) => [name, own[name]]),
        ...Object.entries(more),
        ...names.slice(2).map((name) => [name, own[name]]),
      ]);
      const { signatures: _, ...rest } = card;
      const rewritten = rewrite(JSON.stringify(card, null, indent));
      const expected = { ...rest, url: "https://tap.example/x" };
      expect(JSON.parse(rewritten?.text ?? "")).toEqual(JSON.parse(JSON.stringify(expected)));
    }),
  );
});
