/** Parses JSON; `undefined` if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}
