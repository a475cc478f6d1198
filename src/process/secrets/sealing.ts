import type { SealOptions, SealReport } from "../../domain/sealing.ts";
import type { SecretKeys } from "../../domain/secret.ts";
import { Secrets } from "../../service/secrets/secrets.ts";
import type { Store } from "../../store/store.ts";
import type { ServerConfig } from "../config/server_config.ts";
import type { Part } from "../lifetime/parts.ts";
import { every, type RecurringTask } from "../lifetime/timing.ts";
import type { Logger } from "../log/log.ts";
import { SecretsKeyFile } from "./key_file.ts";
import { EFFECTS } from "../machine/effects.ts";

const SETTLE_EVERY_MS = 60_000;

/** Seals the secrets of a database by its name. */
export type SealDatabase = (
  database: string,
  options: SealOptions,
) => Promise<SealReport>;

/** Dependencies of {@link secretsOver}. */
export interface SealingDeps {
  /** Path or URL. */
  readonly database: string;
  readonly keys: SecretKeys;
  readonly seal: SealDatabase;
  /** Tells of long work before it begins. */
  readonly onProgress?: (text: string) => void;
}

/** The secrets of an open store. */
export function secretsOver(
  store: Store,
  { database, keys, seal, onProgress = () => {} }: SealingDeps,
): Secrets {
  const establish = async (isNeeded: boolean, cleaning?: AbortSignal) => {
    const options = { keys, now: EFFECTS.now(), isNeeded, onProgress };
    return (await seal(database, cleaning === undefined ? options : { ...options, cleaning }))
      .problem;
  };
  return new Secrets({ store, keys, establish });
}

/** The secrets of a server, whose log tells of what takes long. */
export function serverSecrets(
  store: Store,
  { db: database, secretsKey: file }: Pick<ServerConfig, "db" | "secretsKey">,
  { seal, logger }: Pick<SealingDeps, "seal"> & { readonly logger: Pick<Logger, "info"> },
): Secrets {
  const keys = new SecretsKeyFile({ database, file });
  return secretsOver(store, { database, keys, seal, onProgress: (text) => logger.info(text) });
}

/** Parts of a server that seal secrets. */
export interface SealingParts {
  /** Seals what is plain text, before anything is served: a short time. */
  readonly rows: Part<void>;
  /**
   * Overwrites where plain text was, while the server serves, and seals what could not be sealed, at
   * once and then every minute: a folder may have been made meanwhile, and the last program of an
   * earlier version have ended.
   */
  readonly cleaning: Part<RecurringTask>;
}

/** Makes the parts that seal secrets. */
export function sealingParts(
  secrets: Pick<Secrets, "settle" | "missingKey">,
  logger: Pick<Logger, "error" | "warn">,
): SealingParts {
  const told = new Map<string, string | null>();
  /** Warns of a problem once, until it is another one. */
  const tell = (message: string, reason: string | null) => {
    if (reason !== null && reason !== told.get(message)) logger.warn(message, { reason });
    told.set(message, reason);
  };
  const settle = async (cleaning?: AbortSignal) => {
    tell("Secrets are locked: what needs one waits", await secrets.missingKey());
    tell("Secrets are stored as plain text", await secrets.settle(cleaning));
  };
  const onError = (error: unknown) => logger.error("Secrets were not sealed", { error });
  return {
    rows: {
      start: () => settle().catch(onError),
      close: () => Promise.resolve(),
    },
    cleaning: {
      start: () => {
        const ending = new AbortController();
        const { signal } = ending;
        const begun = settle(signal).catch(onError).then(() =>
          signal.aborted ? null : every(SETTLE_EVERY_MS, () => settle(signal), onError)
        );
        return {
          async stop() {
            ending.abort();
            await (await begun)?.stop();
          },
        };
      },
      close: (recurring) => recurring.stop(),
    },
  };
}
