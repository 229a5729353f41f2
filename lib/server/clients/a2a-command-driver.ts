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

function listArguments({ operation, cardUrl, request, taskId }: DriverJob): string[] {
  const base = new URL(cardUrl).origin;
  const params = isObject(request.params) ? request.params : request;
  const message = JSON.stringify(params.message ?? {});
  const id = taskId ?? "";
  switch (operation) {
    case "send":
      return ["send", base, "--json", message, "-o", "json"];
    case "stream":
      return ["send", base, "--stream", "--json", message, "-o", "json"];
    case "get":
      return ["get", "task", base, id, "--with-artifacts", "-o", "json"];
    case "cancel":
      return ["cancel", base, id, "-o", "json"];
    case "subscribe":
      return ["subscribe", base, id, "-o", "json"];
  }
}
