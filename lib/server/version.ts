/** What Loupe calls itself on the wire and in its logs. */
export const VERSION = "0.1.0";
export const PRODUCT = `loupe/${VERSION}`;
