// Starts a gRPC server on a free port; services are added later.
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
