// The services of compose.yaml, as far as the test of the image starts them.
import { parse } from "yaml";

/** Parses a compose file into its services: { name, command, env, mounts, health, ports, ... }. */
export function parseCompose(text, variables = {}) {
  const fill = (_, value) =>
    typeof value === "string" ? replaceVariables(value, variables) : value;
  const { services } = JSON.parse(JSON.stringify(parse(text, { merge: true }), fill));
  return Object.entries(services).map(([name, service]) => ({
    name,
    service,
    command: service.command ?? [],
    env: service.environment ?? {},
    mounts: (service.volumes ?? []).map((volume) => {
      const [from, to, mode = "rw"] = volume.split(":");
      return { from, to, mode };
    }),
    health: service.healthcheck?.test?.slice(1) ?? null,
  }));
}

/** Replaces `${NAME:-default}`, the only form that the file uses; as Compose does, within values. */
function replaceVariables(text, variables) {
  return text.replace(
    /\$\{(\w+):-([^}]*)\}/g,
    (_, name, otherwise) => variables[name] || otherwise,
  );
}
