// Checks of a built image, started by scripts/image.mjs in a network of its own: what an engine and
// its users rely on. Prints one line for each check and ends with exit code 1 if one failed.

import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import http from "node:http";
import { join, resolve } from "node:path";
import { root as project, reportError } from "../project.mjs";
import { listRoot, runProgram } from "./chroot.mjs";
import { parseCompose } from "./compose.mjs";
import { Container } from "./container.mjs";

/** An address that is not loopback, as other machines see the container. */
const ADDRESS = "10.77.0.2";
const TOKEN_LINE =
  /^Loupe is at http:\/\/127\.0\.0\.1:4100\/#token=([\w-]+) or, from other machines, (\S+)$/;

const config = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { folder } = config;
const image = { config, folder };
const containers = [];
let failures = 0;

function check(name, isTrue, detail = "") {
  if (!isTrue) failures++;
  console.log(`${isTrue ? "✓" : "✗"} ${name}${isTrue || detail === "" ? "" : `: ${detail}`}`);
}

function start(options) {
  const container = new Container(image, options);
  containers.push(container);
  return container;
}

/** A folder as an engine makes a volume: with the owner of the folder in the image. */
function createVolume() {
  const volume = mkdtempSync(join(folder, "volume-"));
  const { uid, gid } = statSync(join(config.root, config.volumes[0]));
  chownSync(volume, uid, gid);
  return volume;
}

function request(
  path,
  { host = "127.0.0.1", port = 4100, method = "GET", headers = {}, body } = {},
) {
  return new Promise((resolve, reject) => {
    const sent = http.request({ host, port, path, method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, text }));
    });
    sent.on("error", reject).end(body);
  });
}

const bearer = (token) => ({ authorization: `Bearer ${token}` });

async function post(path, token, value) {
  const headers = { ...bearer(token), "content-type": "application/json" };
  const { status, text } = await request(path, {
    method: "POST",
    headers,
    body: JSON.stringify(value),
  });
  return { status, value: JSON.parse(text) };
}

const listRecordings = async (token) =>
  JSON.parse((await request("/api/recordings", { headers: bearer(token) })).text);

async function waitUntil(isTrue) {
  for (let tries = 0; tries < 200; tries++) {
    if (await isTrue()) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

/** Asks an agent through Loupe, as the page does, and returns the id of the recording. */
async function sendMessage(url, method, token, text) {
  const message = { messageId: "m1", role: "ROLE_USER", parts: [{ text }] };
  const { status, value } = await post("/api/exchanges", token, {
    method: "POST",
    url,
    headers: [
      ["content-type", "application/json"],
      ["a2a-version", "1.0"],
    ],
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { message } }),
  });
  if (status !== 202) return { status, value };
  const isOver = async () =>
    (await listRecordings(token)).some(({ id, live }) => id === value.recording && !live);
  await waitUntil(isOver);
  return { status, recording: value.recording };
}

