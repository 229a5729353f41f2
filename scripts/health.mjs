// node health.mjs [URL]: health check of the image. Exit code 0 if the server answers, 1 if not. A
// server that requires its token answers 401, which is as healthy as a page: the check needs no token.
import http from "node:http";
import { isIPv6 } from "node:net";

const TIMEOUT_MS = 4000;

/** Where the server of this container listens. */
function getOwnUrl({ HOST = "", PORT }) {
  const isEvery = HOST === "" || HOST === "0.0.0.0" || HOST === "::";
  const host = isEvery ? "127.0.0.1" : HOST;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${PORT || 4100}/`;
}

function end(isHealthy, message) {
  console.log(message);
  process.exit(isHealthy ? 0 : 1);
}

const url = process.argv[2] ?? getOwnUrl(process.env);
const request = http.get(url, { timeout: TIMEOUT_MS, agent: false });
request.on("response", ({ statusCode }) => {
  end(statusCode === 200 || statusCode === 401, `${url}: status ${statusCode}`);
});
request.on("timeout", () => end(false, `${url}: no response in ${TIMEOUT_MS / 1000} seconds`));
request.on("error", (error) => end(false, `${url}: ${error.message}`));
