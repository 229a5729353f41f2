/**
 * The mark that stands in a log where a secret stood.
 *
 * Guarantees: equal secrets give equal marks in one data folder, so two runs can be told apart; the
 * key never leaves the folder, so a log alone does not allow a secret to be guessed.
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

/** The folder's key, made on first use. */
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
