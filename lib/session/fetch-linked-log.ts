/** Reads the log at a URL in a page without a server. */

/** Fails with a message for the user. A browser does not say which of the reasons it was. */
export async function fetchLinkedLog(url: string): Promise<Blob> {
  const host = URL.canParse(url) ? new URL(url).host : url;
  const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" }).catch(
    () => null,
  );
  if (response === null) {
    throw new Error(
      `${host} does not respond, or does not allow other sites to read this log (CORS).`,
    );
  }
  if (!response.ok) {
    const isRefused = response.status === 401 || response.status === 403;
    const hint = isRefused ? " A link with a time limit may have expired: ask for a new one." : "";
    throw new Error(`${host} responded with HTTP ${response.status}.${hint}`);
  }
  return response.blob();
}
