/**
 * The format of HTML files that contain a log: the log as base64 in one element, and metadata as
 * JSON in another. Shared by the exporter and the importer.
 */

/** Attribute of `<html>` that marks such a file; its value is the format version. */
export const HTML_LOG_ATTRIBUTE = "data-loupe-log";
export const HTML_LOG_VERSION = 1;

export const LOG_ELEMENT_ID = "loupe-log";
export const METADATA_ELEMENT_ID = "loupe-facts";

/** The log starts after this. It cannot occur inside the log. */
export const LOG_ELEMENT_START = `<script type="application/octet-stream" id="${LOG_ELEMENT_ID}">`;
export const METADATA_ELEMENT_START = `<script type="application/json" id="${METADATA_ELEMENT_ID}">`;
export const ELEMENT_END = "</script>";

/** Metadata of the file. */
export interface HtmlLogMetadata {
  /** Title of the run. */
  readonly title: string;
  /** ISO 8601. */
  readonly exportedAt: string;
  /** Version of Loupe that created the file. */
  readonly version: string;
  /** Description of what was redacted; `null` if the log is as recorded. */
  readonly redaction: string | null;
}
