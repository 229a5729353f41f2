/** Parses start lines and headers of HTTP messages in a capture. */

type MutableHeaders = (readonly [name: string, value: string])[];

export interface RequestHead {
  readonly kind: "request";
  readonly method: string;
  readonly target: string;
  readonly headers: MutableHeaders;
}

export interface ResponseHead {
  readonly kind: "response";
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: MutableHeaders;
}

export type HttpHead = RequestHead | ResponseHead;

const STATUS = /^HTTP\/(\d(?:\.\d)?) (\d{3})(?: (.*))?$/;
const REQUEST = /^([A-Z][A-Z-]{1,18}[A-Z]) (\S+) HTTP\/\d(?:\.\d)?$/;

/** The head that starts with this line; `null` if it is not a start line. */
export function parseStartLine(line: string): HttpHead | null {
  const status = STATUS.exec(line);
  if (status) {
    const [, httpVersion = "", code = "", statusText = ""] = status;
    const text = statusText.trim();
    return { kind: "response", status: Number(code), statusText: text, httpVersion, headers: [] };
  }
  const request = REQUEST.exec(line);
  if (!request) return null;
  const [, method = "", target = ""] = request;
  return { kind: "request", method, target, headers: [] };
}

/** False if the line is not a header. */
export function addHeader(headers: MutableHeaders, line: string): boolean {
  const last = headers.at(-1);
  if (/^[ \t]/.test(line) && last) {
    headers[headers.length - 1] = [last[0], `${last[1]} ${line.trim()}`];
    return true;
  }
  const colon = line.indexOf(":");
  if (colon <= 0 || /\s/.test(line.slice(0, colon))) return false;
  headers.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
  return true;
}

/** The URL of a request, without a scheme if the capture does not contain it. */
export function getRequestUrl(
  { target }: RequestHead,
  host: string | null,
  scheme: string,
): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(target) || host === null) return target;
  return `${scheme}//${host}${target.startsWith("/") ? target : `/${target}`}`;
}

/** Is it an interim response: `100 Continue`, or a proxy's `Connection established`? */
export function isInterimResponse({ status, statusText }: ResponseHead): boolean {
  return status < 200 || (status === 200 && /^connection established$/i.test(statusText));
}

export function isRedirect({ status }: ResponseHead, location: string | null): boolean {
  return location !== null && [301, 302, 303, 307, 308].includes(status);
}
