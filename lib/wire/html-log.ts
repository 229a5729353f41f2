/**
 * How a log lies in an HTML file that shows it: in an element of its own as base64, and beside it
 * what is known of it as JSON. Who writes such files and who reads them agree on this here.
 */

/** An attribute of `<html>` by which such a file is recognised; its value is the version of this. */
export const HTML_LOG_ATTRIBUTE = "data-loupe-log";
export const HTML_LOG_VERSION = 1;

export const LOG_ELEMENT_ID = "loupe-log";
export const METADATA_ELEMENT_ID = "loupe-facts";

/** What the log begins behind; nothing that it holds itself can look like this. */
export const LOG_ELEMENT_START = `<script type="application/octet-stream" id="${LOG_ELEMENT_ID}">`;
export const METADATA_ELEMENT_START = `<script type="application/json" id="${METADATA_ELEMENT_ID}">`;
export const ELEMENT_END = "</script>";

/** What the file says of itself. */
export interface HtmlLogMetadata {
  /** What the run is called. */
  readonly title: string;
  /** ISO 8601. */
  readonly exportedAt: string;
  /** Of the Loupe that made the file. */
  readonly version: string;
  /** What was replaced, in words; `null` where the log is as it was recorded. */
  readonly redaction: string | null;
}
