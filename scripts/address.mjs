// Listen address of the server: host and port, tokens, and the URLs to open.
import { randomBytes } from "node:crypto";
import { createServer, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { resolveInProject, StepError } from "./project.mjs";

const FIRST_PORT = 4100;
const PORTS_TRIED = 100;
/** A shorter token can be guessed. The same as in `lib/server/settings.ts`. */
const MIN_TOKEN_LENGTH = 16;

/** Reads host and port from the command line, else from the environment. */
export function parseServerArguments(args, { HOST, PORT }) {
  const text = { type: "string" };
  try {
    const options = { dev: { type: "boolean", default: false }, host: text, port: text };
    const { dev, host = HOST, port = PORT } = parseArgs({ args, options }).values;
    return { where: { HOST: host, PORT: port }, dev };
  } catch (error) {
    throw new StepError(`${error.message}\nThe options are --host H and --port N.`);
  }
}

/** Reads HOST and PORT; a port of 0 leaves the choice to the system. */
export function parseListenAddress({ HOST, PORT }) {
  const host = (HOST ?? "").replace(/^\[|\]$/g, "") || "127.0.0.1";
  if (PORT === undefined || PORT === "") return { host, port: FIRST_PORT, isExplicit: false };
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65535) {
    throw new StepError(`The port must be a number from 0 to 65535, not "${PORT}".`);
  }
  return { host, port: Number(PORT), isExplicit: true };
}

export const isLoopback = (host) =>
  host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

/** The first free port, starting at `first`. */
export async function findFreePort(host, first) {
  for (let port = first; port <= Math.min(first + PORTS_TRIED, 65535); port++) {
    const freePort = await tryPort(host, port);
    if (freePort !== undefined) return freePort;
  }
  throw new StepError(`No free port from ${first} on.`);
}

function tryPort(host, port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", (error) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(new StepError(`Cannot listen on ${host}, port ${port}: ${error.message}`));
    });
    probe.listen({ host, port, exclusive: true }, () => {
      const freePort = probe.address().port;
      probe.close(() => resolve(freePort));
    });
  });
}

/** The environment of the server. A server beyond loopback always requires a token. */
export function createServerEnv(env, { host, port }) {
  const { LOUPE_WIDE: _, LOUPE_USER_TOKENS: __, ...rest } = env;
  const own = { ...rest, NEXT_TELEMETRY_DISABLED: "1", LOUPE_HOST: host, LOUPE_PORT: String(port) };
  // The server runs in the folder of its own files, where a relative path would mean another folder.
  for (const name of ["LOUPE_DATA", "LOUPE_ACTS"]) {
    if (env[name]) own[name] = resolve(env[name]);
  }
  own.LOUPE_SDK = resolve(env.LOUPE_SDK || ".");
  own.LOUPE_SDK_DRIVER = resolveInProject("dist", "bin", "sdk-driver.js");
  if (!isLoopback(host)) own.LOUPE_WIDE = "1";
  checkToken(env);
  const names = parseUserNames(env);
  if (names.length > 0)
    own.LOUPE_USER_TOKENS = names.map((name) => `${name}=${createToken()}`).join();
  else if (own.LOUPE_WIDE) own.LOUPE_TOKEN = env.LOUPE_TOKEN || createToken();
  return own;
}

function checkToken({ LOUPE_TOKEN: token = "" }) {
  if (token === "" || token.length >= MIN_TOKEN_LENGTH) return;
  throw new StepError(
    `LOUPE_TOKEN has ${token.length} characters and can be guessed.\n` +
      `Set it to ${MIN_TOKEN_LENGTH} random characters or more, or unset it.`,
  );
}

const createToken = () => randomBytes(18).toString("base64url");

/** The names in LOUPE_USERS. Each user gets a token and recordings of their own. */
function parseUserNames({ LOUPE_USERS = "", LOUPE_TOKEN }) {
  const names = LOUPE_USERS.split(",").map((name) => name.trim());
  if (names.join("") === "") return [];
  const invalid = names.find((name) => !/^[a-z0-9][a-z0-9_-]{0,31}$/.test(name));
  if (invalid !== undefined) {
    throw new StepError(
      `LOUPE_USERS must be names of lower-case letters and digits such as "ann,bob", not "${invalid}".`,
    );
  }
  if (new Set(names).size < names.length) throw new StepError("LOUPE_USERS contains a name twice.");
  if (LOUPE_TOKEN) {
    throw new StepError(
      "Set either LOUPE_TOKEN, one token for all, or LOUPE_USERS, which gives each user their own.",
    );
  }
  return names;
}

/** The [name, token] pairs of an environment from `createServerEnv`. */
export const getUserTokens = ({ LOUPE_USER_TOKENS = "" }) =>
  LOUPE_USER_TOKENS.split(",")
    .filter((pair) => pair !== "")
    .map((pair) => pair.split(/=(.*)/s, 2));

/**
 * URLs a browser can open: for "every interface", one for this machine and one for others. The token
 * is in the fragment, which browsers do not send, so it is in no server log and no referrer.
 */
export function formatUrls({ host, port }, token) {
  const fragment = token === undefined ? "" : `/#token=${encodeURIComponent(token)}`;
  return getHostsToOpen(host).map(
    (name) => `http://${isIPv6(name) ? `[${name}]` : name}:${port}${fragment}`,
  );
}

function getHostsToOpen(host) {
  if (host !== "0.0.0.0" && host !== "::") return [host];
  const outer = Object.values(networkInterfaces())
    .flat()
    .find((entry) => entry?.family === "IPv4" && !entry.internal);
  return outer === undefined ? ["127.0.0.1"] : ["127.0.0.1", outer.address];
}
