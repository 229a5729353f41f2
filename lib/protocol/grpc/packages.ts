/** gRPC packages of A2A: the package is part of each call's path and identifies the version. */

export type GrpcVersion = "0.3" | "1.0";

const PACKAGES: Readonly<Record<GrpcVersion, string>> = { "0.3": "a2a.v1", "1.0": "lf.a2a.v1" };

export function getPackageName(generation: GrpcVersion): string {
  return PACKAGES[generation];
}

/** The version of the package in the path of a URL. */
export function findGrpcVersion(url: string): GrpcVersion | null {
  if (url.includes("/lf.a2a.v1.A2AService/")) return "1.0";
  return url.includes("/a2a.v1.A2AService/") ? "0.3" : null;
}
