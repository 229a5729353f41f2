// Credentials for agents: every simple scheme is sent only to the right origin, kept only as long as
// the user chooses, and never written to disk.
import type { GuardedRequest, GuardOptions } from "./agents/guarded-agent.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

const KEY = "k3y/of+the=harbour";
const TOKEN = "t0ken.of.the.harbour";
const PASSWORD = "pässwörd of the harbour";

const cookieOf = ({ headers }: GuardedRequest) => headers.cookie ?? "";

const keyIn = (place: "header" | "query" | "cookie"): GuardOptions => ({
  card: {
    securitySchemes: { harbour: { type: "apiKey", in: place, name: "X-Harbour" } },
    security: [{ harbour: [] }],
  },
  checkRequest: (shown) => {
    const given = {
      header: shown.headers["x-harbour"],
      query: shown.query.get("X-Harbour"),
      cookie: /X-Harbour=([^;]+)/.exec(cookieOf(shown))?.[1],
    }[place];
    return given === KEY ? null : 'ApiKey realm="the harbour"';
  },
});

const http = (scheme: "basic" | "bearer", expected: string): GuardOptions => ({
  card: { securitySchemes: { desk: { type: "http", scheme } }, security: [{ desk: [] }] },
  checkRequest: ({ headers }) => {
    if (headers.authorization === expected) return null;
    const error = headers.authorization === undefined ? "" : ', error="invalid_token"';
    return scheme === "basic" ? 'Basic realm="the desk"' : `Bearer realm="the desk"${error}`;
  },
});

const BASIC = `Basic ${Buffer.from(`Änn:${PASSWORD}`).toString("base64")}`;

const WAYS: readonly [name: string, guard: GuardOptions, fields: Record<string, string>][] = [
  ["a key in a header", keyIn("header"), { "Key for harbour": KEY }],
  ["a key in the query", keyIn("query"), { "Key for harbour": KEY }],
  ["a key in a cookie", keyIn("cookie"), { "Key for harbour": KEY }],
  [
    "a user name and a password",
    http("basic", BASIC),
    { "User name for desk": "Änn", "Password for desk": PASSWORD },
  ],
  ["a bearer token", http("bearer", `Bearer ${TOKEN}`), { "Token for desk": TOKEN }],
];

