/**
 * Factory of masks, the text that replaces a secret in a log.
 *
 * Guarantees: equal secrets get equal masks in one data folder, so runs with different secrets can be
 * distinguished; the key never leaves the folder, so a secret cannot be guessed from a log alone.
 */
import { createHmac, randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** `‹masked 4f2a91›` for a secret. */
export type MaskFactory = (secret: string) => string;

const KEY_BYTES = 32;

export function createMaskFactory(key: Uint8Array): MaskFactory {
  return (secret) =>
    `‹masked ${createHmac("sha256", key).update(secret).digest("hex").slice(0, 6)}›`;
}

/** Loads the folder's key, or creates it on first use. */
export async function loadMaskFactory(dataFolder: string): Promise<MaskFactory> {
  const path = join(dataFolder, "mask.key");
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, randomBytes(KEY_BYTES), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return createMaskFactory(await readFile(path));
}
