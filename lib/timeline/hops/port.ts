/** The port of `host:port`. */
export const getPort = (address: string): number =>
  Number(address.slice(address.lastIndexOf(":") + 1));
