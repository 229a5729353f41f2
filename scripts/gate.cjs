// Gate, preloaded into the server: no request reaches Next.js before the request guard has allowed
// it, and no response is sent without the headers below, not even those that Node.js sends itself.
// The guard is part of the application, which installs it at startup (instrumentation.ts); earlier
// requests wait for it. CommonJS for the same reason as leash.cjs.
const http = require("node:http");

/** Headers of every response. The guard replaces this policy, which is for data, on pages. */
const HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
};
/** On a server that guards itself: see `lib/server/http/self-guarded.ts`. */
const GUARDS_ITSELF = Symbol.for("loupe.guards-itself");
const REQUESTS = new Set(["request", "checkContinue", "checkExpectation"]);
const isDevelopment = process.env.NODE_ENV === "development";

let guard = null;
const waiting = [];
globalThis[Symbol.for("loupe.gate")] = (newGuard) => {
  guard = newGuard;
  for (const handle of waiting.splice(0)) handle();
};

const { emit, on } = http.Server.prototype;

http.Server.prototype.emit = function emitGuarded(event, request, response, ...rest) {
  if (this[GUARDS_ITSELF]) {
    if (event === "request") response[GUARDS_ITSELF] = true;
    return emit.call(this, event, request, response, ...rest);
  }
  if (event === "clientError") return refuseUnreadable(request, response);
  if (event === "upgrade" && !isHotReload(request)) return response.destroy();
  if (!REQUESTS.has(event)) return emit.call(this, event, request, response, ...rest);
  const handle = () => {
    if (guard(request, response)) emit.call(this, event, request, response, ...rest);
  };
  if (guard) handle();
  else waiting.push(handle);
  return true;
};

/**
 * Ignores upgrade listeners outside development, where there is no WebSocket. Without listeners,
 * Node.js ignores the Upgrade header, which some HTTP/2 clients send with every request.
 */
http.Server.prototype.on = function onAnythingButUpgrades(event, listener) {
  return event === "upgrade" && !isDevelopment ? this : on.call(this, event, listener);
};
http.Server.prototype.addListener = http.Server.prototype.on;

const { writeHead } = http.ServerResponse.prototype;

http.ServerResponse.prototype.writeHead = function writeGuardedHead(...args) {
  for (const [name, value] of this[GUARDS_ITSELF] ? [] : Object.entries(HEADERS)) {
    if (!this.headersSent && !this.hasHeader(name)) this.setHeader(name, value);
  }
  return writeHead.apply(this, args);
};

const STATUS = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Answers bytes that Node.js cannot parse as a request, because the guard never sees them. */
function refuseUnreadable(error, socket) {
  const isAnswered = socket._httpMessage?.headersSent === true;
  if (socket.writable && !isAnswered && error.code !== "ECONNRESET") {
    const headers = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
    const status = STATUS[error.code] ?? "400 Bad Request";
    socket.write(`HTTP/1.1 ${status}\r\nconnection: close\r\n${headers.join("")}\r\n`);
  }
  socket.destroy(error);
  return true;
}

/** The only WebSocket in development, for pages under this machine's own names. */
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
