/** Bytes as text with one character per byte, for scanning lines regardless of their encoding. */

const CHUNK_LENGTH = 0x2000;

export function toByteText(bytes: Uint8Array): string {
  let text = "";
  for (let from = 0; from < bytes.length; from += CHUNK_LENGTH) {
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK_LENGTH));
  }
  return text;
}

export function decodeByteText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** Decodes bytes as UTF-8 for display. */
export const decodeForDisplay = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
