import type { Failure } from "../command/failure.ts";
import type { FileSettings } from "../command/file_settings.ts";
import type { ServerConfig } from "./config/server_config.ts";
import { placeOf } from "./listen/listener.ts";
import { waitReady } from "./listen/wait_ready.ts";
import { EFFECTS } from "./machine/effects.ts";

/**
 * Finds what keeps a server from starting: a settings file that cannot be read, forgeable addresses of
 * clients; with `--wait-ready`, a running server that is not ready in time.
 */
export async function obstacleOf(
  config: ServerConfig,
  { problem }: Pick<FileSettings, "problem">,
  env: (name: string) => string | undefined,
): Promise<Failure | undefined> {
  if (problem !== undefined) return { code: "error.unavailable", message: problem };
  if (config.waitReady !== undefined) {
    const late = await waitReady({
      place: placeOf(config),
      withinMs: config.waitReady * 1000,
      monotonicMs: EFFECTS.monotonicMs,
    });
    return late === undefined ? undefined : { code: "error.unavailable", message: late };
  }
  if (env("DENO_TRUST_PROXY_HEADERS") !== "1") return undefined;
  const message = "DENO_TRUST_PROXY_HEADERS makes client addresses forgeable: unset it";
  return { code: "error.invalid-request", message };
}
