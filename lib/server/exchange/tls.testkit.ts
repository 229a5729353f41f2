/** Test kit for TLS: the certificates of `fixtures/tls`, and agents that use them. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { cleanups } from "./exchange.testkit.ts";

export const readPem = (name: string) =>
  readFileSync(new URL(`../../../fixtures/tls/${name}`, import.meta.url), "utf8");

export const CA = readPem("ca.pem");
export const CLIENT = { certificate: readPem("client.pem"), key: readPem("client.key") };

/** Starts an agent over TLS with the certificate of this name. */
export async function startTlsServer(
  certificate: "agent" | "expired" | "elsewhere" | "self-signed",
  options: https.ServerOptions = {},
): Promise<string> {
  const key = readPem(certificate === "self-signed" ? "self-signed.key" : "agent.key");
  const server = https.createServer(
    { key, cert: readPem(`${certificate}.pem`), ...options },
    (_request, response) => void response.end("ok"),
  );
  server.on("tlsClientError", () => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
