// Preloaded into the server: turns away what must not reach Next.js, because Next.js would answer
// it before the admission (proxy.ts) is asked, or show the admission less than was sent.
// CommonJS for the same reason as the leash.
const http = require("node:http");

const HEADERS = {
  "content-type": "text/plain; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  connection: "close",
};
const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);
const REQUESTS = new Set(["request", "checkContinue", "checkExpectation"]);
const isDevelopment = process.env.NODE_ENV === "development";

const { emit, on } = http.Server.prototype;

http.Server.prototype.emit = function admitOrEmit(event, request, answer, ...rest) {
  const why = REQUESTS.has(event) ? flawOf(request) : null;
  if (why !== null) return refuse(answer, why);
  if (event === "upgrade" && !isHotReload(request)) return answer.destroy();
  return emit.call(this, event, request, answer, ...rest);
};

/**
 * Outside development there is no WebSocket here. Where nobody listens, Node.js answers as it does
 * without the Upgrade header, which some clients of HTTP/2 send with every request.
 */
http.Server.prototype.on = function onAnythingButUpgrades(event, listener) {
  return event === "upgrade" && !isDevelopment ? this : on.call(this, event, listener);
};
http.Server.prototype.addListener = http.Server.prototype.on;

function flawOf({ method, url, headersDistinct }) {
  if (!METHODS.has(method)) return `The method ${method} is not used here.`;
  // Node.js keeps the first of several and says nothing of the others.
  if ((headersDistinct.host ?? []).length > 1) return "The request has more than one Host header.";
  // A proxy's form of a request names a host beside the Host header; "//" begins with one.
  if (!/^\/(?![/\\])/.test(url)) return "The request must name a path of this server.";
  return null;
}

function refuse(response, why) {
  response.writeHead(400, HEADERS).end(`Loupe refused this request: ${why}\n`);
  return true;
}

/** The one WebSocket there is in development, for pages under this machine's own names. */
function isHotReload({ method, url, headers, headersDistinct }) {
  const { host = "", origin } = headers;
  return (
    method === "GET" &&
    url.startsWith("/_next/") &&
    headersDistinct.host?.length === 1 &&
    /^(127\.0\.0\.1|localhost|\[::1\]):\d+$/i.test(host) &&
    origin === `http://${host}`
  );
}
