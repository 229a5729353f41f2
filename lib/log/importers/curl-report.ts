/**
 * Patterns of curl's own output: the progress meter, and messages about the end of the transfer.
 */

import type { EndCause } from "../../wire/record.ts";
import type { ExchangeEnd } from "../http-capture/capture-exchanges.ts";

const METER_AMOUNT = "[\\d.]{1,5}[kMGTPE]?";
const METER_TIME = "(?:--:--:--|\\d{1,3}:\\d\\d:\\d\\d|\\d+d(?: \\d\\dh)?)";

/** One update of the meter: a carriage return and columns; the last column has this width. */
const METER_TEXT = `\\r *\\d{1,3} +${METER_AMOUNT} +\\d{1,3} +${METER_AMOUNT} +\\d{1,3} +${METER_AMOUNT} +${METER_AMOUNT} +${METER_AMOUNT} +${METER_TIME} +${METER_TIME} +${METER_TIME} [ \\d.kMGTPE]{5}`;

export const METER = new RegExp(METER_TEXT, "g");
const METER_AT_END = new RegExp(`${METER_TEXT}\\r?$`);

export const METER_TITLE =
  /^(?:\xef\xbb\xbf)?\s*(?:% Total +% Received.*|Dload +Upload +Total +Spent +Left +Speed)\s*$/;

/** Does the line end with the meter? Then the line end belongs to the meter. */
export const hasTrailingProgressMeter = (line: string): boolean => METER_AT_END.test(line);

/** A message after the last line of a body without a line end. */
export const INFO_BEHIND_BODY =
  /\* (?:Connection #\d+ to host .* left intact|Closing connection.*|transfer closed with .*|Recv failure: .*|Operation timed out .*|Excess found .*)$/;

export const CURL_ERROR = /curl: \(\d+\) .*$/;

export const CLOCK_PATTERN = /^(\d\d):(\d\d):(\d\d\.\d{6})/;

/** End causes by curl's exit code, and by its messages. */
const CAUSES: readonly (readonly [EndCause, readonly number[], RegExp])[] = [
  ["dns", [5, 6], /^Could not resolve/],
  ["refused", [7], /^Failed to connect|Connection refused$/],
  ["timeout", [28], /^(?:Operation|Connection) timed out|^Resolving timed out/],
  ["tls", [35, 51, 58, 60, 66, 77, 83, 90, 91], /^SSL certificate problem|^TLS connect error/],
  [
    "reset",
    [18, 52, 55, 56, 92],
    /^transfer closed with|^Recv failure|^Send failure|^Empty reply|was not closed cleanly/,
  ],
];

/**
 * How an exchange ended according to a message of curl; `null` if the message is about something
 * else.
 */
export function parseCurlEnd(remark: string): ExchangeEnd | null {
  const text = remark.replace(/^\* /, "").trim();
  if (/^Connection #\d+ to host .* left intact$|^Closing connection/.test(text)) {
    return { cause: "complete" };
  }
  const [, code, words] = /^curl: \((\d+)\) (.*)$/.exec(text) ?? [];
  for (const [cause, codes, pattern] of CAUSES) {
    if (code === undefined ? !pattern.test(text) : !codes.includes(Number(code))) continue;
    const message = words ?? text;
    const error = { by: "system" as const, ...(code && { code: `curl ${code}` }), message };
    return { cause, error };
  }
  return null;
}
