// Removes the data folder the tests' server wrote to.
import { rmSync } from "node:fs";

export default function teardown(): void {
  const folder = process.env.LOUPE_E2E_DATA;
  // The server still runs, and may write a recording that has just ended.
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
