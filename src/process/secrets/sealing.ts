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
  const establish = async (isNeeded: boolean) =>
    (await seal(database, { keys, now: EFFECTS.now(), isNeeded, onProgress })).problem;
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

/**
 * Seals what is plain text, at the start and then every minute until it is done: a folder may have
 * been made meanwhile, and the last program of an earlier version have ended.
 */
export function sealingPart(
  secrets: Pick<Secrets, "settle">,
  logger: Pick<Logger, "error" | "warn">,
): Part<RecurringTask> {
  let told: string | null = null;
  const settle = async () => {
    const problem = await secrets.settle();
    if (problem !== null && problem !== told) {
      logger.warn("Secrets are stored as plain text", { reason: problem });
    }
    told = problem;
  };
  const onError = (error: unknown) => logger.error("Secrets were not sealed", { error });
  return {
    start: async () => {
      await settle().catch(onError);
      return every(SETTLE_EVERY_MS, settle, onError);
    },
    close: (recurring) => recurring.stop(),
  };
}
