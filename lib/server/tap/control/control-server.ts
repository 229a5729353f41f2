/**
 * Lets other processes of the same user reach the held streams of this one: a server on loopback,
 * whose address and token are in a file of the data folder that only the user can read.
 *
 * Guarantees: nothing is answered without the token; a tap starts and runs also where the file cannot
 * be written; the file is removed when the server closes.
 */

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { HOLD_REQUEST, type HoldRequest } from "../../../api/schemas/hold-requests.ts";
import { ApiError, handleErrors } from "../../http/api-error.ts";
import { readRequest } from "../../http/read-request.ts";
import { createRequestListener } from "../../http/request-listener.ts";
import { getRequestHeader } from "../../security/raw-request.ts";
import { authorizeRequest } from "../../security/request-auth.ts";
import type { HoldControl } from "../plan/hold-control.ts";
import { CONTROL_SUFFIX, type ControlAddress, getControlFolder } from "./control-address.ts";

export interface ControlServer {
  close(): Promise<void>;
}

const HOST = "127.0.0.1";

/** Resolves to `null` if other processes cannot be told of it. */
export async function startControlServer(
  dataFolder: string,
  control: HoldControl,
): Promise<ControlServer | null> {
  const token = randomBytes(24).toString("base64url");
  const answer = createRequestListener(handleErrors((request) => handle(control, request)));
  const server = http.createServer((request, response) => {
    const { method = "", url = "" } = request;
    const header = (name: string) => getRequestHeader(request, name);
    const rules = { port, hosts: [], token, users: [], wide: false, publicUrl: null };
    const decision = authorizeRequest({ method, path: url, header }, rules);
    // Some paths of the app need no token; here is only one, which does.
    const isAsked = method === "POST" && url === "/";
    if (decision.kind === "allowed" && isAsked) return answer(request, response);
    request.resume();
    response.writeHead(decision.kind === "refused" ? decision.status : 404).end();
  });
  server.listen(0, HOST);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // The taps keep the process running.
  server.unref();
  const folder = getControlFolder(dataFolder);
  const file = join(
    /*turbopackIgnore: true*/ folder,
    `${process.pid}-${randomBytes(4).toString("hex")}${CONTROL_SUFFIX}`,
  );
  const close = async () => {
    await rm(file, { force: true }).catch(() => undefined);
    server.closeAllConnections();
    server.close();
  };
  const address: ControlAddress = { url: `http://${HOST}:${port}/`, token, host: hostname() };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(file, `${JSON.stringify(address)}\n`, { mode: 0o600 });
    return { close };
  } catch {
    await close();
    return null;
  }
}

async function handle(control: HoldControl, request: Request): Promise<Response> {
  const asked = await readRequest(request, HOLD_REQUEST);
  return Response.json((await perform(control, asked)) ?? null);
}

function perform(control: HoldControl, asked: HoldRequest): unknown {
  switch (asked.ask) {
    case "list":
      return control.list();
    case "wait":
      return control.wait(asked.seconds * 1000);
    case "set":
      return { id: control.addBreakpoint(asked.tap, asked.step) };
    case "enable":
      return control.enableBreakpoint(asked.tap, asked.id, asked.isEnabled);
    case "remove":
      return control.removeBreakpoint(asked.tap, asked.id);
    case "resume":
      return control.resume(asked.tap, asked.id, asked.command);
    default:
      throw new ApiError("bad-request", "Unknown request.");
  }
}
