/** What Loupe calls itself on the wire, in its logs and in what it writes. */
export const VERSION = "0.1.0";
export const PRODUCT = `loupe/${VERSION}`;
