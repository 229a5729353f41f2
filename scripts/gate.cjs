// Preloaded into the server: no request reaches Next.js before the guard has admitted it, and no
// answer leaves without the headers below, not even one that Node.js gives by itself. The guard is
// part of the application and hands itself over when that starts (instrumentation.ts); what is
// asked earlier waits for it. CommonJS for the same reason as the leash.
const http = require("node:http");

/** Of every answer. The guard lets pages do more than the policy for data, which is this one. */
const HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
};
const REQUESTS = new Set(["request", "checkContinue", "checkExpectation"]);
const isDevelopment = process.env.NODE_ENV === "development";

let guard = null;
const waiting = [];
globalThis[Symbol.for("loupe.gate")] = (newGuard) => {
  guard = newGuard;
  for (const go of waiting.splice(0)) go();
};

const { emit, on } = http.Server.prototype;

http.Server.prototype.emit = function emitGuarded(event, request, response, ...rest) {
  if (event === "clientError") return refuseUnreadable(request, response);
  if (event === "upgrade" && !isHotReload(request)) return response.destroy();
  if (!REQUESTS.has(event)) return emit.call(this, event, request, response, ...rest);
  const go = () => {
    if (guard(request, response)) emit.call(this, event, request, response, ...rest);
  };
  if (guard) go();
  else waiting.push(go);
  return true;
};

/**
 * Outside development there is no WebSocket here. Where nobody listens, Node.js answers as it does
 * without the Upgrade header, which some clients of HTTP/2 send with every request.
 */
http.Server.prototype.on = function onAnythingButUpgrades(event, listener) {
  return event === "upgrade" && !isDevelopment ? this : on.call(this, event, listener);
};
http.Server.prototype.addListener = http.Server.prototype.on;

const { writeHead } = http.ServerResponse.prototype;

http.ServerResponse.prototype.writeHead = function writeGuardedHead(...args) {
  for (const [name, value] of Object.entries(HEADERS)) {
    if (!this.headersSent && !this.hasHeader(name)) this.setHeader(name, value);
  }
  return writeHead.apply(this, args);
};

const STATUS = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "413 Payload Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

/** Bytes that Node.js cannot read as a request have no request to guard: they are answered here. */
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
