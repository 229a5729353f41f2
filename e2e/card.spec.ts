// The agent card: found, read, checked against the rules of its version, and used.
import { createServer } from "node:http";
import { type AgentCard, generateAgentCardSignature } from "a2a-sdk-1.0";
import { closeServer, listen } from "./agents/agent.ts";
import { expectAccessible } from "./support/axe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";
import { createChunk, createTaskEvents, formatJsonLines } from "./support/logs.ts";

const SKILL = { id: "plan", name: "Plan", description: "Plans a trip", tags: ["travel"] };

const cardAt = (url: string, changes: object = {}) => ({
  name: "Planner",
  description: "Plans trips",
  version: "1.0.0",
  supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [SKILL],
  ...changes,
});

type Served = (url: string) => Record<string, unknown>;

/** Serves documents by path; POST requests get an error for an unknown task. */
async function withDocuments(documents: Served, use: (url: string) => Promise<void>) {
  let served: Record<string, unknown> = {};
  const server = createServer((request, response) => {
    const found = request.method === "POST" ? NO_TASK : served[request.url ?? ""];
    response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(typeof found === "string" ? found : JSON.stringify(found ?? {}));
  });
  try {
    const url = await listen(server);
    served = documents(url);
    await use(url);
  } finally {
    await closeServer(server);
  }
}

const NO_TASK = { jsonrpc: "2.0", id: 1, error: { code: -32001, message: "Task not found" } };
const WELL_KNOWN = "/.well-known/agent-card.json";
const lines = (card: unknown) => JSON.stringify(card, null, 2);

test.describe("the card of a real agent", () => {
  test("breaks no rule of its version", async ({ loupe, startAgent }) => {
    await loupe.open();
    for (const generation of ["0.2", "0.3", "1.0"] as const) {
      await test.step(generation, async () => {
        const agent = await startAgent(generation);
        await loupe.connectAnew(agent.url);
        await loupe.card.show();
        await expect(loupe.card.page.getByRole("heading", { level: 1 })).toHaveText(
          `Scripted ${generation}`,
        );
        await expect(loupe.card.count("1 error")).toHaveCount(0);
        await expect(loupe.card.validation.getByText(/\d+ errors?$/)).toHaveCount(0);
        await expect(loupe.card.validation.getByText(/\d+ passed/)).toBeVisible();
        await expect(loupe.card.fact("Streaming")).toHaveText("Yes");
        await expect(loupe.card.fact("Fetched")).toContainText("ms");
        await expect(loupe.card.interface(agent.rpcUrl)).toContainText("In use");
      });
    }
  });

  test("probes an interface and records the call, and offers its examples as messages", async ({
    loupe,
    startAgent,
  }) => {
    const agent = await startAgent("1.0");
    await loupe.connectTo(agent.url);
    await loupe.card.show();
    for (const url of [agent.rpcUrl, agent.restUrl ?? ""]) {
      const row = loupe.card.interface(url);
      await expect(row).toContainText("not probed");
      await row.getByRole("button", { name: /^Probe/ }).click();
      await expect(row).toContainText(/\d ms/);
    }
    await expect(loupe.rail.exchange("GetTask")).toContainText("probe answered");
    await expect(loupe.rail.exchange("GET tasks/")).toContainText("probe answered");
    // The agent was looked up but not called, so there is no verdict yet.
    await loupe.page.keyboard.press("Escape");
    await expect(loupe.page.getByText("Send a message to start")).toBeVisible();
    await loupe.card.show();
    await loupe.card.section("Skills").getByRole("button", { name: "stream", exact: true }).click();
    await expect(loupe.composer.message).toBeFocused();
    await expect(loupe.composer.message).toHaveValue("stream");
  });

  test(
    "opens from the rail, and Escape returns to the previous pane",
    LONG,
    async ({ loupe, startAgent }) => {
      const agent = await startAgent("0.2");
      await loupe.connectTo(agent.url);
      await loupe.composer.message.fill("half a sentence");
      await loupe.rail.exchange("GET agent.json").click();
      await expect(loupe.card.page).toBeVisible();
      await expect(loupe.card.candidates).toContainText("/.well-known/agent-card.jsonHTTP 404");
      await expect(loupe.card.candidates).toContainText("agent card, used");
      await loupe.page.keyboard.press("Escape");
      await expect(loupe.composer.message).toHaveValue("half a sentence");
    },
  );
});