test.describe("an agent that requires", () => {
  test("credentials reports it, and responds once they are given", async ({
    loupe,
    startGuardedAgent,
  }) => {
    const { composer, credentials, timeline } = loupe;
    await loupe.open();
    for (const [name, guard, fields] of WAYS) {
      await test.step(name, async () => {
        const agent = await startGuardedAgent(guard);
        await loupe.connectAnew(agent.url);
        await expect(credentials.key).toHaveAccessibleName("Credentials: missing");
        await composer.sendMessage("hello");
        await expect(credentials.unauthorized).toContainText("HTTP 401");
        await expect(credentials.unauthorized).toContainText("requires: ");
        await expect(credentials.unauthorized).toContainText(/for “the (harbour|desk)”/);
        await credentials.fillInBanner(fields);
        await credentials.resend();
        await expect(timeline.row("Message", "You showed")).toBeVisible();
        await expect(credentials.unauthorized).toBeHidden();
        await expect(credentials.key).toHaveAccessibleName("Credentials: set");
        expect(agent.calls).toHaveLength(2);
      });
    }
  });

  test("one of two schemes, or both together, shows the options", async ({
    loupe,
    startGuardedAgent,
  }) => {
    const { composer, credentials, timeline } = loupe;
    const agent = await startGuardedAgent({
      card: {
        securitySchemes: {
          harbour: { type: "apiKey", in: "header", name: "X-Harbour" },
          desk: { type: "http", scheme: "basic" },
          pass: { type: "http", scheme: "bearer" },
        },
        security: [{ harbour: [], desk: [] }, { pass: [] }],
      },
      checkRequest: ({ headers }) => {
        const both = headers["x-harbour"] === KEY && headers.authorization === BASIC;
        return both ? null : 'Basic realm="both", Bearer realm="or this"';
      },
    });
    await loupe.connectTo(agent.url);
    await credentials.open();
    await expect(credentials.requirements).toContainText("The agent requires one of:");
    await expect(credentials.requirements).toContainText("all of: harbour and desk");
    await credentials.fill({ "Key for harbour": KEY });
    await expect(credentials.requirements.getByText("desk missing")).toBeVisible();
    await credentials.fill({ "User name for desk": "Änn", "Password for desk": PASSWORD });
    await expect(credentials.requirements.getByText("met", { exact: true })).toHaveCount(1);
    await expect(credentials.scheme("desk")).toContainText("set");
    await expect(credentials.scheme("pass")).toContainText("missing");
    await credentials.close();
    await composer.sendMessage("hello");
    await timeline.expectVerdict("Completed");
  });

  test("other credentials than given explains why, and no typed text is lost", async ({
    loupe,
    startGuardedAgent,
  }) => {
    const { composer, credentials, timeline } = loupe;
    const agent = await startGuardedAgent(http("bearer", `Bearer ${TOKEN}`));
    await loupe.connectTo(agent.url);
    await credentials.open();
    await credentials.fill({ "Token for desk": "an old one" });
    await credentials.close();
    await composer.sendMessage("my long question");
    await composer.message.fill("the next one already");
    await expect(credentials.unauthorized).toContainText(
      "expired, revoked or not valid for this server",
    );
    await expect(credentials.unauthorized).toContainText("are not accepted");
    await credentials.unauthorized.getByRole("button", { name: "Add credentials" }).click();
    await expect(credentials.field("Token for desk")).toHaveValue("an old one");
    await credentials.fill({ "Token for desk": TOKEN });
    await credentials.close();
    await expect(composer.message).toHaveValue("the next one already");
    await credentials.resend();
    await expect(timeline.row("Message", "You showed")).toBeVisible();
    await expect(timeline.row("Message", "my long question")).not.toHaveCount(0);
  });

  test("credentials for its card connects once they are given", async ({
    loupe,
    startGuardedAgent,
  }) => {
    const { connect, credentials, composer } = loupe;
    const agent = await startGuardedAgent({
      card: {},
      guardsCard: true,
      checkRequest: ({ headers }) =>
        headers.authorization === `Bearer ${TOKEN}` ? null : "Bearer",
    });
    await loupe.open();
    await connect.connectTo(agent.url);
    await expect(connect.problem).toContainText("It requires a bearer token.");
    await connect.problem.getByRole("button", { name: "Add credentials" }).click();
    await credentials.button("Add header").click();
    await credentials.field("Type of entry 1").selectOption("Bearer token");
    await credentials.fill({ "Token for entry 1": TOKEN });
    await credentials.close();
    await expect(connect.address).toHaveValue(agent.url);
    await connect.problem.getByRole("button", { name: "Try again" }).click();
    await composer.sendMessage("hello");
    await loupe.timeline.expectVerdict("Completed");
  });
});

test("custom headers are sent with every request, and only secrets are masked", async ({
  loupe,
  startGuardedAgent,
}) => {
  const { composer, credentials, timeline } = loupe;
  const agent = await startGuardedAgent({ card: {}, checkRequest: () => null });
  await loupe.connectTo(agent.url);
  await credentials.open();
  await credentials.button("Add header").click();
  await credentials.fill({ "Name of entry 1": "X-Berth", "Value of entry 1": "seventeen" });
  await credentials.field("entry 1 is a secret").uncheck();
  await credentials.button("Add header").click();
  await credentials.fill({ "Name of entry 2": "X-Code", "Value of entry 2": KEY });
  await credentials.close();
  await composer.showRequest();
  await expect(composer.preview).toContainText("X-Berth: seventeen");
  await expect(composer.preview).toContainText("X-Code: ‹A2A_X_CODE›");
  await composer.sendMessage("hello");
  await timeline.expectVerdict("Completed");
  expect(agent.calls[0]?.headers).toMatchObject({ "x-berth": "seventeen", "x-code": KEY });
  await expect(loupe.page.getByText(KEY)).toHaveCount(0);
  await expect(timeline.row("Message", "seventeen").first()).toBeVisible();
});

