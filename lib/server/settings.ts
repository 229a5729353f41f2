/**
 * Every environment variable the server listens to, read in this one place.
 *
 * Guarantees: a value that cannot be used is an error that names the variable, never a silent
 * default; nothing is cached, so a test may set a variable and call again.
 */
import { homedir } from "node:os";
import { join, resolve } from "node:path";

export interface Settings {
  /** `LOUPE_DATA`: the one folder Loupe writes to. */
  dataFolder: string;
  /** `LOUPE_PORT`, else the `PORT` Next.js listens on. */
  port: number;
  /** `LOUPE_HOSTS`: names besides loopback that this server may be called by. */
  hosts: readonly string[];
  /** `LOUPE_TOKEN`: required of every request when set. */
  token: string | null;
  /** `LOUPE_WIDE`: reachable from other machines. */
  wide: boolean;
  /** `LOUPE_PUBLIC_URL`: where agents on other hosts reach this server, without a slash at its end. */
  publicUrl: string | null;
  /** `LOUPE_ALLOW_TARGETS`: hosts and address ranges that may be called although wide. */
  allowTargets: readonly string[];
  /** `LOUPE_MAX_BODY`: bytes of one answer that are recorded at most. */
  maxBodyBytes: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT = 4100;
const DEFAULT_MAX_BODY = 2 ** 30;

export function readSettings(env: Environment = process.env): Settings {
  return {
    dataFolder: resolve(/*turbopackIgnore: true*/ env.LOUPE_DATA || join(homedir(), ".loupe")),
    port: whole(env, "LOUPE_PORT") ?? whole(env, "PORT") ?? DEFAULT_PORT,
    hosts: list(env.LOUPE_HOSTS),
    token: env.LOUPE_TOKEN || null,
    wide: !["", "0", "false"].includes(env.LOUPE_WIDE ?? ""),
    publicUrl: address(env, "LOUPE_PUBLIC_URL"),
    allowTargets: list(env.LOUPE_ALLOW_TARGETS),
    maxBodyBytes: whole(env, "LOUPE_MAX_BODY") ?? DEFAULT_MAX_BODY,
  };
}

function list(text = ""): string[] {
  return text
    .split(",")
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== "");
}

function address(env: Environment, name: string): string | null {
  const text = env[name]?.trim();
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && !url.username && !url.password && !url.search && !url.hash;
  if (url && isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, "");
  throw new Error(
    `${name} must be an http or https address such as https://loupe.example.com, without credentials, query or fragment.`,
  );
}

function whole(env: Environment, name: string): number | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`${name} must be a whole number, not "${text}".`);
}
