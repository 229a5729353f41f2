/** Run once, when the server starts: hands the guard to the gate, which asks it before Next.js. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { installRequestGuard } = await import("./lib/server/request-guard.ts");
  installRequestGuard();
}
