/** Loupe's name and version on the wire, in logs and in exports. */
export const VERSION = "0.1.0";
export const PRODUCT = `loupe/${VERSION}`;