async function checkServer() {
  const data = createVolume();
  const mounts = [{ from: data, to: config.volumes[0] }];
  const first = start({ mounts });
  const [, token, other] = await first.waitForLine(TOKEN_LINE);
  check("without LOUPE_TOKEN a token is made", token.length >= 24, token);
  check(
    "it is printed once, with the addresses",
    first.lines.filter((line) => line.includes(token)).length === 1,
  );
  check(
    "the address for other machines has it too",
    other === `http://${ADDRESS}:4100/#token=${token}`,
    other,
  );
  check("nothing else is printed", first.lines.length === 1, first.lines.join("\n"));

  const health = first.run(config.health);
  check("the health check passes", health.code === 0, health.output);
  const wrong = first.run([...config.health, "http://127.0.0.1:4101/"]);
  check("the health check of a silent port fails", wrong.code === 1, wrong.output);

  for (const host of ["127.0.0.1", ADDRESS]) {
    const page = await request("/", { host, headers: bearer(token) });
    check(
      `the page is served with the token on ${host}`,
      page.status === 200 && page.text.startsWith("<!DOCTYPE html>"),
      `status ${page.status}`,
    );
    for (const path of ["/", "/api/recordings", "/icon.svg"]) {
      const { status } = await request(path, { host });
      check(`${path} is refused without the token on ${host}`, status === 401, `status ${status}`);
    }
    const bad = await request("/", { host, headers: bearer(`${token}x`) });
    check(`another token is refused on ${host}`, bad.status === 401, `status ${bad.status}`);
  }
  const rebound = await request("/", { headers: { ...bearer(token), host: "evil.example:4100" } });
  check("another host name is refused", rebound.status === 421, `status ${rebound.status}`);

  checkProcess(first);

  const { status, recording } = await sendMessage(
    "http://127.0.0.1:4100/demo",
    "SendStreamingMessage",
    token,
    "plan a trip",
  );
  check("a demo run is recorded", status === 202 && recording !== undefined, `status ${status}`);
  const files = readdirSync(data, { recursive: true }).map((name) => join(data, name));
  const log = files.find((name) => name.endsWith(`${recording}.jsonl`));
  const text = log === undefined ? "" : readFileSync(log, "utf8");
  check("its events are in the volume", text.includes("TASK_STATE_COMPLETED"), files.join(" "));
  const owners = new Set(files.map((name) => statSync(name).uid));
  check(
    "every file there belongs to the user of the image",
    owners.size === 1 && owners.has(1000),
    [...owners].join(),
  );
  const open = files.filter(
    (name) => statSync(name).isFile() && (statSync(name).mode & 0o077) !== 0,
  );
  check("and only that user can read it", open.length === 0, open.join(" "));
  const inside = await sendMessage(`http://${ADDRESS}:9999/`, "SendMessage", token, "hello");
  check(
    "private addresses are not called",
    inside.status !== 202 || (await isRefused(inside.recording, token)),
    JSON.stringify(inside),
  );

  const code = await first.stop();
  check("SIGTERM ends it", code === 0, `exit code ${code}`);
  check(
    "it wrote nothing to its layer",
    first.listLayer().join() === "etc,etc/hosts",
    first.listLayer().join(),
  );

  const second = start({ mounts, env: { LOUPE_TOKEN: "a-token-of-our-own" } });
  const [, own] = await second.waitForLine(TOKEN_LINE);
  check("LOUPE_TOKEN is the token", own === "a-token-of-our-own", own);
  const ids = (await listRecordings(own)).map(({ id }) => id);
  check("the recording survives a restart", ids.includes(recording), ids.join());
  const old = await request("/", { headers: bearer(token) });
  check("the token of the first start is void", old.status === 401, `status ${old.status}`);
  check("the second start ends too", (await second.stop()) === 0);

  const third = start({ mounts, env: { LOUPE_TOKEN: "the-third-token-of-ours", PORT: "8080" } });
  await third.waitForLine(/^Loupe is at http:\/\/127\.0\.0\.1:8080\//);
  const moved = await request("/", { port: 8080, headers: bearer("the-third-token-of-ours") });
  check("PORT is the port", moved.status === 200, `status ${moved.status}`);
  check("the health check follows it", third.run(config.health).code === 0);
  check("the third start ends too", (await third.stop()) === 0);
}

async function isRefused(recording, token) {
  const { text } = await request(`/api/recordings/${recording}`, { headers: bearer(token) });
  return text.includes("is a private address");
}

/** User, capabilities and file system of the first process. */
function checkProcess(container) {
  const status = readFileSync(`/proc/${container.pid}/status`, "utf8");
  const read = (name) => new RegExp(`^${name}:\\s*(.*)$`, "m").exec(status)?.[1];
  check("it runs as its own user", /^1000\t1000\t1000\t1000$/.test(read("Uid")), read("Uid"));
  check("it is the first process", read("NSpid")?.endsWith("\t1") === true, read("NSpid"));
  check("it has no capabilities", /^0+$/.test(read("CapEff")) && /^0+$/.test(read("CapBnd")));
  for (const path of ["/x", "/opt/loupe/x", "/opt/loupe/package/x", "/etc/x", "/home/node/x"]) {
    const byUser = container.run(["touch", path]);
    const byRoot = container.run(["touch", path], { asRoot: true });
    check(`nobody can write ${path}`, byUser.code !== 0 && byRoot.code !== 0, byUser.output);
  }
  for (const path of ["/data/x", "/tmp/x"]) {
    const { code, output } = container.run(["sh", "-c", `touch ${path} && rm ${path}`]);
    check(`its user can write ${path}`, code === 0, output);
  }
}

async function checkCommand() {
  const log = join(project, "fixtures", "recorded", "1.0", "stream.jsonl");
  const mounts = [{ from: log, to: "/log.jsonl", mode: "ro" }];
  const passing = start({ mounts, command: ["check", "/log.jsonl"] });
  check(
    "a command runs in place of the server",
    (await passing.waitForEnd()) === 0,
    passing.lines.join("\n"),
  );
  const bad = start({ command: ["check", "/none.jsonl"] });
  check(
    "its exit code is that of the container",
    (await bad.waitForEnd()) === 2,
    bad.lines.join("\n"),
  );
}

/** Starts the services of compose.yaml under their names and sends a message to the agent. */
async function checkCompose() {
  const text = readFileSync(join(project, "compose.yaml"), "utf8");
  const services = parseCompose(text, { LOUPE_TOKEN: "token-of-the-compose-file" });
  const hosts = services.map(({ name }) => `${ADDRESS} ${name}`);
  const running = new Map();
  for (const { name, command, env, mounts, health } of services.reverse()) {
    const own = mounts.map((mount) => {
      if (mount.from.startsWith(".")) return { ...mount, from: resolve(project, mount.from) };
      return { ...mount, from: createVolume() };
    });
    const container = start({ command, env, mounts: own, hosts });
    running.set(name, container);
    const isHealthy = await waitUntil(() => container.run(health ?? config.health).code === 0);
    check(`compose: ${name} becomes healthy`, isHealthy, container.lines.join("\n"));
  }
  const { value } = await post("/api/connect", "token-of-the-compose-file", {
    address: "http://agent:9999",
  });
  const card = value.card && JSON.parse(value.card.text);
  check("compose: loupe finds the agent's card", card?.name !== undefined, JSON.stringify(value));
  const sent = await sendMessage(
    card?.url ?? "",
    "message/stream",
    "token-of-the-compose-file",
    "tools",
  );
  check("compose: the agent answers through loupe", sent.status === 202, JSON.stringify(sent));
  const { text: log } = await request(`/api/recordings/${sent.recording}`, {
    headers: bearer("token-of-the-compose-file"),
  });
  check("compose: with its recorded run", log.includes("read_tide"), log.slice(0, 500));
  for (const [name, container] of running)
    check(`compose: ${name} ends`, (await container.stop()) === 0);
}

runProgram("ip", ["link", "set", "lo", "up"]);
runProgram("ip", ["link", "add", "eth0", "type", "veth", "peer", "name", "eth1"]);
runProgram("ip", ["address", "add", `${ADDRESS}/24`, "dev", "eth0"]);
for (const name of ["eth0", "eth1"]) runProgram("ip", ["link", "set", name, "up"]);
mkdirSync(folder, { recursive: true });
const before = listRoot(config.root);
try {
  await checkServer();
  await checkCommand();
  await checkCompose();
} catch (error) {
  failures++;
  reportError(error);
} finally {
  for (const container of containers) container.kill();
}
check("the image is unchanged", listRoot(config.root) === before);
process.exitCode = failures === 0 ? 0 : 1;
console.log(failures === 0 ? "The image is as it should be." : `${failures} checks failed.`);
