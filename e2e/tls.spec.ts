// Agents over TLS: whom to trust, how Loupe identifies itself, and warnings for unverified agents.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { GuardOptions } from "./agents/guarded-agent.ts";
import type { Loupe } from "./panels/loupe.ts";
import { expect, LONG, test } from "./support/fixtures.ts";

const path = (name: string) => fileURLToPath(new URL(`../fixtures/tls/${name}`, import.meta.url));
const pem = (name: string) => readFileSync(path(name), "utf8");

const open: GuardOptions = {
  card: {},
  checkRequest: () => null,
  tls: { key: pem("agent.key"), cert: pem("agent.pem") },
};

const certified: GuardOptions = {
  card: { securitySchemes: { cert: { type: "mutualTLS" } }, security: [{ cert: [] }] },
  checkRequest: ({ isCertified }) => (isCertified ? null : ""),
  tls: { ...open.tls, requestCert: true, rejectUnauthorized: false, ca: pem("ca.pem") },
};

/** Connects to an agent with an untrusted certificate, and opens the dialog for it. */
async function meetUntrusted(loupe: Loupe, address: string): Promise<void> {
  await loupe.open();
  await loupe.connect.connectTo(address);
  await expect(loupe.connect.problem).toContainText("TLS connection failed");
  await loupe.connect.problem.getByRole("button", { name: "TLS settings" }).click();
  await expect(loupe.credentials.dialog).toContainText(`Only for ${address}`);
}

async function tryAgain({ connect, credentials, composer }: Loupe): Promise<void> {
  await credentials.close();
  await connect.problem.getByRole("button", { name: "Try again" }).click();
  await composer.message.waitFor();
}

test("a given certificate authority is trusted", async ({ loupe, startGuardedAgent }) => {
  const agent = await startGuardedAgent(open);
  await meetUntrusted(loupe, agent.url);
  await loupe.credentials.fill({ "Additional trusted authorities": pem("ca.pem") });
  await tryAgain(loupe);
  await loupe.composer.sendMessage("hello");
  await loupe.timeline.expectVerdict("Completed");
  await expect(loupe.credentials.unverifiedTls).toBeHidden();
});

test("any certificate is accepted if chosen, with a permanent warning", async ({
  loupe,
  startGuardedAgent,
}) => {
  const { composer, credentials, timeline } = loupe;
  const agent = await startGuardedAgent(open);
  await meetUntrusted(loupe, agent.url);
  await credentials.dialog.getByRole("checkbox", { name: "Accept any certificate" }).check();
  await tryAgain(loupe);
  await expect(credentials.unverifiedTls).toContainText(agent.url);
  await composer.sendMessage("hello");
  await timeline.expectVerdict("Completed");
  await expect(credentials.unverifiedTls).toBeVisible();
  await credentials.unverifiedTls.getByRole("button", { name: "Verify certificates" }).click();
  await expect(credentials.unverifiedTls).toBeHidden();
  await composer.sendMessage("hello again");
  await expect(timeline.row("Error").last()).toBeVisible();
  expect(agent.calls).toHaveLength(1);
});

test("a client certificate identifies Loupe, and its key is never written to disk", async ({
  loupe,
  startGuardedAgent,
}) => {
  const { composer, credentials, page, timeline } = loupe;
  const agent = await startGuardedAgent(certified);
  await meetUntrusted(loupe, agent.url);
  await credentials.fill({ "Additional trusted authorities": pem("ca.pem") });
  await tryAgain(loupe);
  await composer.sendMessage("who am I?");
  await expect(credentials.unauthorized).toContainText("requires: cert");
  await credentials.unauthorized.getByRole("button", { name: "Add credentials" }).click();
  await expect(credentials.scheme("cert")).toContainText("missing");

  await credentials.fill({ "Client certificate": "no certificate" });
  await expect(credentials.dialog).toContainText("Not a PEM block");
  await expect(credentials.dialog).toContainText("Add the key too");
  const choose = async (label: string, file: string) => {
    const choosing = page.waitForEvent("filechooser");
    await credentials.button(`Choose file: ${label}`).click();
    await (await choosing).setFiles(path(file));
  };
  // One right after the other: neither file may get lost.
  await choose("Client certificate", "client.pem");
  await choose("Private key", "client.key");
  await expect(credentials.dialog).toContainText("characters, hidden");
  await expect(credentials.dialog.getByLabel("Client certificate", { exact: true })).toHaveValue(
    pem("client.pem"),
  );
  await expect(credentials.scheme("cert")).toContainText("set");
  await credentials.close();
  await credentials.resend();
  await expect(timeline.row("Message", "You showed")).toBeVisible();
  expect(agent.calls.map(({ isCertified }) => isCertified)).toEqual([false, true]);

  const [, line = ""] = pem("client.key").split("\n");
  const folder = join(process.env.LOUPE_E2E_DATA ?? "", "recordings");
  const files = readdirSync(folder).map((file) => readIfThere(join(folder, file)));
  expect(line).toMatch(/^[\w+/=]{20,}$/);
  expect(files.join("")).not.toContain(line);
});

test("an encrypted key requires its passphrase", LONG, async ({ loupe, startGuardedAgent }) => {
  const { composer, credentials, timeline } = loupe;
  const agent = await startGuardedAgent(certified);
  await meetUntrusted(loupe, agent.url);
  await credentials.fill({
    "Client certificate": pem("client.pem"),
    "Private key": pem("client-locked.key"),
    "Additional trusted authorities": pem("ca.pem"),
  });
  await credentials.close();
  await loupe.connect.problem.getByRole("button", { name: "Try again" }).click();
  await expect(loupe.connect.problem).toContainText("is encrypted");
  await loupe.connect.problem.getByRole("button", { name: "TLS settings" }).click();
  await credentials.fill({ "Key passphrase": "open-sesame" });
  await tryAgain(loupe);
  await composer.sendMessage("hello");
  await timeline.expectVerdict("Completed");
});

/** A recording of another test may be deleted meanwhile. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (!existsSync(file)) return "";
    throw error;
  }
}
