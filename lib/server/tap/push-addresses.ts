/**
 * The callback URLs of push configurations that pass a tap: each gets an address of the tap, at which
 * notifications are recorded and passed on.
 *
 * Guarantees: only a URL that a client set through the tap is ever called, and its address cannot be
 * guessed; nothing but the URLs of push configurations changes in a request.
 */

import { randomBytes } from "node:crypto";
import { type JsonPath, type JsonSourceNode, parseJsonSource } from "../../json/json-source.ts";
import type { DeliveredResponse } from "../../wire/record.ts";
import { formatAddress, type HostAndPort } from "./tap-route.ts";

type Changes = DeliveredResponse["changes"];

interface RewrittenText {
  readonly text: string;
  readonly changes: Changes;
}

/** The oldest are forgotten. */
const MAX_URLS = 10_000;

/** Members that hold a push configuration, from 0.1 to 1.0. */
const CONFIG_NAMES = [
  "pushNotification",
  "pushNotificationConfig",
  "push_notification_config",
  "taskPushNotificationConfig",
  "task_push_notification_config",
  "config",
];
const PUSH_CALL = /push_?notification/i;

export class PushAddresses {
  readonly #base: string;
  readonly #urls = new Map<string, string>();
  readonly #callbacks = new Map<string, string>();

  constructor(listen: HostAndPort) {
    this.#base = `http://${formatAddress(listen)}/`;
  }

  /** The URL to call for a path of the tap's address; `null` if no client set one. */
  find(path: string): string | null {
    return this.#urls.get(`${this.#base}${path.slice(1)}`) ?? null;
  }

  /** The request with callbacks of the tap; `null` if it sets none. */
  rewriteRequest(text: string, path: string): RewrittenText | null {
    const { root } = parseJsonSource(text);
    if (!root) return null;
    const edits: Edit[] = [];
    const params = root.members?.get("params");
    const holder = root.members?.has("method") && params ? params : root;
    const at = holder === root ? [] : ["params"];
    if (isPushCall(root, path)) collectUrls(holder, at, edits);
    for (const [name, place] of [
      [null, holder],
      ["configuration", holder.members?.get("configuration")],
    ] as const) {
      const where = name === null ? at : [...at, name];
      for (const config of CONFIG_NAMES) {
        const node = config === "config" ? undefined : place?.members?.get(config);
        if (node) collectUrls(node, [...where, config], edits);
      }
    }
    const isUsable = ({ from }: Edit) => /^https?:\/\//i.test(from) && URL.canParse(from);
    return applyEdits(text, edits.filter(isUsable), (url) => this.#toCallback(url));
  }

  /** The response with the URLs that the client set; `null` if it has no callback of the tap. */
  restoreResponse(text: string): RewrittenText | null {
    const { root } = parseJsonSource(text);
    if (!root) return null;
    const edits: Edit[] = [];
    const visit = (node: JsonSourceNode, path: JsonPath) => {
      if (typeof node.value === "string" && this.#urls.has(node.value)) {
        edits.push(createEdit(node, path, node.value));
      }
      for (const [name, member] of node.members ?? []) visit(member, [...path, name]);
    };
    visit(root, []);
    return applyEdits(text, edits, (callback) => this.#urls.get(callback) ?? callback);
  }

  #toCallback(url: string): string {
    const known = this.#callbacks.get(url);
    if (known !== undefined) return known;
    const [oldest] = this.#urls;
    if (oldest && this.#urls.size >= MAX_URLS) {
      this.#urls.delete(oldest[0]);
      this.#callbacks.delete(oldest[1]);
    }
    const callback = `${this.#base}${randomBytes(16).toString("hex")}`;
    this.#urls.set(callback, url);
    this.#callbacks.set(url, callback);
    return callback;
  }
}

/** Is it an operation about push configurations, by its method or path? */
export function isPushCall(root: JsonSourceNode | null, path: string): boolean {
  const method = root?.members?.get("method")?.value;
  return PUSH_CALL.test(typeof method === "string" ? method : path);
}

interface Edit {
  readonly path: string;
  readonly from: string;
  readonly at: number;
  readonly end: number;
}

const createEdit = ({ from: at, to: end }: JsonSourceNode, path: JsonPath, from: string): Edit => ({
  path: path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
  from,
  at,
  end,
});

/** A configuration may be inside another one. */
function collectUrls(node: JsonSourceNode, path: JsonPath, edits: Edit[]): void {
  const url = node.members?.get("url");
  if (url && typeof url.value === "string" && !edits.some(({ at }) => at === url.from)) {
    edits.push(createEdit(url, [...path, "url"], url.value));
  }
  for (const name of CONFIG_NAMES) {
    const inner = node.members?.get(name);
    if (inner) collectUrls(inner, [...path, name], edits);
  }
}

function applyEdits(
  text: string,
  edits: readonly Edit[],
  map: (url: string) => string,
): RewrittenText | null {
  if (edits.length === 0) return null;
  let rewritten = text;
  const changes = edits.map(({ path, from }) => ({ path, from, to: map(from) }));
  for (const { at, end, from } of edits.toSorted((a, b) => b.at - a.at)) {
    rewritten = rewritten.slice(0, at) + JSON.stringify(map(from)) + rewritten.slice(end);
  }
  return { text: rewritten, changes };
}
