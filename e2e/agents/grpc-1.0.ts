// The A2A 1.0 agent over gRPC: the service of SDK 1.3.0 with the same handler.
import type { A2ARequestHandler } from "a2a-sdk-1.0/server";
import { A2AService, grpcService, UserBuilder } from "a2a-sdk-1.0/server/grpc";
import type { GrpcService } from "./grpc.ts";

export function createGrpcService(requestHandler: A2ARequestHandler): GrpcService {
  const implementation = grpcService({
    requestHandler,
    userBuilder: UserBuilder.noAuthentication,
  });
  return { definition: A2AService, implementation: { ...implementation } };
}
