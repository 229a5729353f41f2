// Finds the agent behind whatever was pasted, or explains why there is none.
import { createServer, type RequestListener } from "node:http";
import { closeServer, listen } from "./agents/agent.ts";
import type { Loupe } from "./panels/loupe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

/** Starts a web server for one test. */
async function withServer(listener: RequestListener, use: (url: string) => Promise<void>) {
  const server = createServer(listener);
  try {
    await use(await listen(server));
  } finally {
    await closeServer(server);
  }
}

async function isRefused(loupe: Loupe, address: string, who: string, what: RegExp | string) {
  const { connect } = loupe;
  await connect.connectTo(address);
  await expect(connect.problem.getByText(who, { exact: true })).toBeVisible();
  await expect(connect.problem).toContainText(what);
  await expect(connect.address).toHaveValue(address);
  await expect(connect.button).toBeEnabled();
}

test("an agent is found by each of its addresses", async ({ loupe, startAgent }) => {
  await loupe.open();

  await test.step("its base URL", async () => {
    const agent = await startAgent("1.0");
    await loupe.connectAnew(agent.url);
    await expect(loupe.inspector.panel).toContainText("Scripted 1.0");
    await expect(loupe.inspector.fact("Endpoint")).toHaveText(agent.rpcUrl);
  });

  await test.step("the URL of its card", async () => {
    const agent = await startAgent("0.3");
    await loupe.connectAnew(agent.cardUrl);
    await expect(loupe.inspector.panel).toContainText("Scripted 0.3");
  });

  await test.step("the former location of its card", async () => {
    const agent = await startAgent("0.2");
    await loupe.connectAnew(agent.url);
    await expect(loupe.inspector.panel).toContainText("Scripted 0.2");
    await expect(loupe.rail.exchange("GET agent-card.json")).toHaveCount(1);
    await expect(loupe.rail.exchange("GET agent.json")).toHaveCount(1);
  });

  await test.step("host and port alone", async () => {
    const agent = await startAgent("1.0");
    await loupe.connectAnew(new URL(agent.url).host);
    await expect(loupe.inspector.panel).toContainText("Scripted 1.0");
  });

  await test.step("a path before the well-known one, with spaces around the address", async () => {
    const card = { name: "Behind a prefix", url: "http://127.0.0.1:1/rpc", skills: [] };
    const serve: RequestListener = (request, response) => {
      const isCard = request.url === "/teams/blue/.well-known/agent-card.json";
      response.writeHead(isCard ? 200 : 404, { "content-type": "application/json" });
      response.end(isCard ? JSON.stringify(card) : "{}");
    };
    await withServer(serve, async (url) => {
      await loupe.connectAnew(`  ${url}/teams/blue/ `);
      await expect(loupe.inspector.panel).toContainText("Behind a prefix");
    });
  });
});

test("an agent is found by selecting it in the list of recent agents", async ({
  loupe,
  startAgent,
}) => {
  const agent = await startAgent("1.0");
  await loupe.connectTo(agent.url);
  await loupe.showStartPage();
  const recent = loupe.page.getByRole("region", { name: "Recent agents" });
  await recent.getByRole("button", { name: "Scripted 1.0" }).click();
  await expect(loupe.composer.message).toBeFocused();
  await recent.waitFor({ state: "hidden" });
});

test("where no agent is found, the reason is shown", async ({ loupe }) => {
  await loupe.open();

  await test.step("nothing listens", async () => {
    const server = createServer();
    const url = await listen(server);
    await closeServer(server);
    await isRefused(loupe, url, "Network", /refused/i);
    await loupe.connect.problem.getByRole("button", { name: "Responses" }).click();
    await expect(loupe.connect.problem).toContainText(`${url}/.well-known/agent-card.json`);
  });

  await test.step("the name does not exist", async () => {
    await isRefused(loupe, "http://no-such-agent.invalid", "Network", "no-such-agent.invalid");
  });

  await test.step("the server has no card", async () => {
    const serve: RequestListener = (_, response) => response.writeHead(404).end("no");
    await withServer(serve, async (url) => {
      await isRefused(loupe, url, "HTTP", "serves no agent card");
      await loupe.connect.problem.getByRole("button", { name: "Responses" }).click();
      await expect(loupe.connect.problem).toContainText("HTTP 404");
    });
  });

  await test.step("the card at the root is another agent's, which is offered", async () => {
    const card = { name: "Root agent", url: "/rpc", skills: [], capabilities: {} };
    const serve: RequestListener = (request, response) => {
      const isCard = request.url === "/.well-known/agent-card.json";
      const isDenied = request.url?.startsWith("/c/401");
      response.writeHead(isDenied ? 401 : isCard ? 200 : 404, {
        "content-type": "application/json",
      });
      response.end(isCard ? JSON.stringify(card) : "{}");
    };
    await withServer(serve, async (url) => {
      const { problem } = loupe.connect;
      const getButton = (name: string) => problem.getByRole("button", { name });
      await isRefused(loupe, `${url}/c/401`, "HTTP", "The card needs credentials");
      await expect(problem).not.toContainText("Root agent");
      await expect(getButton("Add credentials")).toBeVisible();
      await isRefused(loupe, `${url}/c/x`, "A2A", "No card at /c/x");
      await expect(problem).toContainText("Found “Root agent” at the root of this host");
      await expect(getButton("Add credentials")).toBeVisible();
      await getButton("Call without a card").click();
      await expect(loupe.connect.endpoint).toHaveValue(`${url}/c/x`);
      await getButton("Show exchanges").click();
      await expect(loupe.rail.exchange("GET agent-card.json").first()).toBeVisible();
      await expect(loupe.composer.message).toBeHidden();
      await loupe.showStartPage();
      await isRefused(loupe, `${url}/c/x`, "A2A", "No card at /c/x");
      await getButton("Use it").click();
      await expect(loupe.inspector.panel).toContainText("Root agent");
      await expect(loupe.connect.address).toHaveValue(url);
      await loupe.showStartPage();
    });
  });

  await test.step("every path is a web page", async () => {
    const serve: RequestListener = (_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><h1>Hi</h1>");
    };
    await withServer(serve, async (url) => {
      await isRefused(loupe, url, "HTTP", "Not JSON");
      await loupe.connect.problem.getByRole("button", { name: "Responses" }).click();
      await expect(loupe.connect.problem).toContainText("it is a web page, not JSON");
    });
  });

  await test.step("redirects form a loop", async () => {
    const serve: RequestListener = (_, response) =>
      response.writeHead(302, { location: "/round" }).end();
    await withServer(serve, async (url) => {
      await isRefused(loupe, url, "HTTP", "The redirects failed");
    });
  });

  await test.step("the card exceeds the size limit", async () => {
    const serve: RequestListener = (_, response) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(`{"name":"${"x".repeat(11 << 20)}"}`);
    await withServer(serve, async (url) => {
      await isRefused(loupe, url, "Loupe", "10 MB");
      await loupe.connect.problem.getByRole("button", { name: "Change limit" }).click();
      await expect(loupe.limits.field("Agent card size")).toBeFocused();
      await loupe.page.keyboard.press("Escape");
    });
  });

  await test.step("the card contains no URL to call", async () => {
    const card = { name: "Nowhere", skills: [], supportedInterfaces: [] };
    const serve: RequestListener = (_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(card));
    };
    await withServer(serve, async (url) => {
      await loupe.connect.connectTo(url);
      await expect(loupe.connect.problem.getByText("A2A", { exact: true })).toBeVisible();
      await expect(loupe.connect.address).toHaveValue(url);
    });
  });
});

