// Checks cards that lack required members, from a file and from a live agent.
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { closeServer, listen } from "../e2e/agents/agent.ts";
import { runInTerminal } from "../fixtures/terminal.ts";
import type { CardVersion } from "../lib/protocol/card/card-schema.ts";
import { createCard } from "../lib/protocol/card/cards.testkit.ts";
import { main } from "./check.ts";

const NEVER = new Promise<void>(() => undefined);

interface Finding {
  readonly rule: string;
  readonly message: string;
}

async function checkCard(subject: string): Promise<Finding[]> {
  const { out } = await runInTerminal((terminal) => main([subject, "--json"], terminal, NEVER));
  return JSON.parse(out).logs.flatMap((log: { findings: Finding[] }) => log.findings);
}

function saveCard(card: object): string {
  const file = join(mkdtempSync(join(tmpdir(), "loupe-check-card-")), "card.json");
  writeFileSync(file, JSON.stringify(card, null, 2));
  return file;
}

async function serveCard(card: object): Promise<string> {
  const server = createServer((request, response) => {
    const isCard = request.url === "/.well-known/agent-card.json";
    response.writeHead(isCard ? 200 : 404, { "content-type": "application/json" });
    response.end(isCard ? JSON.stringify(card) : '{"detail":"Not Found"}');
  });
  onTestFinished(() => closeServer(server));
  return listen(server);
}

const INCOMPLETE_CARDS: [CardVersion, string, string, RegExp][] = [
  ["0.2", "name", "card/required", /no name/],
  ["0.3", "name", "card/required", /no name/],
  ["0.3", "url", "card/required", /no url/],
  ["0.3", "skills", "card/required", /no skills/],
  ["1.0", "name", "card/required", /no name/],
  ["1.0", "skills", "card/required", /no skills/],
  ["1.0", "supportedInterfaces", "card/required", /no url and no supportedInterfaces/],
];

describe.each(INCOMPLETE_CARDS)(
  "a card of version %s without %s",
  (version, member, rule, message) => {
    const card = createCard(version, { [member]: undefined });
    const problem = expect.objectContaining({ rule, message: expect.stringMatching(message) });

    test("is recognized as a card in a file", async () => {
      const findings = await checkCard(saveCard(card));
      expect(findings).toContainEqual(problem);
      expect(findings.map((finding) => finding.rule)).not.toContain("verdict/not-a2a");
    });

    test("is recognized as a card of a live agent", async () => {
      expect(await checkCard(await serveCard(card))).toContainEqual(problem);
    });
  },
);

test("a live agent's card with little more than a name is recognized as a card", async () => {
  const findings = await checkCard(await serveCard({ name: "A", description: "d", version: "1" }));
  const missing = findings.filter(({ rule }) => rule === "card/required");
  expect(missing.map(({ message }) => message).join()).toMatch(/no url and no supported/);
});

test("other JSON in a file is not recognized as a card", async () => {
  const findings = await checkCard(saveCard({ name: "a", version: "1.0.0", description: "d" }));
  expect(findings.filter(({ rule }) => rule.startsWith("card/"))).toEqual([]);
});
