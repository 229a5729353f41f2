// Which host and port the server listens on, who may reach it there, and what to call it.
import { randomBytes } from "node:crypto";
import { createServer, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { parseArgs } from "node:util";
import { StepError } from "./project.mjs";

const FIRST_PORT = 4100;
const PORTS_TRIED = 100;

/** Who starts Loupe says where on the command line, or else in the environment. */
export function parseServerArguments(args, { HOST, PORT }) {
  const text = { type: "string" };
  try {
    const options = { dev: { type: "boolean", default: false }, host: text, port: text };
    const { dev, host = HOST, port = PORT } = parseArgs({ args, options }).values;
    return { where: { HOST: host, PORT: port }, dev };
  } catch (error) {
    throw new StepError(`${error.message}\nThere are --host H and --port N.`);
  }
}

/** Reads HOST and PORT; a port of 0 leaves the choice to the system. */
export function parseListenAddress({ HOST, PORT }) {
  const host = (HOST ?? "").replace(/^\[|\]$/g, "") || "127.0.0.1";
  if (PORT === undefined || PORT === "") return { host, port: FIRST_PORT, asked: false };
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65535) {
    throw new StepError(`The port must be a number from 0 to 65535, not "${PORT}".`);
  }
  return { host, port: Number(PORT), asked: true };
}

export const isLoopback = (host) =>
  host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);

/** The first port from `first` on that can be listened on. */
export async function findFreePort(host, first) {
  for (let port = first; port <= Math.min(first + PORTS_TRIED, 65535); port++) {
    const got = await tryPort(host, port);
    if (got !== undefined) return got;
  }
  throw new StepError(`No port from ${first} on is free.`);
}

function tryPort(host, port) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", (error) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(new StepError(`Cannot listen on ${host}, port ${port}: ${error.message}`));
    });
    probe.listen({ host, port, exclusive: true }, () => {
      const got = probe.address().port;
      probe.close(() => resolve(got));
    });
  });
}

/** The environment of the server: a host beyond loopback is only served to holders of a token. */
export function createServerEnv(env, { host, port }) {
  const { LOUPE_WIDE: _, LOUPE_USER_TOKENS: __, ...rest } = env;
  const own = { ...rest, NEXT_TELEMETRY_DISABLED: "1", LOUPE_HOST: host, LOUPE_PORT: String(port) };
  if (!isLoopback(host)) own.LOUPE_WIDE = "1";
  const names = parseUserNames(env);
  if (names.length > 0)
    own.LOUPE_USER_TOKENS = names.map((name) => `${name}=${createToken()}`).join();
  else if (own.LOUPE_WIDE) own.LOUPE_TOKEN = env.LOUPE_TOKEN || createToken();
  return own;
}

const createToken = () => randomBytes(18).toString("base64url");

/** The names in LOUPE_USERS: each gets a token, and recordings of their own. */
function parseUserNames({ LOUPE_USERS = "", LOUPE_TOKEN }) {
  const names = LOUPE_USERS.split(",").map((name) => name.trim());
  if (names.join("") === "") return [];
  const wrong = names.find((name) => !/^[a-z0-9][a-z0-9_-]{0,31}$/.test(name));
  if (wrong !== undefined) {
    throw new StepError(
      `LOUPE_USERS must be names of lower-case letters and digits such as "ann,bob", not "${wrong}".`,
    );
  }
  if (new Set(names).size < names.length) throw new StepError("LOUPE_USERS names somebody twice.");
  if (LOUPE_TOKEN) {
    throw new StepError("LOUPE_TOKEN is one token for all, and LOUPE_USERS gives each their own.");
  }
  return names;
}

/** The user tokens of an environment made here: [name, token] pairs. */
export const getUserTokens = ({ LOUPE_USER_TOKENS = "" }) =>
  LOUPE_USER_TOKENS.split(",")
    .filter((pair) => pair !== "")
    .map((pair) => pair.split(/=(.*)/s, 2));

/**
 * Addresses a browser can open: for "every interface", this machine's and one for the others. The
 * token is in the fragment, which no browser sends: it stands in no server's log and no referrer.
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
