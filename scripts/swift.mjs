// Tests the shared store against a real distributed one: OpenStack Swift with its S3 API on loopback,
// from Debian's packages. The tests run with all devices, while one is killed, and with one that is
// full. Not part of `npm test`, because it needs those packages:
//
//   apt-get install swift swift-proxy swift-account swift-container swift-object memcached
//   node scripts/swift.mjs
import { spawn } from "node:child_process";
import { root } from "./project.mjs";
import { TestBucket } from "./swift/bucket.mjs";
import { SwiftCluster } from "./swift/cluster.mjs";

const DEVICES = 5;
const BUCKET = "loupe";
const TESTS = "lib/server/store/any-store.test.ts";
/** New objects after which a device is killed: in the middle of the uploads. */
const KILL_AFTER_OBJECTS = 45;

const PHASES = [
  { name: "with all devices", disturb: async () => undefined },
  {
    name: "while a device is killed",
    disturb: async (cluster, bucket) => {
      const before = await bucket.countObjects();
      while ((await bucket.countObjects()) < before + KILL_AFTER_OBJECTS) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      cluster.kill(1);
      console.log(`killed device 1 after ${(await bucket.countObjects()) - before} objects`);
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
    const bucket = new TestBucket(cluster.environment, BUCKET);
    await bucket.create();
    const failed = [];
    for (const { name, prepare, disturb } of PHASES) {
      console.log(`\n${name}`);
      await prepare?.(cluster);
      const tests = runTests(cluster);
      await Promise.race([disturb(cluster, bucket), tests]);
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
