import { InvalidArgumentError } from "@commander-js/extra-typings";
import { durationIn } from "../../command/values.ts";
import { isUrl } from "../../store/database_url.ts";
import { type ServerConfig, setting } from "./server_config.ts";

/** A host name, with a port or without. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** The flag for the name of one of several servers. */
export function instanceFlag() {
  return setting("--instance <name>", "name of this server in its log and metrics")
    .argParser((name: string) => {
      if (NAME.test(name)) return name;
      const form = "1 to 128 letters, digits, or . _ : -, the first a letter or digit";
      throw new InvalidArgumentError(`It must have ${form}`);
    });
}

/** The flag for the file of the keys that seal secrets. */
export function secretsKeyFlag() {
  return setting(
    "--secrets-key <file>",
    "file of the key that seals secrets, if not beside the database's folder",
  );
}

/** Longer delays are typing errors: a load balancer asks every few seconds. */
const MAX_DELAY_SECONDS = 300;

/** The flag for the time that a load balancer has to find out that a server is about to end. */
export function shutdownDelayFlag() {
  return setting(
    "--shutdown-delay <duration>",
    "time to serve after SIGTERM while /ready answers 503: 3 or 3s",
  ).default(0).argParser(durationIn("s", MAX_DELAY_SECONDS, 0));
}

/**
 * Name of a server in its log: by default where it listens, if its database may have other servers,
 * else none.
 */
export function instanceOf(
  { instance, db, host, port, unixSocket }: Pick<
    ServerConfig,
    "instance" | "db" | "host" | "port" | "unixSocket"
  >,
): string | undefined {
  return instance ?? (isUrl(db) ? unixSocket ?? `${host}:${port}` : undefined);
}
