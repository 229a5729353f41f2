// A server of gRPC on a free port, before it is known what it serves.
import {
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";

/** A service of A2A as an SDK implements it. */
export interface GrpcService {
  readonly definition: ServiceDefinition;
  readonly implementation: UntypedServiceImplementation;
}

export interface GrpcServer {
  /** As cards write it: host and port alone. */
  readonly address: string;
  serve(service: GrpcService): void;
  close(): void;
}

export async function listenGrpc(): Promise<GrpcServer> {
  const server = new Server();
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    address: `127.0.0.1:${port}`,
    serve: ({ definition, implementation }) => server.addService(definition, implementation),
    close: () => server.forceShutdown(),
  };
}
