/** A text as one would write it in code, of any length on one line. */
export function literal(text: string, limit: number): string {
  if (text.length <= limit) return JSON.stringify(text);
  const cut = text.codePointAt(limit - 1) ?? 0;
  return `${JSON.stringify(text.slice(0, cut > 0xffff ? limit - 1 : limit)).slice(0, -1)}…"`;
}
