import { Option } from "@commander-js/extra-typings";
import { durationIn, fileName, wholeNumber } from "../../command/values.ts";
import { type ServerConfig, setting } from "./server_config.ts";

/** The flags of the address that the server listens on, and `--wait-ready`, which asks there. */
export const listenFlags = {
  host: () => setting("--host <address>", "address to listen on").default("127.0.0.1"),
  port: () =>
    setting("--port <number>", "port to listen on").default(8080).argParser(wholeNumber(0, 65_535)),
  tlsCert: () =>
    setting("--tls-cert <file>", "certificate with its chain (PEM), to serve HTTPS")
      .argParser(fileName),
  tlsKey: () =>
    setting("--tls-key <file>", "private key of the certificate (PEM)").argParser(fileName),
  unixSocket: () =>
    setting("--unix-socket <path>", "Unix socket to listen on instead of a host and port")
      .argParser(fileName).conflicts(["host", "port", "tlsCert", "tlsKey", "demo"]),
  waitReady: () =>
    new Option(
      "--wait-ready <duration>",
      "time to wait until the server with the same flags is ready, then exit: 30 or 30s",
    ).argParser(durationIn("s", 3600)).conflicts("demo"),
} as const;

/**
 * Requires a certificate and its key to be set together.
 *
 * @param fail called with one line when one of the two is missing
 */
export function requireTlsPair(
  { tlsCert, tlsKey }: Pick<ServerConfig, "tlsCert" | "tlsKey">,
  fail: (message: string) => void,
): void {
  if (tlsCert !== undefined && tlsKey === undefined) {
    fail(`--tls-cert needs --tls-key: ${tlsCert}`);
  }
  if (tlsKey !== undefined && tlsCert === undefined) {
    fail(`--tls-key needs --tls-cert: ${tlsKey}`);
  }
}
