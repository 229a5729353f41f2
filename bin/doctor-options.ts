/** The command line of `loupe doctor`. */

import { CALL_OPTIONS } from "./call-options.ts";
import { createFlag, createTextOption, defineCommand, UsageError } from "./command-line.ts";

export const DOCTOR = defineCommand({
  name: "doctor",
  operands: "[ADDRESS]",
  summary:
    "checks the set-up: Node.js, port, data folder, proxies and certificates; with the address of an agent, also whether it can be reached. Exit code 1 if something is wrong.",
  options: {
    json: createFlag("--json", "print one JSON object"),
    port: createTextOption("--port N", "check this port, also PORT (default 4100)"),
    host: createTextOption("--host H", "check this listen address, also HOST (default 127.0.0.1)"),
    headers: CALL_OPTIONS.headers,
  },
  createRequest(values, [address, other]) {
    if (other !== undefined) {
      throw new UsageError(`doctor checks one agent, not "${address}" and "${other}"`);
    }
    const port = values.port ?? (process.env.PORT || "4100");
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) {
      throw new UsageError(`the port must be a number from 0 to 65535, not "${port}"`);
    }
    const host = (values.host ?? process.env.HOST ?? "").replace(/^\[|\]$/g, "") || "127.0.0.1";
    return { ...values, port: Number(port), host, address: address ?? null };
  },
});
