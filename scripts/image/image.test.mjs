// The facts that the image, the compose file, the manifest for Kubernetes and the workflow rely on,
// read from the files. `npm run image` builds and starts the same image.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { closeServer, listen } from "../../e2e/agents/agent.ts";
import { parseListenAddress } from "../address.mjs";
import { resolveInProject, run } from "../project.mjs";
import { parseCompose } from "./compose.mjs";
import {
  parseDockerfile,
  parseDockerignore,
  parsePairs,
  parseWords,
  readImageConfig,
} from "./dockerfile.mjs";

const readText = (...names) => readFileSync(resolveInProject(...names), "utf8");

const stages = parseDockerfile(readText("Dockerfile"));
const config = readImageConfig(stages);
const isIgnored = parseDockerignore(readText(".dockerignore"));
const steps = stages.flatMap((stage) => stage.steps);
const manifest = JSON.parse(readText("package.json"));
const { port: defaultPort } = parseListenAddress({});

describe("the Dockerfile", () => {
  test("copies files that exist and that the build may see", () => {
    const copies = steps.filter(({ keyword, flags }) => keyword === "COPY" && !flags.from);
    const sources = copies.flatMap(({ value }) => value.split(/\s+/).slice(0, -1));
    expect(sources.length).toBeGreaterThan(3);
    const unusable = sources.filter(
      (source) => !existsSync(resolveInProject(source)) || (source !== "." && isIgnored(source)),
    );
    expect(unusable).toEqual([]);
  });

  test("starts from one slim base, a supported version of Node.js", () => {
    const bases = new Set(stages.map(({ base }) => base));
    expect(bases.size).toBe(1);
    const [, major] = /^node:(\d+)-\w+-slim$/.exec([...bases][0]) ?? [];
    const { jobs } = parse(readText(".github", "workflows", "nightly.yml"));
    expect(jobs.test.strategy.matrix.node.map(String)).toContain(major);
  });

  test("builds on the platform of the builder, and runs nothing of a platform in the result", () => {
    expect(readText("Dockerfile")).toMatch(/^FROM --platform=\$BUILDPLATFORM \S+ AS build$/m);
    const commands = stages.at(-1).steps.filter(({ keyword }) => keyword === "RUN");
    expect(commands.map(({ value }) => value)).toEqual(["mkdir /data && chown 1000:1000 /data"]);
  });

  test("downloads only packages of the lock file, without their scripts", () => {
    const commands = steps.filter(({ keyword }) => keyword === "RUN").map(({ value }) => value);
    const npm = commands.flatMap((command) => command.match(/npm [\w-]+.*?(?= && |$)/g) ?? []);
    expect(npm).toEqual(["npm ci --ignore-scripts", "npm pack --pack-destination /tmp"]);
    expect(commands.join("\n")).not.toMatch(/curl|wget|apt|npx|\|/);
  });

  test("runs as a user without privileges, by number", () => {
    expect(config.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  test("listens on the default port, beyond loopback, and keeps its data in the volume", () => {
    expect(config.ports).toEqual([defaultPort]);
    expect(config.env).toMatchObject({ HOST: "0.0.0.0", PORT: String(defaultPort) });
    expect(config.volumes).toEqual([config.env.LOUPE_DATA]);
    expect(Object.keys(config.env).filter((name) => /TOKEN|USERS/.test(name))).toEqual([]);
  });

  test("starts the command of the package, and checks its health with Node.js", () => {
    expect(config.entrypoint).toEqual([
      "node",
      join("/opt/loupe/package", Object.values(manifest.bin)[0]),
    ]);
    expect(config.health).toEqual(["node", "/opt/loupe/health.mjs"]);
    expect(config.healthFlags).toMatchObject({ interval: "30s", timeout: "5s" });
  });
});

test("the build sees no history, packages, results, recordings and secrets", () => {
  for (const path of [
    ".git/HEAD",
    "node_modules/next/package.json",
    "lib/node_modules/x.js",
    ".next/BUILD_ID",
    "dist/bin/check.js",
    "data/recordings/a.jsonl",
    ".loupe/requests.json",
    "a2a-loupe-0.1.0.tgz",
    ".env.local",
    "certificates/own.pem",
    "own.key",
  ]) {
    expect({ path, isIgnored: isIgnored(path) }).toEqual({ path, isIgnored: true });
  }
  for (const path of [
    "package.json",
    ".npmrc",
    ".env",
    "lib/server/data/a.ts",
    "public/icon.svg",
  ]) {
    expect({ path, isIgnored: isIgnored(path) }).toEqual({ path, isIgnored: false });
  }
});

describe("the reader of Dockerfiles", () => {
  test("joins lines, and reads flags, pairs and words", () => {
    const text = `# a comment
FROM --platform=$BUILDPLATFORM node:1-a-slim AS one
# between
RUN a && \\
  # within
  b
FROM node:1-a-slim
COPY --from=one --chown=1:1 /a /b/
ENV A=1 \\
    B="two words"
HEALTHCHECK --interval=5s CMD ["node", "x y"]
`;
    const [one, two] = parseDockerfile(text);
    expect(one).toMatchObject({ base: "node:1-a-slim", name: "one" });
    expect(one.steps[0].value.split(/\s+/)).toEqual(["a", "&&", "b"]);
    expect(two.steps[0]).toEqual({
      keyword: "COPY",
      flags: { from: "one", chown: "1:1" },
      value: "/a /b/",
    });
    expect(parsePairs(two.steps[1].value)).toEqual({ A: "1", B: "two words" });
    expect(readImageConfig([one, two])).toMatchObject({
      health: ["node", "x y"],
      healthFlags: { interval: "5s" },
      user: "0:0",
      entrypoint: [],
    });
  });

  test.each([
    ["RUN a\n", /RUN before the first FROM/],
    ["FROM a\nADD b c\n", /unknown instruction ADD/],
    ["FROM a\nRUN <<EOF\nb\nEOF\n", /here-documents/],
  ])("refuses %j", (text, reason) => {
    expect(() => parseDockerfile(text)).toThrow(reason);
  });

  test("refuses words that need a shell", () => {
    expect(() => parseWords("node x")).toThrow();
    expect(() => parseWords('{"a":1}')).toThrow(/not a list of words/);
  });

  test("lets the last pattern of .dockerignore decide", () => {
    const ignores = parseDockerignore("# all\n*.log\n!own.log\n**/tmp\n/docs/\n");
    const paths = [
      "a.log",
      "own.log",
      "x/a.log",
      "tmp/a",
      "a/b/tmp",
      "docs/a.md",
      "a/docs",
      "tmpx",
    ];
    expect(paths.filter(ignores)).toEqual(["a.log", "tmp/a", "a/b/tmp", "docs/a.md"]);
  });
});

describe("the health check", () => {
  const check = (args, env = {}) =>
    run(process.execPath, [resolveInProject("scripts", "health.mjs"), ...args], {
      quiet: true,
      env: { PATH: process.env.PATH, ...env },
    });

  const serve = async (status) => {
    const server = createServer((_request, response) => response.writeHead(status).end());
    onTestFinished(() => closeServer(server));
    return listen(server);
  };

  test.each([
    [200, 0],
    [401, 0],
    [421, 1],
    [503, 1],
  ])("of a server that answers %i has exit code %i", async (status, code) => {
    const url = await serve(status);
    expect((await check([`${url}/x`])).code).toBe(code);
    const { port } = new URL(url);
    expect((await check([], { HOST: "0.0.0.0", PORT: port })).code).toBe(code);
  });

  test("fails without a server", async () => {
    const url = await serve(200);
    const other = createServer();
    const { port } = new URL(await listen(other));
    await closeServer(other);
    expect((await check([url])).code).toBe(0);
    const { code, output } = await check([], { PORT: port });
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining("ECONNREFUSED") });
  });
});

describe("the compose file", () => {
  const services = parseCompose(readText("compose.yaml"));
  const find = (name) => services.find((one) => one.name === name);

  test("opens Loupe to this machine only, and the agent to Loupe only", () => {
    expect(find("loupe").service.ports).toEqual([`127.0.0.1:${defaultPort}:${defaultPort}`]);
    expect(find("agent").service.ports).toBeUndefined();
    expect(find("loupe").env).toEqual({ LOUPE_TOKEN: "", LOUPE_ALLOW_TARGETS: "agent" });
    const withToken = parseCompose(readText("compose.yaml"), { LOUPE_TOKEN: "t" });
    expect(withToken.find(({ name }) => name === "loupe").env.LOUPE_TOKEN).toBe("t");
  });

  test("takes everything away that the services do not need", () => {
    for (const { service } of services) {
      expect(service).toMatchObject({
        read_only: true,
        tmpfs: ["/tmp"],
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
    }
  });

  test("mounts files that exist, read-only, and the volume of the image", () => {
    const mounts = services.flatMap((one) => one.mounts);
    const files = mounts.filter(({ from }) => from.startsWith("."));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter(({ from }) => !existsSync(resolveInProject(from)))).toEqual([]);
    expect(files.filter(({ mode }) => mode !== "ro")).toEqual([]);
    expect(find("loupe").mounts.map(({ to }) => to)).toEqual(config.volumes);
  });
});

describe("the manifest for Kubernetes", () => {
  const documents = parseAllDocuments(readText("deploy", "kubernetes.yaml"));
  const objects = documents.map((document) => document.toJS());
  const find = (kind) => objects.find((one) => one.kind === kind);
  const pod = find("Deployment").spec.template;
  const loupe = pod.spec.containers.find(({ name }) => name === "loupe");

  test("is valid YAML with objects of known kinds", () => {
    expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
    expect(objects.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)).toEqual([
      "v1 PersistentVolumeClaim",
      "apps/v1 Deployment",
      "v1 Service",
      "networking.k8s.io/v1 NetworkPolicy",
    ]);
    const isName = (name) => /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(name);
    expect(objects.filter(({ metadata }) => !isName(metadata.name))).toEqual([]);
  });

  test("selects the pods that it makes", () => {
    const { labels } = pod.metadata;
    expect(find("Deployment").spec.selector.matchLabels).toEqual(labels);
    expect(find("Service").spec.selector).toEqual(labels);
    expect(find("NetworkPolicy").spec.podSelector.matchLabels).toEqual(labels);
  });

  test("refers only to volumes, ports and claims that exist", () => {
    const volumes = pod.spec.volumes.map(({ name }) => name);
    const ports = pod.spec.containers.flatMap((one) => one.ports.map(({ name }) => name));
    for (const { volumeMounts = [], ...container } of pod.spec.containers) {
      for (const { name } of volumeMounts) expect(volumes).toContain(name);
      const own = container.ports.map(({ name }) => name);
      for (const kind of ["startupProbe", "readinessProbe", "livenessProbe"]) {
        const probe = container[kind];
        const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port;
        if (port !== undefined) expect(own).toContain(port);
      }
    }
    for (const { targetPort } of find("Service").spec.ports) expect(ports).toContain(targetPort);
    const claims = pod.spec.volumes.flatMap((volume) => volume.persistentVolumeClaim ?? []);
    expect(claims).toEqual([{ claimName: find("PersistentVolumeClaim").metadata.name }]);
    const { ingress } = find("NetworkPolicy").spec;
    expect(ingress.flatMap((rule) => rule.ports.map(({ port }) => port))).toEqual(["a2a"]);
  });

  test("keeps to the restricted standard for pods", () => {
    const { securityContext } = pod.spec;
    expect(securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(`${securityContext.runAsUser}:${securityContext.runAsGroup}`).toBe(config.user);
    expect(pod.spec.automountServiceAccountToken).toBe(false);
    for (const container of pod.spec.containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(container.resources.requests).toMatchObject({
        cpu: expect.any(String),
        memory: expect.any(String),
      });
      expect(container.resources.limits.memory).toMatch(/^\d+(Mi|Gi)$/);
      expect(container.image).toMatch(/:[\d.]+$/);
    }
  });

  test("uses the image as it is: its port, its volume, its health check, and no token in the file", () => {
    expect(loupe.ports).toEqual([{ name: "loupe", containerPort: defaultPort }]);
    const paths = loupe.volumeMounts.map(({ mountPath }) => mountPath);
    expect(paths).toEqual([...config.volumes, "/tmp"]);
    for (const kind of ["startupProbe", "readinessProbe"]) {
      expect(loupe[kind].exec.command).toEqual(config.health);
    }
    expect(loupe.env.find(({ name }) => name === "LOUPE_TOKEN")).toEqual({
      name: "LOUPE_TOKEN",
      valueFrom: { secretKeyRef: { name: "loupe", key: "token" } },
    });
    expect(loupe.image).toBe(`ghcr.io/your-organization/a2a-loupe:${manifest.version}`);
  });
});

describe("the workflow of the image", () => {
  const { on, permissions, jobs } = parse(readText(".github", "workflows", "image.yml"));
  const find = (action) => jobs.image.steps.find(({ uses }) => uses?.startsWith(`${action}@`));

  test("builds for both architectures, with provenance and a list of contents", () => {
    expect(find("docker/build-push-action").with).toMatchObject({
      platforms: "linux/amd64,linux/arm64",
      provenance: "mode=max",
      sbom: true,
    });
  });

  test("is called with a version, runs no script, and has only the permissions it needs", () => {
    expect(Object.keys(on)).toEqual(["workflow_call"]);
    expect(on.workflow_call.inputs.version).toMatchObject({ required: true, type: "string" });
    expect(jobs.image.steps.filter(({ run: script }) => script !== undefined)).toEqual([]);
    expect(permissions).toEqual({ contents: "read" });
    expect(find("docker/metadata-action").with.tags).toMatch(/value=\$\{\{ inputs\.version \}\}/);
  });
});
