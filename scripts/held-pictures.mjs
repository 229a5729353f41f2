/** The pictures of a held stream: an agent of their own, a tap of the app before it, and a breakpoint. */
import { once } from "node:events";
import { createServer } from "node:http";

const status = (state, final = false) => ({
  ...{ kind: "status-update", final },
  status: { state },
});
const EVENTS = [
  status("submitted"),
  status("working"),
  {
    kind: "artifact-update",
    artifact: {
      ...{ artifactId: "forecast", name: "forecast" },
      parts: [{ kind: "text", text: "Saturday will be sunny, 21 degrees." }],
    },
  },
  status("completed", true),
];
const MESSAGE = {
  ...{ kind: "message", role: "user", messageId: "m-1" },
  parts: [{ kind: "text", text: "Weather in Bergamo on Saturday" }],
};
const AGENT_PORT = 9998;
const TAP_PORT = 9999;

/** One for all pictures. */
let agent = null;

async function startAgent() {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      calls += 1;
      for (const event of EVENTS) {
        const result = { taskId: `task-${calls}`, contextId: `context-${calls}`, ...event };
        response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id: 1, result })}\n\n`);
      }
      response.end();
    });
  });
  server.listen(AGENT_PORT, "127.0.0.1");
  await once(server, "listening");
  // The picture is taken while the last call is held.
  server.unref();
}

async function callAgent() {
  const response = await fetch(`http://127.0.0.1:${TAP_PORT}/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "message/stream" },
      params: { message: MESSAGE },
    }),
  });
  await response.text();
}

/** A run of the tap of which a stream is held before it is completed. */
export async function showHeld(page) {
  agent ??= startAgent();
  await agent;
  await page.goto("/");
  await page.locator("[data-part=screen][aria-busy]").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Tap your agents" }).click();
  const form = page.getByRole("dialog", { name: "Tap agents" });
  await form.getByRole("textbox", { name: "Tap listens at" }).fill(String(TAP_PORT));
  await form.getByRole("textbox", { name: "Agent is at" }).fill(String(AGENT_PORT));
  await form.getByRole("button", { name: "Start", exact: true }).click();
  await form.waitFor({ state: "hidden" });
  await callAgent();
  const rows = page.getByRole("treegrid", { name: "Timeline" }).getByRole("row");
  await rows.filter({ hasText: "completed" }).last().click();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Break before this again");
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Breakpoints" }).waitFor();
  await page.getByText("Breakpoint set").first().waitFor({ state: "hidden" });
  callAgent().catch(() => undefined);
  await page.getByRole("region", { name: "Held streams" }).waitFor();
  await rows.filter({ hasText: "Held" }).last().waitFor();
}

/** The form in which the held event is edited, with the rule that the edit breaks. */
export async function showHeldEdit(page) {
  await showHeld(page);
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("menuitem", { name: "Edit…" }).click();
  const editor = page.getByRole("textbox", { name: "Event" });
  const event = JSON.parse(await editor.innerText());
  await editor.fill(JSON.stringify({ ...event, status: { state: "finished" } }, null, 2));
  await page.getByText("Breaks DM-STATE-UNKNOWN").waitFor();
}