test("Loupe itself refuses some addresses", async ({ loupe }) => {
  await loupe.open();

  await test.step("an invalid address", async () => {
    await isRefused(loupe, "what is this", "Loupe", "cannot contain spaces");
    await isRefused(loupe, "http://[nonsense", "Loupe", "is not a valid URL");
  });

  await test.step("files", async () => {
    await isRefused(loupe, "file:///etc/passwd", "Loupe", "http or https");
  });

  await test.step("credentials in an address", async () => {
    await isRefused(loupe, "http://me:secret@127.0.0.1:9/", "Loupe", "credentials");
  });

  await test.step("the metadata address of a cloud", async () => {
    await isRefused(loupe, "http://169.254.169.254", "Loupe", /link-local .*metadata/);
    await expect(loupe.connect.problem).not.toContainText("Is the agent running");
  });
});

test("an endpoint without a card can be called", LONG, async ({ loupe, startAgent }) => {
  await loupe.open();

  await test.step("a gRPC port is recognized, and can be called", async () => {
    const { grpcUrl } = await startAgent("1.0");
    const { connect, composer, timeline } = loupe;
    await isRefused(loupe, grpcUrl ?? "", "A2A", "accepts A2A 1.0 calls over gRPC");
    await connect.problem.getByRole("button", { name: "Call over gRPC" }).click();
    await expect(loupe.page.getByText("A2A 1.0 · gRPC")).toBeVisible();
    await composer.sendMessage("plain");
    await timeline.expectVerdict("Completed");
  });

  await test.step("an endpoint can be called if its card is not found", async () => {
    const agent = await startAgent("0.3");
    const { connect, composer, timeline } = loupe;
    const serve: RequestListener = (_, response) => response.writeHead(404).end("no");
    await withServer(serve, async (url) => {
      await loupe.showStartPage();
      await isRefused(loupe, url, "HTTP", "the card itself");
      await connect.withoutCard.click();
      await connect.endpoint.fill(agent.rpcUrl);
      await connect.version.selectOption("A2A 0.3");
      await connect.callEndpoint.click();
      await composer.sendMessage("plain");
      await timeline.expectVerdict("Completed");
      // It is a request for this endpoint: it is not open at the next one.
      await composer.message.fill("plain");
      await composer.editRequest();
      await expect(composer.requestEditor).toBeVisible();
    });
  });

  await test.step("an endpoint can be called from the start page", async () => {
    const agent = await startAgent("1.0");
    await loupe.showStartPage();
    await loupe.connect.withoutCard.click();
    await loupe.connect.endpoint.fill("no address at all");
    await expect(loupe.connect.callEndpoint).toBeDisabled();
    await loupe.connect.endpoint.fill(agent.rpcUrl);
    await loupe.connect.endpoint.press("Enter");
    await loupe.composer.sendMessage("plain");
    await loupe.timeline.expectVerdict("Completed");
  });
});

test("a card without name and skills is shown, with what is missing", async ({ loupe }) => {
  const card = { url: "http://127.0.0.1:1/rpc", version: "1", capabilities: {}, description: "d" };
  const serve: RequestListener = (request, response) => {
    const isCard = request.url === "/.well-known/agent-card.json";
    response.writeHead(isCard ? 200 : 404, { "content-type": "application/json" });
    response.end(isCard ? JSON.stringify(card) : "{}");
  };
  await withServer(serve, async (url) => {
    await loupe.connectTo(url);
    await loupe.card.show();
    await expect(loupe.card.validation).toContainText("The card has no name");
    await expect(loupe.card.validation).toContainText("The card has no skills");
  });
});
