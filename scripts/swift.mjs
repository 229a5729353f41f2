// Tests the shared store against a real distributed one: OpenStack Swift with its S3 API on loopback,
// from Debian's packages. The tests run with all devices, while one is killed, and with one that is
// full. Not part of `npm test`, because it needs those packages:
//
//   apt-get install swift swift-proxy swift-account swift-container swift-object memcached
//   node scripts/swift.mjs
import { spawn } from "node:child_process";
import { root } from "./project.mjs";
import { createBucket } from "./swift/bucket.mjs";
import { SwiftCluster } from "./swift/cluster.mjs";

const DEVICES = 5;
const BUCKET = "loupe";
const TESTS = "lib/server/store/any-store.test.ts";
/** After the tests have begun, in the middle of their uploads. */
const KILL_AFTER_MS = 8000;

const PHASES = [
  { name: "with all devices", disturb: async () => undefined },
  {
    name: "while a device is killed",
    disturb: async (cluster) => {
      await new Promise((resolve) => setTimeout(resolve, KILL_AFTER_MS));
      cluster.kill(1);
      console.log("killed device 1");
    },
  },
  {
    name: "with one device full",
    prepare: async (cluster) => {
      await cluster.repair(1);
      await cluster.fill(2);
    },
    disturb: async () => undefined,
  },
];

async function main() {
  const cluster = new SwiftCluster(DEVICES);
  try {
    console.log(`Starting Swift with ${DEVICES} devices…`);
    await cluster.start();
    await createBucket(cluster.environment, BUCKET);
    const failed = [];
    for (const { name, prepare, disturb } of PHASES) {
      console.log(`\n${name}`);
      await prepare?.(cluster);
      const tests = runTests(cluster);
      await disturb(cluster);
      if ((await tests) !== 0) failed.push(name);
    }
    console.log(failed.length === 0 ? "\nAll passed." : `\nFailed ${failed.join(", ")}.`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    await cluster.stop();
  }
}

function runTests(cluster) {
  const child = spawn("npx", ["vitest", "run", TESTS, "--reporter=verbose"], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...cluster.environment, LOUPE_TEST_STORE: `s3://${BUCKET}` },
  });
  return new Promise((resolve) => child.once("exit", resolve));
}

process.exitCode = await main().catch((error) => {
  console.error(error.message);
  return 1;
});
