// Whom the server answers, what its pages may do, and what it never writes down.
import { readFile } from "node:fs/promises";
import { createServer, request as httpRequest } from "node:http";
import { join } from "node:path";
import { closeServer, listen } from "./agents/agent.ts";
import type { Tab } from "./panels/inspector.ts";
import { expect, test } from "./support/fixtures.ts";
import { fixture } from "./support/logs.ts";
import { watch } from "./support/witness.ts";

const TABS: readonly Tab[] = ["Rendered", "Decoded", "Wire"];

const recordingFile = (id: string) =>
  readFile(join(process.env.LOUPE_E2E_DATA ?? "", "recordings", `${id}.jsonl`), "utf8");

test.describe("every answer says what a page may do", () => {
  for (const path of ["/", "/theme.js", "/api/recordings", "/demo/.well-known/agent-card.json"]) {
    test(path, async ({ request }) => {
      const headers = (await request.get(path)).headers();
      const policy = headers["content-security-policy"] ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(policy).not.toMatch(/script-src[^;]*(\*|https?:|data:|blob:)/);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect(headers["x-powered-by"]).toBeUndefined();
    });
  }
});

test("a whole visit breaks no rule of its own page and calls nobody else", async ({ loupe }) => {
  const { page, composer, timeline, inspector } = loupe;
  const { errors, strangers } = watch(page);
  await loupe.meetDemo();
  await composer.say("fail");
  await timeline.endsAs("Failed");
  const see = async () => {
    for (const kind of [
      "Message",
      "State",
      "Plan",
      "Tool",
      "Result",
      "Artifact",
      "HTTP",
    ] as const) {
      const row = timeline.row(kind).first();
      if (!(await row.isVisible())) continue;
      await row.click();
      for (const tab of TABS) await inspector.show(tab);
    }
  };
  await see();
  const run = page.url();
  await loupe.drop("caipe.sse", fixture("shapes/caipe.sse"));
  await timeline.endsAs("Completed");
  await see();
  await page.goto(run);
  await timeline.endsAs("Failed");
  await page.getByRole("button", { name: /theme$/ }).click();
  await page.getByRole("button", { name: "Loupe, start page" }).click();
  await expect(loupe.connect.address).toBeVisible();
  expect(errors).toEqual([]);
  expect(strangers).toEqual([]);
});

/** The status of an answer to a request with headers that `fetch` would not let one choose. */
function ask(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = httpRequest(url, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asking.on("error", reject).end();
  });
}

test("a server called by a name that is not its own does not answer", async ({ home }) => {
  const { port } = new URL(home);
  for (const path of ["/", "/theme.js", "/api/recordings", "/demo/.well-known/agent-card.json"]) {
    expect(await ask(home + path, { host: `rebound.example:${port}` })).toBe(421);
    expect(await ask(home + path, { host: `localhost:${port}` })).toBe(200);
  }
});

test("neither does it answer pages of other origins", async ({ home }) => {
  for (const origin of ["http://evil.example", "null", "http://127.0.0.1:1"]) {
    expect(await ask(`${home}/api/recordings`, { origin })).toBe(403);
  }
  for (const site of ["cross-site", "same-site"]) {
    expect(await ask(`${home}/api/recordings`, { "sec-fetch-site": site })).toBe(403);
  }
});

