// Starts a gRPC server; services are added later.
import {
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";

/** An A2A service as an SDK implements it. */
export interface GrpcService {
  readonly definition: ServiceDefinition;
  readonly implementation: UntypedServiceImplementation;
}

export interface GrpcServer {
  /** Host and port, as cards contain it. */
  readonly address: string;
  serve(service: GrpcService): void;
  close(): void;
}

/** `wantedPort`: 0 for any that is free. */
export async function listenGrpc(wantedPort = 0): Promise<GrpcServer> {
  const server = new Server();
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(
      `127.0.0.1:${wantedPort}`,
      ServerCredentials.createInsecure(),
      (error, bound) => (error ? reject(error) : resolve(bound)),
    );
  });
  return {
    address: `127.0.0.1:${port}`,
    serve: ({ definition, implementation }) => server.addService(definition, implementation),
    close: () => server.forceShutdown(),
  };
}
