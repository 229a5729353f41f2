// A cluster of OpenStack Swift with its S3 API on loopback, from Debian's packages: one proxy, and
// for each device an account, container and object server of its own, so that a device can be killed
// or filled alone. Everything is in a temporary folder and ends with this process.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

export const DEBIAN_PACKAGES =
  "swift swift-proxy swift-account swift-container swift-object memcached";
const KINDS = ["account", "container", "object"];
const REPLICAS = 3;
const ACCESS_KEY = "test:tester";
const SECRET_KEY = "testing";

export class SwiftCluster {
  #folder = mkdtempSync(join(tmpdir(), "loupe-swift-"));
  #processes = new Map();
  #ports = [];
  #proxyPort = 0;
  #devices;

  constructor(devices) {
    this.#devices = devices;
    process.once("exit", () => {
      for (const child of this.#processes.values()) child.kill("SIGKILL");
    });
  }

  /** Variables of a Loupe that uses the cluster. */
  get environment() {
    return {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${this.#proxyPort}`,
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: SECRET_KEY,
      AWS_REGION: "us-east-1",
    };
  }

  async start() {
    const programs = ["swift-proxy-server", "swift-ring-builder", "memcached"];
    const missing = programs.filter((name) => spawnSync("which", [name]).status !== 0);
    if (missing.length > 0) {
      throw new Error(`${missing.join(", ")} not found: apt-get install ${DEBIAN_PACKAGES}`);
    }
    const count = this.#devices * KINDS.length + 2;
    const ports = await findFreePorts(count);
    const [memcachedPort, proxyPort] = ports;
    this.#proxyPort = proxyPort;
    this.#ports = ports.slice(2);
    await Promise.all(KINDS.map((kind, index) => this.#buildRing(kind, index)));
    const user = userInfo().username;
    this.#run("memcached", "memcached", ["-l", "127.0.0.1", "-p", memcachedPort, "-u", user]);
    for (let device = 0; device < this.#devices; device++) {
      for (const kind of KINDS) this.#startServer(kind, device, { isFull: false });
    }
    this.#write("proxy.conf", createProxyConfig(proxyPort, memcachedPort, this.#folder, user));
    this.#run("proxy", "swift-proxy-server", [join(this.#folder, "proxy.conf")]);
    await this.#waitUntilHealthy();
  }

  /** Stops the servers of a device at once, as a power cut does. */
  kill(device) {
    for (const kind of KINDS) this.#processes.get(`${kind}-${device}`)?.kill("SIGKILL");
  }

  /** Leaves no room for objects on a device. */
  async fill(device) {
    await this.#stop(`object-${device}`);
    this.#startServer("object", device, { isFull: true });
    await waitForPort(this.#getPort(2, device));
  }

  /** Starts what was killed, with room for objects. */
  async repair(device) {
    for (const [index, kind] of KINDS.entries()) {
      await this.#stop(`${kind}-${device}`);
      this.#startServer(kind, device, { isFull: false });
      await waitForPort(this.#getPort(index, device));
    }
  }

  /** The last lines that the servers wrote. */
  readLog(name) {
    const path = join(this.#folder, `${name}.log`);
    return existsSync(path) ? readFileSync(path, "utf8").split("\n").slice(-20).join("\n") : "";
  }

  async stop() {
    await Promise.all([...this.#processes.keys()].map((name) => this.#stop(name)));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #getPort(kindIndex, device) {
    return this.#ports[device * KINDS.length + kindIndex];
  }

  async #buildRing(kind, index) {
    const builder = join(this.#folder, `${kind}.builder`);
    const devices = Array.from({ length: this.#devices }, (_, device) => [
      `r1z${device + 1}-127.0.0.1:${this.#getPort(index, device)}/d${device}`,
      "1",
    ]);
    for (const step of [
      ["create", "6", String(REPLICAS), "0"],
      ["add", ...devices.flat()],
      ["rebalance"],
    ]) {
      const child = spawn("swift-ring-builder", [builder, ...step], { stdio: "ignore" });
      const code = await new Promise((resolve) => child.once("exit", resolve));
      // 1 is a warning.
      if (code !== 0 && code !== 1) throw new Error(`swift-ring-builder ${step[0]} failed.`);
    }
  }

  #startServer(kind, device, { isFull }) {
    const devices = join(this.#folder, `devices-${device}`);
    mkdirSync(join(devices, `d${device}`), { recursive: true });
    const name = `${kind}-${device}`;
    const port = this.#getPort(KINDS.indexOf(kind), device);
    this.#write(
      `${name}.conf`,
      `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${this.#folder}
devices = ${devices}
mount_check = false
fallocate_reserve = ${isFull ? "100%" : "0"}
disable_fallocate = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`,
    );
    this.#run(name, `swift-${kind}-server`, [join(this.#folder, `${name}.conf`)]);
  }

  #write(name, text) {
    writeFileSync(join(this.#folder, name), text);
  }

  #run(name, program, args) {
    const log = join(this.#folder, `${name}.log`);
    const child = spawn(
      "sh",
      ["-c", 'exec "$0" "$@" >>"$LOG" 2>&1', program, ...args.map(String)],
      {
        stdio: "ignore",
        env: { ...process.env, LOG: log },
      },
    );
    this.#processes.set(name, child);
  }

  async #stop(name) {
    const child = this.#processes.get(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  async #waitUntilHealthy() {
    const url = `http://127.0.0.1:${this.#proxyPort}/healthcheck`;
    for (let attempt = 0; attempt < 300; attempt++) {
      const response = await fetch(url).catch(() => null);
      if (response?.ok) {
        for (const port of this.#ports) await waitForPort(port);
        return;
      }
      await sleep(200);
    }
    throw new Error(`Swift does not respond.\n${this.readLog("proxy")}`);
  }
}

const createProxyConfig = (port, memcachedPort, folder, user) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${user}
swift_dir = ${folder}
[pipeline:main]
pipeline = catch_errors healthcheck cache listing_formats s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
node_timeout = 5
conn_timeout = 1
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcachedPort}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${SECRET_KEY} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function waitForPort(port) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const isOpen = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isOpen) return;
    await sleep(100);
  }
  throw new Error(`Nothing listens on port ${port}.`);
}

async function findFreePorts(count) {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise((resolve, reject) => {
          server.on("error", reject);
          server.listen(0, "127.0.0.1", () => resolve(server.address().port));
        }),
    ),
  );
  for (const server of servers) server.close();
  return ports;
}
