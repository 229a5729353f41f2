// What the agent of each protocol version implements.
import type { RequestListener } from "node:http";
import type { GrpcService } from "./grpc.ts";
import type { GetSteps } from "./script.ts";

/** Builds an agent of one version for its HTTP and gRPC addresses. Its card may prefer gRPC. */
export type BuildAgent = (
  url: string,
  grpc: { readonly address: string; readonly isPreferred: boolean },
  /** What it does; absent: as the first word of the message says. */
  getSteps?: GetSteps,
) => {
  listener: RequestListener;
  cardUrl: string;
  rpcUrl: string;
  restUrl?: string;
  grpc?: GrpcService;
  stop(): void;
};