test.describe("credentials are sent only to their origin", () => {
  test("after a redirect", LONG, async ({ loupe, startGuardedAgent }) => {
    const { composer, credentials, timeline } = loupe;
    const elsewhere = await startGuardedAgent({ card: {}, checkRequest: () => null });
    const agent = await startGuardedAgent({ ...keyIn("header"), redirectsTo: elsewhere.url });
    await loupe.connectTo(agent.url);
    await credentials.open();
    await credentials.fill({ "Key for harbour": KEY });
    await credentials.close();
    await composer.sendMessage("hello");
    await timeline.expectVerdict("Completed");
    expect(agent.calls[0]?.headers["x-harbour"]).toBe(KEY);
    expect(elsewhere.calls).toHaveLength(1);
    expect(JSON.stringify(elsewhere.calls)).not.toContain(KEY);
  });

  test(
    "if the card names an interface on another origin",
    LONG,
    async ({ loupe, startGuardedAgent }) => {
      const { connect, composer, credentials, timeline } = loupe;
      const elsewhere = await startGuardedAgent(keyIn("header"));
      const agent = await startGuardedAgent({
        ...keyIn("header"),
        guardsCard: true,
        interfaceUrl: `${elsewhere.url}/`,
      });
      await loupe.open();
      await connect.connectTo(agent.url);
      await connect.problem.getByRole("button", { name: "Add credentials" }).click();
      await credentials.button("Add header").click();
      await credentials.fill({ "Name of entry 1": "X-Harbour", "Value of entry 1": KEY });
      await credentials.close();
      await connect.problem.getByRole("button", { name: "Try again" }).click();
      await composer.sendMessage("hello");
      await expect(credentials.unauthorized).toContainText("requires: harbour");
      expect(JSON.stringify(elsewhere.calls)).not.toContain(KEY);
      await credentials.unauthorized.getByRole("button", { name: "Add credentials" }).click();
      await expect(credentials.dialog).toContainText(`Only for ${elsewhere.url}`);
      await expect(credentials.dialog).toContainText(`for ${agent.url} are not sent here`);
      await credentials.fill({ "Key for harbour": KEY });
      await credentials.close();
      await credentials.resend();
      await expect(timeline.row("Message", "You showed")).toBeVisible();
    },
  );
});

test.describe("credentials are kept", () => {
  const here = "Credentials: set";

  test("in memory, unless another option is chosen", async ({ loupe, startGuardedAgent }) => {
    const { credentials, page } = loupe;
    const agent = await startGuardedAgent(keyIn("header"));
    await loupe.connectTo(agent.url);
    await credentials.open();
    await credentials.fill({ "Key for harbour": KEY });
    await credentials.close();
    await expect(credentials.key).toHaveAccessibleName(here);
    expect(await page.evaluate(stored)).not.toContain(KEY);
    await loupe.reload();
    await expect(credentials.key).toHaveAccessibleName("Credentials: missing");
  });

  for (const [how, survives] of [
    ["This tab", false],
    ["This browser", true],
  ] as const) {
    test(how.toLowerCase(), survives ? {} : LONG, async ({ loupe, startGuardedAgent, context }) => {
      const { credentials, page } = loupe;
      const agent = await startGuardedAgent(keyIn("header"));
      await loupe.connectTo(agent.url);
      await credentials.open();
      await credentials.fill({ "Key for harbour": KEY });
      await credentials.chooseStorage(how);
      await credentials.close();
      await loupe.reload();
      await expect(credentials.key).toHaveAccessibleName(here);
      const second = await context.newPage();
      await second.goto(page.url());
      const name = survives ? here : "Credentials: missing";
      await expect(second.getByRole("button", { name: /^Credentials: / })).toHaveAccessibleName(
        name,
      );
      await second.close();
      await credentials.open();
      await credentials.button("Remove all").click();
      await credentials.close();
      await expect(credentials.key).toHaveAccessibleName("Credentials: missing");
      expect(await page.evaluate(stored)).not.toContain(KEY);
    });
  }
});

