/** True for an address to listen on that only this machine can reach. */
export const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^127(\.\d{1,3}){1,3}$/.test(host);