test.describe("problems of a card", () => {
  const bad = (url: string) =>
    cardAt(url, {
      supportedInterfaces: [
        { url: `${url}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" },
        { url: "http://0.0.0.0:8000/rest", protocolBinding: "HTTP+JSON" },
      ],
      skills: [SKILL, { ...SKILL, id: "pagerduty", tags: [] }],
    });

  test("are shown at their lines, and each leads to the other", async ({ loupe }) => {
    await withDocuments(
      (url) => ({ [WELL_KNOWN]: lines(bad(url)) }),
      async (url) => {
        const { card } = loupe;
        await loupe.connectTo(url);
        await card.show();
        await expect(card.count("2 errors")).toBeVisible();
        await expect(card.count("1 warning")).toBeVisible();
        await card.source
          .getByRole("button", { name: /no protocolVersion/ })
          .first()
          .click();
        await expect(card.finding("card/interface-version")).toBeInViewport();
        await expect(card.pointedLine).toHaveText([
          "    {",
          '      "url": "http://0.0.0.0:8000/rest",',
          '      "protocolBinding": "HTTP+JSON"',
          "    }",
        ]);
        await card.finding("card/skill-tags").getByRole("button").click();
        await expect(card.pointedLine).toHaveText(['      "tags": []']);
        await expectAccessible(loupe.page, "card with findings");
      },
    );
  });

  test("an unreachable URL comes with a suggested fix, used only if chosen", async ({ loupe }) => {
    await withDocuments(
      (url) => ({ [WELL_KNOWN]: bad(url) }),
      async (url) => {
        const { card } = loupe;
        await loupe.connectTo(url);
        await card.show();
        await expect(card.interface(`${url}/rpc`)).toContainText("In use");
        const offered = card.interface(`${url}/rest`);
        await expect(offered).toContainText("suggested, based on");
        await offered.getByRole("button", { name: `Use ${url}/rest` }).click();
        await expect(offered).toContainText("In use");
        await loupe.page.keyboard.press("Escape");
        await loupe.composer.showRequest();
        await expect(loupe.composer.preview).toContainText(`${url}/rest/message:stream`);
      },
    );
  });

  test("an unreachable URL is reported before anything is sent there", async ({ loupe }) => {
    const nowhere = "http://0.0.0.0:1/rpc";
    const only = [{ url: nowhere, protocolBinding: "JSONRPC", protocolVersion: "1.0" }];
    await withDocuments(
      (url) => ({ [WELL_KNOWN]: cardAt(url, { supportedInterfaces: only }) }),
      async (url) => {
        await loupe.connectTo(url);
        const offer = loupe.page.getByRole("region", { name: "Timeline" }).locator("..");
        await expect(offer).toContainText(`${nowhere}: 0.0.0.0 is an address to listen on`);
        await expectAccessible(loupe.page, "an address in doubt");
        await loupe.page.getByRole("button", { name: `Use ${url}/rpc` }).click();
        await expect(offer).not.toContainText("0.0.0.0");
        await loupe.card.show();
        await expect(loupe.card.interface(`${url}/rpc`)).toContainText("In use");
      },
    );
  });

  test(
    "a card on one line is formatted, and shown as received on request",
    LONG,
    async ({ loupe }) => {
      await withDocuments(
        (url) => ({ [WELL_KNOWN]: cardAt(url) }),
        async (url) => {
          const { card } = loupe;
          await loupe.connectTo(url);
          await card.show();
          await expect(card.source).toContainText('"name": "Planner"');
          await card.source.getByRole("radio", { name: "As received" }).click();
          await expect(card.source).toContainText('{"name":"Planner"');
        },
      );
    },
  );

  test("a broken card can still be viewed", LONG, async ({ loupe }) => {
    await withDocuments(
      (url) => ({ [WELL_KNOWN]: lines(cardAt(url)).replace('"1.0.0",', '"1.0.0",,') }),
      async (url) => {
        const { card, connect } = loupe;
        await loupe.open();
        await connect.connectTo(url);
        await connect.problem.getByRole("button", { name: "Show as card" }).click();
        await expect(card.finding("card/json")).toContainText("line 4, column 22");
        await expect(card.markedLines.first()).toContainText('"version": "1.0.0",,');
      },
    );
  });
});

test("lists the result at each location where no card was found", LONG, async ({ loupe }) => {
  await withDocuments(
    () => ({ "/.well-known/agent.json": { hello: "world" } }),
    async (url) => {
      await loupe.open();
      await loupe.connect.connectTo(url);
      const places = loupe.card.candidates.getByRole("listitem");
      await expect(places.nth(0)).toContainText("/.well-known/agent-card.jsonHTTP 404");
      await expect(places.nth(1)).toContainText("/.well-known/agent.jsonHTTP 200");
      await expect(loupe.card.candidates).toContainText("/a2a/v1/card");
      await expectAccessible(loupe.page, "candidates in vain");
    },
  );
});

test.describe("a signature", () => {
  async function signedCard(url: string, jku?: string) {
    const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
      "sign",
      "verify",
    ]);
    const header = { alg: "ES256", kid: "key-1", typ: "JOSE", ...(jku && { jku: url + jku }) };
    const sign = generateAgentCardSignature(pair.privateKey, header);
    const { signatures } = await sign(cardAt(url) as unknown as AgentCard);
    const jwk = { ...(await crypto.subtle.exportKey("jwk", pair.publicKey)), kid: "key-1" };
    return { card: cardAt(url, { signatures }), jwk };
  }

  test("is verified with the given key only", async ({ loupe }) => {
    const documents: Record<string, unknown> = {};
    await withDocuments(
      () => documents,
      async (url) => {
        const { card, jwk } = await signedCard(url);
        documents[WELL_KNOWN] = card;
        await loupe.connectTo(url);
        await loupe.card.show();
        const signature = loupe.card.page.getByRole("listitem", { name: "Signature 1" });
        await expect(loupe.card.fact("Signature")).toHaveText("Signed, not checked");
        await expect(signature).toContainText("No key to verify it with");
        await loupe.card.keys.fill(JSON.stringify((await signedCard(url)).jwk));
        await expect(loupe.card.fact("Signature")).toHaveText("Does not verify");
        await loupe.card.keys.fill(JSON.stringify({ keys: [jwk] }));
        await expect(loupe.card.fact("Signature")).toHaveText("Verified");
        await expect(signature).toContainText("in the form that the specification defines");
        await expectAccessible(loupe.page, "signatures", "[aria-label='Agent card']");
      },
    );
  });

  test("is verified with the keys that the card points to, on request", LONG, async ({ loupe }) => {
    const documents: Record<string, unknown> = {};
    await withDocuments(
      () => documents,
      async (url) => {
        const { card, jwk } = await signedCard(url, "/keys.json");
        documents[WELL_KNOWN] = card;
        documents["/keys.json"] = { keys: [jwk] };
        await loupe.connectTo(url);
        await loupe.card.show();
        await expect(loupe.card.fact("Signature")).toHaveText("Signed, not checked");
        await expect(loupe.rail.exchange("GET keys.json")).toHaveCount(0);
        await loupe.card.page.getByRole("button", { name: "Fetch keys" }).click();
        await expect(loupe.card.fact("Signature")).toHaveText("Verified");
        await expect(loupe.rail.exchange("GET keys.json")).toHaveCount(1);
      },
    );
  });
});

test("the extended card is compared with the public one", async ({ loupe }) => {
  await withDocuments(
    (url) => {
      const rest = [{ url, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" }];
      const capabilities = { streaming: true, extendedAgentCard: true };
      const plain = cardAt(url, { supportedInterfaces: rest, capabilities });
      const secret = { ...SKILL, id: "secret", name: "Secret" };
      const extended = { ...plain, description: "Plans more", skills: [SKILL, secret] };
      return { [WELL_KNOWN]: plain, "/extendedAgentCard": extended };
    },
    async (url) => {
      await loupe.connectTo(url);
      await loupe.card.show();
      await loupe.card
        .section("Extended card")
        .getByRole("button", { name: /^Fetch/ })
        .click();
      const changes = loupe.card.changes.getByRole("listitem");
      await expect(changes.filter({ hasText: /^changeddescription/ })).toContainText("Plans more");
      await expect(changes.filter({ hasText: 'skills["secret"]' })).toContainText("added");
      await expect(changes).toHaveCount(2);
      await expectAccessible(loupe.page, "extended card", "[aria-label='Agent card']");
    },
  );
});

test.describe("an entered card", () => {
  test("pasted into the address box is shown, checked and connected to", async ({
    loupe,
    startAgent,
  }) => {
    const agent = await startAgent("1.0");
    const text = await (await fetch(agent.cardUrl)).text();
    await loupe.open();
    await loupe.card.paste(text);
    await expect(loupe.card.page.getByRole("heading", { level: 1 })).toHaveText("Scripted 1.0");
    await expect(loupe.card.validation.getByText(/\d+ errors?$/)).toHaveCount(0);
    await expectAccessible(loupe.page, "given card");
    await loupe.page.getByRole("button", { name: "Connect with this card" }).click();
    await loupe.composer.sendMessage("stream");
    await loupe.timeline.expectVerdict("Completed");
  });

  test(
    "without an absolute URL explains why the agent cannot be called",
    LONG,
    async ({ loupe }) => {
      await loupe.open();
      await loupe.card.paste(lines({ ...cardAt(""), name: "Nowhere" }));
      await expect(loupe.card.finding("card/url-form")).toContainText("absolute");
      await loupe.page.getByRole("button", { name: "Connect with this card" }).click();
      await expect(loupe.card.page.getByRole("alert")).toContainText(
        "This card has no usable interface",
      );
      await expect(loupe.card.source).toContainText("Nowhere");
    },
  );

  test(
    "with thousands of items shows the first of each, and more on request",
    LONG,
    async ({ loupe, page }) => {
      const many = Array.from({ length: 3000 }, (_, i) => ({
        ...SKILL,
        id: `skill-${i}`,
        tags: [],
      }));
      const deep = JSON.parse(`${'{"k":'.repeat(50)}1${"}".repeat(50)}`);
      const extensions = [{ uri: "https://agent.example/deep", params: deep }];
      const capabilities = { streaming: true, extensions };
      await loupe.open();
      await loupe.card.paste(
        JSON.stringify({ ...cardAt("http://agent.example"), skills: many, capabilities }),
      );
      const skills = loupe.card.section("Skills").getByRole("row");
      await expect(skills).toHaveCount(101);
      await loupe.card
        .section("Skills")
        .getByRole("button", { name: "Show 100 more of 2,900 skills" })
        .click();
      await expect(skills).toHaveCount(201);
      await expect(loupe.card.findings).toHaveCount(100);
      await loupe.card.validation.getByRole("button", { name: /^Show 100 more of/ }).click();
      await expect(loupe.card.findings).toHaveCount(200);
      const elements = await page.evaluate(() => document.querySelectorAll("*").length);
      expect(elements).toBeLessThan(12_000);
      await expect(loupe.card.source).toContainText("https://agent.example/deep");
    },
  );

  test("with errors keeps every character", LONG, async ({ loupe }) => {
    await loupe.open();
    await loupe.card.paste('{\n  "name": "A",\n  "skills": [],\n}');
    await expect(loupe.card.finding("card/json")).toContainText("line 3, column 15");
    await expect(loupe.card.source).toContainText('"skills": [],');
    await loupe.page.keyboard.press("Escape");
    await expect(loupe.connect.address.last()).toBeVisible();
  });

  test("in a file opens as a card, and a log as a log", async ({ loupe }) => {
    await loupe.open();
    await loupe.drop("planner.json", lines(cardAt("https://agent.example")));
    await expect(loupe.card.page.getByRole("heading", { level: 1 })).toHaveText("Planner");
    await expect(loupe.card.page).toContainText("comes from planner.json");
    await loupe.chooseContent("log.jsonl", formatJsonLines(createTaskEvents(createChunk("hello"))));
    await loupe.timeline.expectVerdict("Completed");
    await expect(loupe.card.page).toBeHidden();
  });
});

test("on a narrow screen everything is stacked", LONG, async ({ loupe, startAgent }) => {
  await loupe.page.setViewportSize({ width: 390, height: 844 });
  const agent = await startAgent("1.0");
  await loupe.connectTo(agent.url);
  await loupe.page
    .getByRole("navigation", { name: "Panes" })
    .getByRole("button", { name: "Card" })
    .click();
  await expect(loupe.card.interface(agent.rpcUrl)).toContainText("JSON-RPC");
  await loupe.card.source.scrollIntoViewIfNeeded();
  await expect(loupe.card.source).toContainText('"name": "Scripted 1.0"');
  const width = await loupe.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
});
