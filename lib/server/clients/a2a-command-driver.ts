/**
 * Driver for `a2a`, the official command of the Go SDK: runs it with JSON output, and hands on each
 * object that it prints.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { isObject } from "../../protocol/json.ts";
import { JsonFramer } from "../../wire/json-framer.ts";
import type { DriverJob } from "./client-exchange.ts";

export async function* driveA2aCommand(job: DriverJob): AsyncGenerator<unknown, void, void> {
  const child = spawn("a2a", listArguments(job), { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (bytes: Buffer) => {
    errors += bytes;
  });
  const exited = once(child, "close");
  const framer = new JsonFramer();
  child.stdout.setEncoding("utf8");
  for await (const text of child.stdout) {
    for (const { kind, data } of framer.push(text)) if (kind === "data") yield JSON.parse(data);
  }
  for (const { kind, data } of framer.end()) if (kind === "data") yield JSON.parse(data);
  const [code] = await exited;
  if (code !== 0) throw new Error(errors.trim() || `a2a ended with exit code ${code}`);
}

/** A limit of its own, half a minute, would end long streams at the recorded pace. */
const OPTIONS = ["-o", "json", "--timeout", "24h"] as const;

function listArguments({ operation, cardUrl, request, taskId }: DriverJob): string[] {
  const base = new URL(cardUrl).origin;
  const message = isObject(request.params) ? JSON.stringify(request.params.message ?? {}) : "{}";
  const id = taskId ?? "";
  switch (operation) {
    case "send":
      return ["send", base, "--json", message, ...OPTIONS];
    case "stream":
      return ["send", base, "--stream", "--json", message, ...OPTIONS];
    case "get":
      return ["get", "task", base, id, ...OPTIONS];
    case "cancel":
      return ["cancel", base, id, ...OPTIONS];
    case "subscribe":
      return ["subscribe", base, id, ...OPTIONS];
  }
}