const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);

test("a copied request has placeholders, and contains secrets only on request", async ({
  loupe,
  startGuardedAgent,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { composer, credentials, page, palette } = loupe;
  const agent = await startGuardedAgent(http("bearer", `Bearer ${TOKEN}`));
  await loupe.connectTo(agent.url);
  await credentials.open();
  await credentials.fill({ "Token for desk": TOKEN });
  await credentials.close();
  await composer.message.fill("hello");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await composer.copyAs("curl");
  await expect.poll(copied).toContain(`'Authorization: Bearer '"\${A2A_TOKEN:?}"`);
  expect(await copied()).not.toContain(TOKEN);
  await palette.choose("curl with secrets");
  await expect.poll(copied).toContain(`'Authorization: Bearer ${TOKEN}'`);
});

test("a task that waits for authorization shows what for, and where to respond", async ({
  loupe,
  startGuardedAgent,
}) => {
  const { composer, credentials, timeline } = loupe;
  const agent = await startGuardedAgent({ card: {}, checkRequest: () => null });
  await loupe.connectTo(agent.url);
  await composer.sendMessage("authorize");
  await expect(credentials.authRequired).toContainText("https://calendar.example/allow");
  const link = await credentials.openLink("calendar.example");
  await expect(link).toHaveAttribute("href", "https://calendar.example/allow?task=1");
  await expect(link).toHaveAttribute("rel", /noopener noreferrer/);
  await credentials.authRequired.getByRole("button", { name: "Reply" }).click();
  await expect(composer.message).toBeFocused();
  await expect(composer.chosenTarget).toHaveText(/Continue task/);
  await composer.sendMessage("I did");
  await timeline.expectVerdict("Completed");
  await expect(credentials.authRequired).toBeHidden();
});

test("no secret is written to disk", async ({ page, startGuardedAgent, loupe, ownServer }) => {
  const { composer, credentials, timeline } = loupe;
  const agent = await startGuardedAgent({
    card: {
      securitySchemes: {
        harbour: { type: "apiKey", in: "query", name: "berth" },
        desk: { type: "http", scheme: "basic" },
      },
      security: [{ harbour: [], desk: [] }],
    },
    checkRequest: ({ query, headers }) =>
      query.get("berth") === KEY && headers.authorization === BASIC ? null : "Basic",
  });
  const urls: string[] = [];
  page.on("framenavigated", (frame) => urls.push(frame.url()));
  await loupe.open(ownServer.url);
  await loupe.connect.connectTo(agent.url);
  await credentials.open();
  await credentials.fill({
    "Key for harbour": KEY,
    "User name for desk": "Änn",
    "Password for desk": PASSWORD,
  });
  await credentials.button("Add header").click();
  await credentials.fill({ "Name of entry 1": "X-Trace", "Value of entry 1": TOKEN });
  await credentials.close();
  await composer.sendMessage("hello");
  await timeline.expectVerdict("Completed");
  expect(agent.calls[0]?.query.get("berth")).toBe(KEY);

  await loupe.exporting.open();
  const { text } = await loupe.exporting.download();
  const files = await ownServer.stopAndReadAll();
  expect(text).toContain("You showed");
  expect(files.join("")).toContain("You showed");
  const everything = [...files, text, ...urls, page.url(), ownServer.output].join("\n");
  const base64 = BASIC.slice("Basic ".length);
  for (const secret of [KEY, encodeURIComponent(KEY), TOKEN, PASSWORD, base64]) {
    expect(everything).not.toContain(secret);
  }
});
