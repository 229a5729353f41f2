/** Limits of saved requests, which forms and the server share. */

export const MAX_NAME_LENGTH = 120;
/** Of one saved request, as JSON with its files. */
export const MAX_CONTENT_LENGTH = 300_000;
export const MAX_PARTS = 50;
export const MAX_VARIABLES = 200;
export const MAX_VALUE_LENGTH = 20_000;
/** In one request to the server. */
export const MAX_CHANGES = 5000;