test.describe("a page of another origin", () => {
  let calls = 0;
  const canary = createServer((_, response) => {
    calls += 1;
    response.end();
  });
  const elsewhere = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><body>elsewhere");
  });
  let canaryUrl = "";
  let elsewhereUrl = "";
  test.beforeAll(async () => {
    canaryUrl = await listen(canary);
    elsewhereUrl = await listen(elsewhere);
  });
  test.afterAll(() => Promise.all([canary, elsewhere].map(closeServer)));

  for (const name of ["127.0.0.1", "localhost"]) {
    test(`at ${name} can neither read nor cause anything`, async ({ page, request, home }) => {
      const statuses: number[] = [];
      page.on("response", (response) => {
        if (response.url().startsWith(home)) statuses.push(response.status());
      });
      await page.goto(elsewhereUrl.replace("127.0.0.1", name));
      const read = await page.evaluate(
        async ({ loupe, target }) => {
          const call = { method: "GET", url: target, headers: [] };
          const body = JSON.stringify(call);
          const json = { "content-type": "application/json" };
          const tries: (() => Promise<Response>)[] = [
            () => fetch(`${loupe}/api/recordings`),
            () => fetch(`${loupe}/api/recordings`, { mode: "no-cors", credentials: "include" }),
            () => fetch(`${loupe}/api/exchanges`, { method: "POST", body, headers: json }),
            () => fetch(`${loupe}/api/exchanges`, { method: "POST", body, mode: "no-cors" }),
            () =>
              fetch(`${loupe}/api/connect`, {
                method: "POST",
                body: JSON.stringify({ address: target }),
                mode: "no-cors",
              }),
            () => fetch(`${loupe}/demo`, { method: "POST", body, mode: "no-cors" }),
          ];
          const read: string[] = [];
          for (const attempt of tries) {
            const text = await attempt().then(
              (answer) => answer.text(),
              () => "",
            );
            if (text !== "") read.push(text);
          }
          navigator.sendBeacon(`${loupe}/api/exchanges`, body);
          return read;
        },
        { loupe: home, target: canaryUrl },
      );
      expect(read).toEqual([]);

      const loaded = await page.evaluate(async (loupe) => {
        // The address comes last: an element begins to load, and may fail, as soon as it has one.
        const isLoaded = (element: HTMLScriptElement | HTMLImageElement, path: string) =>
          new Promise((resolve) => {
            element.onload = () => resolve(true);
            element.onerror = () => resolve(false);
            document.body.append(element);
            element.src = `${loupe}${path}`;
          });
        return [
          await isLoaded(document.createElement("script"), "/theme.js"),
          await isLoaded(document.createElement("img"), "/icon.svg"),
        ];
      }, home);
      expect(loaded).toEqual([false, false]);

      const framed = page.waitForResponse((response) => response.url() === `${home}/`);
      await page.evaluate((loupe) => {
        const frame = document.createElement("iframe");
        frame.src = `${loupe}/`;
        document.body.append(frame);
      }, home);
      expect((await framed).status()).toBe(403);

      const posted = page.waitForResponse((response) => response.url().endsWith("/api/exchanges"));
      await page.evaluate(
        ({ loupe, target }) => {
          const form = document.createElement("form");
          form.method = "post";
          form.enctype = "text/plain";
          form.action = `${loupe}/api/exchanges`;
          const field = document.createElement("input");
          field.name = `{"method":"GET","url":"${target}","headers":[],"body":"`;
          field.value = '"}';
          form.append(field);
          document.body.append(form);
          form.submit();
        },
        { loupe: home, target: canaryUrl },
      );
      expect((await posted).status()).toBe(403);

      expect(new Set(statuses)).toEqual(new Set([403]));
      expect(calls).toBe(0);
      const recordings = await (await request.get("/api/recordings")).text();
      expect(recordings).not.toContain(canaryUrl);
    });
  }

  test("may link to Loupe, and gets no hold of its window", async ({ page, context, home }) => {
    await page.goto(elsewhereUrl);
    const opened = context.waitForEvent("page");
    await page.evaluate((loupe) => {
      const link = document.createElement("a");
      link.href = `${loupe}/`;
      link.target = "_blank";
      link.rel = "opener";
      document.body.append(link);
      link.click();
    }, home);
    const tab = await opened;
    await expect(tab.getByRole("textbox", { name: "Agent address" })).toBeVisible();
    expect(await tab.evaluate(() => window.opener)).toBeNull();
  });
});

test.describe("secrets reach the agent and no file", () => {
  const SECRET = "s3cr3t-Zq9-value-77";

  test("in headers and in the address that is called", async ({ request, faultAgent }) => {
    const answer = await request.post("/api/exchanges", {
      data: {
        method: "POST",
        url: `${faultAgent.url}/eof?api_key=${SECRET}`,
        headers: [
          ["Authorization", `Bearer ${SECRET}`],
          ["X-API-Key", SECRET],
          ["Cookie", `session=${SECRET}`],
          ["content-type", "application/json"],
        ],
        body: "{}",
      },
    });
    const { recording } = await answer.json();
    await expect.poll(() => recordingFile(recording)).toContain('"r":"end"');
    const [visit] = faultAgent.visits;
    expect(visit?.headers).toMatchObject({
      authorization: `Bearer ${SECRET}`,
      "x-api-key": SECRET,
    });
    const file = await recordingFile(recording);
    expect(file).not.toContain(SECRET);
    expect(file).toMatch(/authorization/i);
  });

  test("in an address that was pasted", async ({ loupe, startAgent }) => {
    const agent = await startAgent("1.0");
    await loupe.meet(`${agent.cardUrl}?api_key=${SECRET}`);
    expect(await recordingFile(loupe.recording)).not.toContain(SECRET);
  });
});
