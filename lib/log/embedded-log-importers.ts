/** In exported HTML files, in place of `importers.ts`: they contain a packed log of Loupe, and no other. */
import type { Importer } from "./importer.ts";
import { gzip } from "./importers/gzip.ts";
import { loupeLog } from "./importers/loupe.ts";

export const IMPORTERS: readonly Importer[] = [gzip, loupeLog];
