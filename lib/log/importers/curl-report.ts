/** What curl says beside an answer: its progress meter, and the remarks that tell how it ended. */

import type { EndCause } from "../../wire/record.ts";
import type { ExchangeEnd } from "../http-capture/capture-exchanges.ts";

const METER_AMOUNT = "[\\d.]{1,5}[kMGTPE]?";
const METER_TIME = "(?:--:--:--|\\d{1,3}:\\d\\d:\\d\\d|\\d+d(?: \\d\\dh)?)";

/** One drawing of the meter: it goes back to the line's beginning, and its last column is as wide as this. */
const METER_TEXT = `\\r *\\d{1,3} +${METER_AMOUNT} +\\d{1,3} +${METER_AMOUNT} +\\d{1,3} +${METER_AMOUNT} +${METER_AMOUNT} +${METER_AMOUNT} +${METER_TIME} +${METER_TIME} +${METER_TIME} [ \\d.kMGTPE]{5}`;

export const METER = new RegExp(METER_TEXT, "g");
const METER_AT_END = new RegExp(`${METER_TEXT}\\r?$`);

export const METER_TITLE =
  /^(?:\xef\xbb\xbf)?\s*(?:% Total +% Received.*|Dload +Upload +Total +Spent +Left +Speed)\s*$/;

/** Was the meter drawn last in this line? Then the line's end is the meter's. */
export const hasTrailingProgressMeter = (line: string): boolean => METER_AT_END.test(line);

/** A remark that stands behind the last line of a body that has no line end. */
export const INFO_BEHIND_BODY =
  /\* (?:Connection #\d+ to host .* left intact|Closing connection.*|transfer closed with .*|Recv failure: .*|Operation timed out .*|Excess found .*)$/;

export const CURL_ERROR = /curl: \(\d+\) .*$/;

export const CLOCK_PATTERN = /^(\d\d):(\d\d):(\d\d\.\d{6})/;

/** Causes by the number of curl's error, and by its words. */
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

/** How an exchange ended, where a remark of curl says so. */
export function parseCurlEnd(remark: string): ExchangeEnd | null {
  const text = remark.replace(/^\* /, "").trim();
  if (/^Connection #\d+ to host .* left intact$|^Closing connection/.test(text)) {
    return { cause: "complete" };
  }
  const [, code, words] = /^curl: \((\d+)\) (.*)$/.exec(text) ?? [];
  for (const [cause, codes, said] of CAUSES) {
    if (code === undefined ? !said.test(text) : !codes.includes(Number(code))) continue;
    const message = words ?? text;
    const error = { by: "system" as const, ...(code && { code: `curl ${code}` }), message };
    return { cause, error };
  }
  return null;
}
