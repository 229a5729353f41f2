/**
 * Where the shared store is, by `LOUPE_STORE` and the usual variables of AWS.
 *
 * Guarantees: an unusable value is an error that names its variable; no error repeats a secret.
 */

import { hostname } from "node:os";

export interface StoreCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | null;
}

export interface StoreSettings {
  readonly bucket: string;
  /** Before every key: empty, or with a slash at its end. */
  readonly prefix: string;
  /** Without a path. */
  readonly endpoint: string;
  readonly region: string;
  /** The bucket is in the path, not in the host name. */
  readonly isPathStyle: boolean;
  /** Never print them. */
  readonly credentials: StoreCredentials;
  /** Secrets in logs are replaced before they are uploaded. */
  readonly redacts: boolean;
  /** Names this Loupe in what it writes to the store. */
  readonly server: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const EXAMPLE = "s3://bucket/prefix";
const DEFAULT_REGION = "us-east-1";
const MAX_NAME_LENGTH = 60;

/** `null` if there is no shared store. */
export function readStoreSettings(env: Environment = process.env): StoreSettings | null {
  const address = env.LOUPE_STORE?.trim();
  if (!address) return null;
  const found = /^s3:\/\/([a-z0-9][a-z0-9._-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/i.exec(address);
  const [, bucket, path = ""] = found ?? [];
  if (bucket === undefined || path.split("/").some((part) => /^\.\.?$/.test(part))) {
    throw new Error(`LOUPE_STORE must be an address such as ${EXAMPLE}.`);
  }
  const endpoint = readEndpoint(env);
  const region = env.AWS_REGION?.trim() || env.AWS_DEFAULT_REGION?.trim() || DEFAULT_REGION;
  if (!/^[\w-]+$/.test(region)) throw new Error("AWS_REGION must be a name such as eu-central-1.");
  return {
    bucket,
    prefix: path.replace(/^\/+|\/+$/g, "").replace(/(.)$/, "$1/"),
    endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
    region,
    isPathStyle: readSwitch(env, "LOUPE_STORE_PATH_STYLE") ?? endpoint !== null,
    credentials: readCredentials(env),
    redacts: readSwitch(env, "LOUPE_STORE_REDACT") ?? false,
    server: (env.LOUPE_STORE_NAME?.trim() || hostname()).slice(0, MAX_NAME_LENGTH),
  };
}

/** The address before the keys. */
export function getBucketUrl({ endpoint, bucket, isPathStyle }: StoreSettings): URL {
  const url = new URL(endpoint);
  if (isPathStyle) url.pathname = `/${bucket}/`;
  else url.hostname = `${bucket}.${url.hostname}`;
  return url;
}

function readEndpoint(env: Environment): string | null {
  for (const name of ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"]) {
    const text = env[name]?.trim();
    if (!text) continue;
    const url = URL.canParse(text) ? new URL(text) : null;
    const isPlain = url?.username === "" && url.password === "" && url.search === "";
    if (url && isPlain && url.pathname === "/" && /^https?:$/.test(url.protocol)) return url.origin;
    throw new Error(
      `${name} must be an http or https address such as https://s3.example.com, without a path or credentials.`,
    );
  }
  return null;
}

function readCredentials(env: Environment): StoreCredentials {
  const accessKeyId = env.AWS_ACCESS_KEY_ID?.trim();
  const secretAccessKey = env.AWS_SECRET_ACCESS_KEY?.trim();
  if (!accessKeyId || !secretAccessKey) {
    throw new Error(
      "LOUPE_STORE needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Loupe reads no AWS profiles.",
    );
  }
  return { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN?.trim() || null };
}

function readSwitch(env: Environment, name: string): boolean | null {
  const text = env[name]?.trim().toLowerCase();
  if (!text) return null;
  if (text === "1" || text === "true") return true;
  if (text === "0" || text === "false") return false;
  throw new Error(`${name} must be 1 or 0, not "${text}".`);
}
