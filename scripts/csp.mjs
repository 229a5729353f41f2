// Runs after a build: writes the hashes of the inline scripts in the static pages, for the server's
// Content-Security-Policy. All pages are static, so the list is complete.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { resolveInProject } from "./project.mjs";

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

const hashes = new Set();
for (const folder of ["app", "pages"]) {
  const root = resolveInProject(".next", "server", folder);
  for (const file of readdirSync(root, { recursive: true })) {
    if (!file.endsWith(".html")) continue;
    for (const [, script] of readFileSync(join(root, file), "utf8").matchAll(INLINE_SCRIPT)) {
      hashes.add(`sha256-${createHash("sha256").update(script).digest("base64")}`);
    }
  }
}
writeFileSync(
  resolveInProject(".next", "csp-hashes.json"),
  `${JSON.stringify([...hashes].sort(), null, 2)}\n`,
);
